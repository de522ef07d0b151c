import type { QueueName } from "./queues.ts";

/**
 * How an operator's tools find a stage: the stack that all others build on, and the outputs of it that say where
 * the table and the queues are.
 */

export const platformStack = (stage: string): string => `svc-${stage}-platform`;

export const TABLE_OUTPUT = "TableName";
/** Of a stage that works on a restored table: the stack's own, as it was left. */
export const OWN_TABLE_OUTPUT = "OwnTableName";

/** The bucket with the results of jobs, and the list of who was erased. */
export const OBJECTS_OUTPUT = "ObjectsBucket";

/** An output's name is of letters and digits: `psp-events` is `PspEvents`. */
const written = (queue: QueueName): string =>
  queue.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());

/** The output with a queue's URL, and that with the URL of its dead letters. */
export const queueOutput = (queue: QueueName): string => `${written(queue)}QueueUrl`;
export const deadLettersOutput = (queue: QueueName): string => `${written(queue)}DeadLettersUrl`;
