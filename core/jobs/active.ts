import type { UserActor } from "../identity/actor.ts";
import type { ActiveJob } from "../messaging/inbox/stream.ts";
import * as Table from "../platform/table/index.ts";
import { job } from "./entity.ts";
import { legible } from "./queue.ts";
import { isOpen } from "./schema.ts";

/** How many of the latest jobs are looked at. */
const LATEST = 50;

/** Those of the actor's latest jobs that are not finished, newest first. */
export async function active({ userId }: UserActor): Promise<ActiveJob[]> {
  const pk = job.partition({ userId });
  const latest: Table.Item[] = [];
  // Payloads and results may be more than one page of the table holds.
  for await (const page of Table.pages({ pk, beginsWith: job.prefix, newestFirst: true, limit: LATEST })) {
    latest.push(...page);
    if (latest.length >= LATEST) break;
  }
  return latest
    .slice(0, LATEST)
    .flatMap((item) => legible(item) ?? [])
    .filter(isOpen)
    .map(({ jobId: id, type, status, createdAt }) => ({ id, type, status, createdAt }));
}
