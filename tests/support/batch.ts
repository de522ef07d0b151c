import type { SQSEvent } from "aws-lambda";

/** A batch of messages as a consumer is given it, each for the first time; a message's id is its place. */
export const batchOf = (bodies: readonly string[]): SQSEvent =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: String(index),
      body,
      attributes: { ApproximateReceiveCount: "1" },
      eventSourceARN: "arn:aws:sqs:local:000000000000:notifications",
    })),
  }) as unknown as SQSEvent;
