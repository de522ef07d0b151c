import { folders, KEPT_DAYS, UPLOADS_KEPT_DAYS } from "../core/identity/kyc/documents/schema.ts";

/** How long files are kept: the lifecycle of each bucket, in AWS and on a laptop. */

export interface Kept {
  /** What keys begin with. */
  readonly prefix: string;
  readonly days: number;
}

/** By what a bucket is for. Results of jobs: `core/jobs` says so to their owners. */
export const lifecycles = {
  results: [{ prefix: "jobs/", days: 30 }],
  identity: [
    { prefix: folders.kept, days: KEPT_DAYS },
    { prefix: folders.uploads, days: UPLOADS_KEPT_DAYS },
  ],
} as const satisfies Readonly<Record<string, readonly Kept[]>>;
