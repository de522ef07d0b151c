import type { UserActor } from "../identity/actor.ts";
import * as Table from "../platform/table.ts";
import { JOB_PREFIX, job } from "./entity.ts";

/** A job as the notification stream's snapshot shows it. */
export interface JobSummary {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** How many of the latest jobs are looked at. */
const LATEST = 50;

/** Those of the actor's latest jobs that are not finished, newest first. */
export async function active({ userId }: UserActor): Promise<JobSummary[]> {
  const pk = job.partition({ userId });
  const { items } = await Table.query({ pk, beginsWith: JOB_PREFIX, newestFirst: true, limit: LATEST });
  // Payloads and results are of no use here, so they are not even parsed.
  return items
    .map(({ jobId, type, status, createdAt }) => ({
      id: String(jobId),
      type: String(type),
      status: String(status),
      createdAt: String(createdAt),
    }))
    .filter(({ status }) => status === "queued" || status === "running");
}
