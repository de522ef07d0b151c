import type { Message } from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSRecord } from "aws-lambda";

/** Lambda's event for a queue, and its result: the failed messages. */

function attributesOf(message: Message): SQSRecord["messageAttributes"] {
  const entries = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
    name,
    {
      ...(value.StringValue !== undefined && { stringValue: value.StringValue }),
      ...(value.BinaryValue && { binaryValue: Buffer.from(value.BinaryValue).toString("base64") }),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType ?? "String",
    },
  ]);
  return Object.fromEntries(entries);
}

/** Creates the event for a Lambda behind a queue. */
export const sqsEvent = (queue: string, messages: readonly Message[]): SQSEvent => ({
  Records: messages.map((message) => ({
    messageId: message.MessageId ?? "",
    receiptHandle: message.ReceiptHandle ?? "",
    body: message.Body ?? "",
    attributes: {
      ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? "1",
      SentTimestamp: message.Attributes?.SentTimestamp ?? "0",
      SenderId: message.Attributes?.SenderId ?? "000000000000",
      ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? "0",
    },
    messageAttributes: attributesOf(message),
    md5OfBody: message.MD5OfBody ?? "",
    eventSource: "aws:sqs",
    eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
    awsRegion: "local",
  })),
});

/**
 * Returns the failed messages of a batch from a function's result. As with Lambda, an empty result means that all succeeded, and
 * an unknown id means that all failed.
 */
export function failedIds(answer: unknown, ids: readonly string[]): ReadonlySet<string> {
  if (typeof answer !== "object" || answer === null || !("batchItemFailures" in answer)) return new Set();
  const failures: unknown = answer.batchItemFailures;
  if (failures === null || failures === undefined) return new Set();
  if (!Array.isArray(failures)) return new Set(ids);
  const named = failures.map((failure: { itemIdentifier?: unknown } | null) => failure?.itemIdentifier);
  const known = named.every((id): id is string => typeof id === "string" && ids.includes(id));
  return new Set(known ? named : ids);
}
