import { CfnOutput, type Stack } from "aws-cdk-lib";
import { deadLettersOutput, queueOutput } from "../contract/outputs.ts";
import type { QueueName } from "../contract/queues.ts";
import type { Queues } from "./queues.ts";

/** Tells operators' tools where the queues are; `stacks/table.ts` tells of the table. */
export function outputs(stack: Stack, queues: Queues): void {
  for (const [name, { queue, dead }] of Object.entries(queues)) {
    new CfnOutput(stack, queueOutput(name as QueueName), { value: queue.queueUrl });
    new CfnOutput(stack, deadLettersOutput(name as QueueName), { value: dead.queueUrl });
  }
}
