import {
  ChangeMessageVisibilityBatchCommand,
  SendMessageBatchCommand,
  SQSClient,
  type SQSClientConfig,
} from "@aws-sdk/client-sqs";
import { env, envsOf } from "../kernel/env.ts";
import * as Correlation from "./correlation.ts";
import { log } from "./log.ts";

/** Sends messages to queues, and delays received ones: the only module that calls SQS. */

export interface Message {
  /** The message's id within the batch. The consumer is idempotent by the body, not by this. */
  readonly id: string;
  /** JSON in one line. */
  readonly body: string;
  readonly delaySeconds?: number;
  /** Defaults to the current correlation id. */
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
 * Returns the JSON in ASCII. A queue rejects some characters that a table accepts (U+FFFE and U+FFFF, emulators more), and
 * such a message would be retried endlessly.
 */
const ascii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The most messages in a call. */
export const BATCH = 10;

/**
 * Sends messages to a queue, ten in a call.
 * @param queueUrlVariable the environment variable with the queue's URL
 * @returns the ids of messages that were not accepted, including those of failed calls
 * @throws the first error if every call failed
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
  log.error(
    "queue: some batches not sent, their sender sends them again; if this recurs, fix what error states",
    {
      queueUrlVariable,
      error: problems[0],
    },
  );
  return failed;
}

/** @returns the ids of messages that were not accepted */
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
      log.error(
        "queue: message rejected as the sender's fault, retries will fail too; correct what the code names: the message, or the queue's settings",
        {
          queueUrlVariable,
          id: message?.id,
          code: Code,
        },
      );
    return message ? [message.id] : [];
  });
}

/** A message that its consumer has received. */
export interface ReceivedMessage {
  readonly receipt: string;
  /** The delay until the next delivery, in seconds: up to 12 hours. */
  readonly afterSeconds: number;
}

/** The timeout of a delay's call, in milliseconds. */
const DELAY_TIMEOUT_MS = 2000;

/**
 * Sets when messages are delivered again, instead of the queue's own delay. Best effort: if it fails, the queue's own delay
 * applies.
 * @param queueArn the messages' queue, from the event; its URL is one of the `QUEUE_URL_…`
 */
export async function delayMessages(queueArn: string, messages: readonly ReceivedMessage[]): Promise<void> {
  try {
    // AWS documents only the end of a queue's URL, so the URL is not made from the ARN.
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
      { abortSignal: AbortSignal.timeout(DELAY_TIMEOUT_MS) },
    );
    if (Failed.length > 0)
      log.warn("queue: retry delay not set for some messages, they return after the queue's own delay", {
        queueArn,
        codes: Failed.map(({ Code }) => Code),
      });
  } catch (error) {
    log.warn("queue: retry delay not set, messages return after the queue's own delay", { queueArn, error });
  }
}
