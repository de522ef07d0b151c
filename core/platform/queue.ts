import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import { env } from "./env.ts";
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
 * The same JSON in ASCII: a queue refuses some characters that a table takes (U+FFFE and U+FFFF, and emulators more), and a message that
 * is refused for good would be tried for ever.
 */
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Sends messages to a queue, ten a call, and answers the ids that the queue did not take.
 * @param queueUrlVariable the environment variable that holds the queue's URL
 */
export async function send(queueUrlVariable: string, messages: readonly Message[]): Promise<string[]> {
  client ??= new SQSClient({ maxAttempts: 4, ...clientConfig });
  const failed: string[] = [];
  for (let start = 0; start < messages.length; start += 10) {
    const batch = messages.slice(start, start + 10);
    const output = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: env(queueUrlVariable),
        Entries: batch.map(({ body, delaySeconds }, index) => ({
          Id: String(index),
          MessageBody: ascii(body),
          DelaySeconds: delaySeconds,
        })),
      }),
    );
    for (const { Id, SenderFault, Code } of output.Failed ?? []) {
      const message = batch[Number(Id)];
      if (SenderFault)
        log.error("a queue refuses a message", { queueUrlVariable, id: message?.id, code: Code });
      if (message) failed.push(message.id);
    }
  }
  return failed;
}
