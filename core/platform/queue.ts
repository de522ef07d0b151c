import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import { env } from "../kernel/env.ts";
import { log } from "./log.ts";

/** Sending to queues: the only module that speaks to SQS. */

export interface Message {
  /** Names the message in the batch; the receiver is idempotent on what the body carries, not on this. */
  readonly id: string;
  /** JSON in one line. */
  readonly body: string;
  readonly delaySeconds?: number;
}

let client: SQSClient | undefined;
let clientConfig: SQSClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: SQSClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

/**
 * The same JSON in ASCII: a queue refuses some characters that a table takes (U+FFFE and U+FFFF, and
 * emulators more), and a message that is refused for good would be tried for ever.
 */
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** How many messages a call takes. */
export const BATCH = 10;

/**
 * Sends messages to a queue, ten a call, and answers the ids that the queue did not take.
 * @param queueUrlVariable the environment variable that holds the queue's URL
 * @throws the first error where every call failed; where only some did, the ids of theirs are in the answer
 */
export async function send(queueUrlVariable: string, messages: readonly Message[]): Promise<string[]> {
  const failed: string[] = [];
  const problems: unknown[] = [];
  for (let start = 0; start < messages.length; start += BATCH) {
    const batch = messages.slice(start, start + BATCH);
    try {
      failed.push(...(await sendBatch(queueUrlVariable, batch)));
    } catch (error) {
      problems.push(error);
      failed.push(...batch.map(({ id }) => id));
    }
  }
  if (problems.length === 0) return failed;
  if (problems.length * BATCH >= messages.length) throw problems[0];
  log.error("a queue did not answer all calls", { queueUrlVariable, error: problems[0] });
  return failed;
}

/** @returns the ids that the queue did not take */
async function sendBatch(queueUrlVariable: string, batch: readonly Message[]): Promise<string[]> {
  client ??= new SQSClient({ maxAttempts: 4, ...clientConfig });
  const { Failed = [] } = await client.send(
    new SendMessageBatchCommand({
      QueueUrl: env(queueUrlVariable),
      Entries: batch.map(({ body, delaySeconds }, index) => ({
        Id: String(index),
        MessageBody: ascii(body),
        DelaySeconds: delaySeconds,
      })),
    }),
  );
  return Failed.flatMap(({ Id, SenderFault, Code }) => {
    const message = batch[Number(Id)];
    if (SenderFault)
      log.error("a queue refuses a message", { queueUrlVariable, id: message?.id, code: Code });
    return message ? [message.id] : [];
  });
}
