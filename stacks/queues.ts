import { Duration } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type QueueName, type QueueSpec, queues as specs } from "../contract/queues.ts";

export interface QueuePair {
  readonly queue: IQueue;
  /** Where messages go that were delivered in vain too often. */
  readonly dead: IQueue;
}

export type Queues = Readonly<Record<QueueName, QueuePair>>;

/** The platform's queues, each with its dead-letter queue. */
export function queues(scope: Construct): Queues {
  const made = Object.entries<QueueSpec>(specs).map(([name, spec]) => [name, pair(scope, name, spec)]);
  return Object.fromEntries(made) as Queues;
}

function pair(scope: Construct, name: string, spec: QueueSpec): QueuePair {
  // As long as there is: a consumer that is switched off for a week loses nothing.
  const safe = {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  };
  const dead = new Queue(scope, `${name}-dead`, safe);
  const queue = new Queue(scope, `${name}-queue`, {
    ...safe,
    visibilityTimeout: Duration.seconds(spec.visibilitySeconds),
    deadLetterQueue: { queue: dead, maxReceiveCount: spec.maxReceives },
  });
  return { queue, dead };
}
