import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";

/** Moves dead letters back to their queue. Each is sent before it is deleted, so that an interruption loses none. */

/** The dead letters to move. */
export interface Choice {
  /** The maximum number. Defaults to all. */
  readonly most?: number;
  /** Message ids. Defaults to any. */
  readonly only?: ReadonlySet<string> | undefined;
}

export interface Redrive extends Choice {
  /** Called for each moved message. */
  readonly moved?: (message: Message) => void;
  /** After it is aborted, no further message is started. */
  readonly signal?: AbortSignal;
}

export interface Outcome {
  /** The moved messages, by their former ids. */
  readonly moved: readonly string[];
  /** The reasons why others are still dead letters, by their ids. */
  readonly failed: ReadonlyMap<string, unknown>;
  /** How many of the moved messages have failed again. */
  readonly diedAgain: number;
}

/** How long a message is hidden from others while it is moved or listed, in seconds. */
const HIDDEN_SECONDS = 60;
/** The maximum of an SQS call. */
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

/** Makes messages visible again. If that fails, they become visible after a minute. */
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

const isChosen = ({ MessageId = "" }: Message, only: Choice["only"]): boolean => only?.has(MessageId) ?? true;

/** Lists dead letters without moving them. @param from the dead-letter queue's URL */
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
    found.push(...messages.filter((one) => isChosen(one, only)));
  }
  await release(client, from, seen);
  return found;
}

/**
 * Moves messages of a dead-letter queue to another queue with their attributes, until none is left. A message that fails again
 * stays a dead letter: a run moves it only once.
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
    const chosen = messages.filter((one) => isChosen(one, only) && !again.includes(one));
    left.push(...messages.filter((one) => !chosen.includes(one)));
    const outcomes = await Promise.allSettled(chosen.map((message) => move(client, from, to, message)));
    for (const [index, message] of chosen.entries()) {
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
 * Sends a message and deletes it. If the deletion fails, the message is in both queues: a later run sends it again, and its
 * consumer ignores the repetition.
 * @returns its new id
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
