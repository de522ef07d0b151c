import type { SQSEvent } from "aws-lambda";

/** Returns a queue's batch as a consumer receives it. A message's id is its index. @param attempt defaults to the first */
export const batchOf = (bodies: readonly string[], attempt = 1): SQSEvent =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: String(index),
      body,
      attributes: { ApproximateReceiveCount: String(attempt) },
      eventSourceARN: "arn:aws:sqs:local:000000000000:notifications",
    })),
  }) as unknown as SQSEvent;
