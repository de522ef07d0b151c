import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";

/**
 * Giving dead letters back to their queue: each is sent first and deleted then, so whatever breaks in between
 * loses none.
 */

export interface Outcome {
  /** What was sent back, by the id that it had among the dead letters. */
  readonly moved: readonly string[];
  /** Why others stay dead letters, by their ids. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/** How long a message that is being moved is hidden from others, in seconds. */
const HIDDEN_SECONDS = 60;

/**
 * Moves every message of a dead-letter queue to another queue, with its attributes, until there is none to be
 * received.
 * @param from the dead-letter queue's URL
 * @param to the URL of the queue that its messages came from
 * @param moved called for each message once it is with its queue
 */
export async function redrive(
  client: SQSClient,
  from: string,
  to: string,
  moved: (message: Message) => void = () => undefined,
): Promise<Outcome> {
  const done: string[] = [];
  const failed = new Map<string, unknown>();
  for (;;) {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: from,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: HIDDEN_SECONDS,
        MessageAttributeNames: ["All"],
        // A long poll asks all of SQS's servers; a short one may miss messages.
        WaitTimeSeconds: 1,
      }),
    );
    if (messages.length === 0) return { moved: done, failed };
    const outcomes = await Promise.allSettled(messages.map((message) => move(client, from, to, message)));
    for (const [index, message] of messages.entries()) {
      const outcome = outcomes[index];
      const id = message.MessageId ?? "";
      if (outcome?.status === "rejected") failed.set(id, outcome.reason);
      else {
        done.push(id);
        moved(message);
      }
    }
  }
}

/**
 * One that cannot be deleted after it was sent comes back: then it is sent twice, and its consumer knows what
 * it has done.
 */
async function move(
  client: SQSClient,
  from: string,
  to: string,
  { Body, MessageAttributes, ReceiptHandle }: Message,
): Promise<void> {
  await client.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body, MessageAttributes }));
  await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
}
