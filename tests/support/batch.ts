import type { SQSEvent } from "aws-lambda";

/** Returns a queue's batch as a consumer receives it on the first attempt. A message's id is its index. */
export const batchOf = (bodies: readonly string[]): SQSEvent =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: String(index),
      body,
      attributes: { ApproximateReceiveCount: "1" },
      eventSourceARN: "arn:aws:sqs:local:000000000000:notifications",
    })),
  }) as unknown as SQSEvent;
