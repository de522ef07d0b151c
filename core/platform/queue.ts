import {
  ChangeMessageVisibilityBatchCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SQSClientConfig,
} from "@aws-sdk/client-sqs";
import { env, envsOf } from "../kernel/env.ts";
import * as Correlation from "./correlation.ts";
import { log } from "./log.ts";

/** Sending to queues, and putting off what came from one: the only module that speaks to SQS. */

export interface Message {
  /** Names the message in the batch; the receiver is idempotent on what the body carries, not on this. */
  readonly id: string;
  /** JSON in one line. */
  readonly body: string;
  readonly delaySeconds?: number;
  /** The id of what it is sent for; that which is worked under, unless told. */
  readonly correlationId?: string | undefined;
}

let client: SQSClient | undefined;
let clientConfig: SQSClientConfig = {};
const connected = (): SQSClient => (client ??= new SQSClient({ maxAttempts: 4, ...clientConfig }));

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
  log.error("queue: some batches were not sent, their messages are retried", {
    queueUrlVariable,
    error: problems[0],
  });
  return failed;
}

/** @returns the ids that the queue did not take */
async function sendBatch(queueUrlVariable: string, batch: readonly Message[]): Promise<string[]> {
  const { Failed = [] } = await connected().send(
    new SendMessageBatchCommand({
      QueueUrl: env(queueUrlVariable),
      Entries: batch.map(({ body, delaySeconds, correlationId = Correlation.current() }, index) => ({
        Id: String(index),
        MessageBody: ascii(body),
        DelaySeconds: delaySeconds,
        ...(correlationId !== undefined && {
          MessageAttributes: {
            [Correlation.ATTRIBUTE]: { DataType: "String", StringValue: correlationId },
          },
        }),
      })),
    }),
  );
  return Failed.flatMap(({ Id, SenderFault, Code }) => {
    const message = batch[Number(Id)];
    if (SenderFault)
      log.error("queue: message rejected as invalid, it stays in the outbox", {
        queueUrlVariable,
        id: message?.id,
        code: Code,
      });
    return message ? [message.id] : [];
  });
}

/** A message that its consumer holds. */
export interface Held {
  readonly receipt: string;
  /** In how many seconds from now it is delivered again: up to 12 hours. */
  readonly afterSeconds: number;
}

/** How long a queue has to put messages off, in milliseconds: a consumer that waits for it has work to answer for. */
const PUT_OFF_MS = 2000;

/**
 * Says when messages are delivered again, in place of the queue's own time. Best effort: a message that the queue did
 * not put off waits for that time, and nothing is lost.
 * @param queueArn of the queue they came from, as the event says; its URL is one of the `QUEUE_URL_…`
 */
export async function putOff(queueArn: string, messages: readonly Held[]): Promise<void> {
  try {
    // Not made of the ARN's parts: AWS keeps it open what a URL is made of, but for its end.
    const [account, name] = queueArn.split(":").slice(-2);
    const QueueUrl = envsOf("QUEUE_URL_").find((url) => url.endsWith(`/${account}/${name}`));
    if (QueueUrl === undefined) throw new Error(`no QUEUE_URL_ variable leads to ${queueArn}`);
    const Entries = messages.map(({ receipt, afterSeconds }, index) => ({
      Id: String(index),
      ReceiptHandle: receipt,
      VisibilityTimeout: afterSeconds,
    }));
    const { Failed = [] } = await connected().send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }),
      { abortSignal: AbortSignal.timeout(PUT_OFF_MS) },
    );
    if (Failed.length > 0)
      log.warn("queue: retry delay not set, messages return after the queue's own delay", {
        queueArn,
        codes: Failed.map(({ Code }) => Code),
      });
  } catch (error) {
    log.warn("queue: retry delay not set, messages return after the queue's own delay", { queueArn, error });
  }
}
