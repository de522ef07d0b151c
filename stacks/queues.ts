import { CfnOutput, Duration, type Stack } from "aws-cdk-lib";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type QueueName, type QueueSpec, queues as specs } from "../contract/queues.ts";
import { deadLettersOutput, queueOutput } from "../contract/stage.ts";
import { accept } from "./accept.ts";

export interface QueuePair {
  readonly queue: IQueue;
  /** The dead-letter queue. */
  readonly dead: IQueue;
}

export type Queues = Readonly<Record<QueueName, QueuePair>>;

const ENCRYPTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** The longest retention of a queue. */
const LONGEST_DAYS = 14;
/**
 * How long a message may wait for its consumer. Its age continues in the dead-letter queue, so an operator has ten days
 * left. Source: Amazon SQS Developer Guide, Using dead-letter queues.
 */
const WAITING_DAYS = 4;

/** Creates the platform's queues, each with its dead-letter queue. */
export function queues(scope: Construct): Queues {
  const made = Object.entries<QueueSpec>(specs).map(([name, spec]) => [name, pair(scope, name, spec)]);
  return Object.fromEntries(made) as Queues;
}

function pair(scope: Construct, name: string, spec: QueueSpec): QueuePair {
  const dead = deadLetterQueue(scope, `${name}-dead`);
  const queue = new Queue(scope, `${name}-queue`, {
    ...ENCRYPTED,
    retentionPeriod: Duration.days(spec.withoutConsumer ? LONGEST_DAYS : WAITING_DAYS),
    visibilityTimeout: Duration.seconds(spec.visibilitySeconds),
    deadLetterQueue: { queue: dead, maxReceiveCount: spec.maxReceives },
  });
  return { queue, dead };
}

/** Creates a queue of failed messages for the operator. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  const queue = new Queue(scope, id, { ...ENCRYPTED, retentionPeriod: Duration.days(LONGEST_DAYS) });
  accept(
    queue,
    ["AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy"],
    "It is itself a dead-letter queue, which the operator reads.",
  );
  return queue;
}

/** Exports the queues' URLs for operators' tools. */
export function outputs(stack: Stack, queues: Queues): void {
  for (const [name, { queue, dead }] of Object.entries(queues)) {
    new CfnOutput(stack, queueOutput(name as QueueName), { value: queue.queueUrl });
    new CfnOutput(stack, deadLettersOutput(name as QueueName), { value: dead.queueUrl });
  }
}
