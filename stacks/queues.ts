import { Duration } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type QueueName, type QueueSpec, queues as specs } from "../contract/queues.ts";
import { accept } from "./accept.ts";

export interface QueuePair {
  readonly queue: IQueue;
  /** Where messages go that were delivered in vain too often. */
  readonly dead: IQueue;
}

export type Queues = Readonly<Record<QueueName, QueuePair>>;

/** As long as a queue keeps a message at most. */
export const LONGEST_DAYS = 14;
/**
 * How long a message may wait for its consumer. In a dead-letter queue its age goes on and does not begin anew, so
 * a person has ten days left for it. Source: Amazon SQS Developer Guide, Using dead-letter queues.
 */
const WAITING_DAYS = 4;

/** The platform's queues, each with its dead-letter queue. */
export function queues(scope: Construct): Queues {
  const made = Object.entries<QueueSpec>(specs).map(([name, spec]) => [name, pair(scope, name, spec)]);
  return Object.fromEntries(made) as Queues;
}

function pair(scope: Construct, name: string, spec: QueueSpec): QueuePair {
  const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const dead = new Queue(scope, `${name}-dead`, { ...safe, retentionPeriod: Duration.days(LONGEST_DAYS) });
  acceptLast(dead);
  const queue = new Queue(scope, `${name}-queue`, {
    ...safe,
    retentionPeriod: Duration.days(spec.unread ? LONGEST_DAYS : WAITING_DAYS),
    visibilityTimeout: Duration.seconds(spec.visibilitySeconds),
    deadLetterQueue: { queue: dead, maxReceiveCount: spec.maxReceives },
  });
  return { queue, dead };
}

/** Accepts that nothing comes after a queue. */
export const acceptLast = (queue: Queue): void =>
  accept(
    queue,
    ["AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy"],
    "It is itself where what failed goes, and a person reads it.",
  );
