import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";

/**
 * Giving dead letters back to their queue: each is sent first and deleted then, so whatever breaks in between
 * loses none, and the next run goes on where this one ended.
 */

/** Which dead letters are meant. */
export interface Choice {
  /** So many at most; all unless told. */
  readonly most?: number;
  /** By their message ids; any unless told. */
  readonly only?: ReadonlySet<string> | undefined;
}

export interface Redrive extends Choice {
  /** Called for each message once it is with its queue. */
  readonly moved?: (message: Message) => void;
  /** Once it is aborted no further message is begun. */
  readonly signal?: AbortSignal;
}

export interface Outcome {
  /** What was sent back, by the id that it had among the dead letters. */
  readonly moved: readonly string[];
  /** Why others stay dead letters, by their ids. */
  readonly failed: ReadonlyMap<string, unknown>;
  /** How many of those that were sent back have died again by now. */
  readonly diedAgain: number;
}

/** How long a message that is being moved or looked at is hidden from others, in seconds. */
const HIDDEN_SECONDS = 60;
/** As many as a call of SQS takes. */
const BATCH = 10;

async function receive(client: SQSClient, from: string, most: number): Promise<readonly Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: from,
      MaxNumberOfMessages: Math.min(BATCH, most),
      VisibilityTimeout: HIDDEN_SECONDS,
      MessageAttributeNames: ["All"],
      MessageSystemAttributeNames: ["All"],
      // A long poll asks all of SQS's servers; a short one may miss messages.
      WaitTimeSeconds: 1,
    }),
  );
  return Messages;
}

/** Shows messages to others again; one that does not become so comes back by itself within a minute. */
async function release(client: SQSClient, from: string, messages: readonly Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    const Entries = messages
      .slice(start, start + BATCH)
      .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle, VisibilityTimeout: 0 }));
    await client
      .send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: from, Entries }))
      .catch(() => undefined);
  }
}

const isMeant = ({ MessageId = "" }: Message, only: Choice["only"]): boolean => only?.has(MessageId) ?? true;

/** Looks at dead letters, and leaves them where they are. @param from the dead-letter queue's URL */
export async function look(
  client: SQSClient,
  from: string,
  { most = Number.POSITIVE_INFINITY, only }: Choice = {},
): Promise<readonly Message[]> {
  const seen: Message[] = [];
  const found: Message[] = [];
  const wanted = Math.min(most, only?.size ?? most);
  while (found.length < wanted) {
    const messages = await receive(client, from, only ? BATCH : wanted - found.length);
    if (messages.length === 0) break;
    seen.push(...messages);
    found.push(...messages.filter((one) => isMeant(one, only)));
  }
  await release(client, from, seen);
  return found;
}

/**
 * Moves messages of a dead-letter queue to another queue, with their attributes, until there is none to be
 * received. One that dies again meanwhile stays dead: it is not given back twice by one run.
 * @param from the dead-letter queue's URL
 * @param to the URL of the queue that its messages came from
 */
export async function redrive(
  client: SQSClient,
  from: string,
  to: string,
  { most = Number.POSITIVE_INFINITY, only, moved = () => undefined, signal }: Redrive = {},
): Promise<Outcome> {
  const done: string[] = [];
  const failed = new Map<string, unknown>();
  const sent = new Set<string | undefined>();
  const left: Message[] = [];
  const wanted = Math.min(most, only?.size ?? most);
  let diedAgain = 0;
  while (done.length + failed.size < wanted && !signal?.aborted) {
    const messages = await receive(client, from, only ? BATCH : wanted - done.length - failed.size);
    if (messages.length === 0) break;
    const again = messages.filter(({ MessageId }) => sent.has(MessageId));
    diedAgain += again.length;
    const meant = messages.filter((one) => isMeant(one, only) && !again.includes(one));
    left.push(...messages.filter((one) => !meant.includes(one)));
    const outcomes = await Promise.allSettled(meant.map((message) => move(client, from, to, message)));
    for (const [index, message] of meant.entries()) {
      const outcome = outcomes[index];
      const id = message.MessageId ?? "";
      if (outcome?.status !== "fulfilled") failed.set(id, outcome?.reason);
      else {
        sent.add(outcome.value);
        done.push(id);
        moved(message);
      }
    }
  }
  await release(client, from, left);
  return { moved: done, failed, diedAgain };
}

/**
 * One that cannot be deleted after it was sent comes back: then it is sent twice, and its consumer knows what
 * it has done.
 * @returns the id that it has now
 */
async function move(
  client: SQSClient,
  from: string,
  to: string,
  { Body, MessageAttributes, ReceiptHandle }: Message,
): Promise<string | undefined> {
  const { MessageId } = await client.send(
    new SendMessageCommand({ QueueUrl: to, MessageBody: Body, MessageAttributes }),
  );
  await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
  return MessageId;
}
