import type { UserActor } from "../identity/actor.ts";

/** A job as the notification stream's snapshot shows it. */
export interface JobSummary {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The actor's jobs that are not finished, newest first. */
export async function active(_actor: UserActor): Promise<JobSummary[]> {
  return [];
}
