import type { Message } from "@aws-sdk/client-sqs";
import type { SQSEvent, SQSRecord } from "aws-lambda";

/** What passes between a queue and its Lambda: the event, and which messages of it failed. */

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

/** The event that a Lambda behind a queue gets. */
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
 * Which messages of a batch failed, by what the function answered. As with Lambda, nothing named means that
 * all succeeded, and a name that is not of the batch means that all failed.
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
