import { folders, RETENTION_DAYS, UPLOAD_RETENTION_DAYS } from "../core/identity/kyc/documents/schema.ts";
import type { QueueName } from "./queues.ts";

/**
 * A deployed stage: the stack that all others build on, its outputs, by which operators' tools find the table
 * and the queues, and how long its buckets store files.
 */

export const platformStack = (stage: string): string => `svc-${stage}-platform`;

export const TABLE_OUTPUT = "TableName";
/** The stack's own table, in a stage that works on a restored one. */
export const OWN_TABLE_OUTPUT = "OwnTableName";

/** The bucket with the results of jobs and the list of erased users. */
export const OBJECTS_OUTPUT = "ObjectsBucket";

/** Converts a queue's name to Pascal case: `psp-events` becomes `PspEvents`. */
const pascalCase = (queue: QueueName): string =>
  queue.replace(/(^|-)([a-z])/g, (_, _dash, initial: string) => initial.toUpperCase());

/** The outputs with the URLs of a queue and of its dead-letter queue. */
export const queueOutput = (queue: QueueName): string => `${pascalCase(queue)}QueueUrl`;
export const deadLettersOutput = (queue: QueueName): string => `${pascalCase(queue)}DeadLettersUrl`;

/** The folders of identity documents, after and before their check. */
export const identityFolders = folders;

/** A rule for how long a bucket stores files, in AWS and in the local runtime. */
export interface Retention {
  /** The prefix of the keys. */
  readonly prefix: string;
  readonly days: number;
}

/** The lifecycle rules by purpose of the bucket. `core/jobs` shows owners of results how long theirs are stored. */
export const lifecycles = {
  results: [{ prefix: "jobs/", days: 30 }],
  identity: [
    { prefix: folders.documents, days: RETENTION_DAYS },
    { prefix: folders.uploads, days: UPLOAD_RETENTION_DAYS },
  ],
} as const satisfies Readonly<Record<string, readonly Retention[]>>;
