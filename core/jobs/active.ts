import type { UserActor } from "../identity/actor.ts";
import type { ActiveJob } from "../messaging/inbox/stream.ts";
import * as Table from "../platform/table/index.ts";
import { JOB_PREFIX, job } from "./entity.ts";
import { legible } from "./queue.ts";

/** How many of the latest jobs are looked at. */
const LATEST = 50;

/** Those of the actor's latest jobs that are not finished, newest first. */
export async function active({ userId }: UserActor): Promise<ActiveJob[]> {
  const pk = job.partition({ userId });
  const found: ActiveJob[] = [];
  let looked = 0;
  let after: Table.Item | undefined;
  do {
    // Payloads and results may be more than one page of the table holds.
    const limit = LATEST - looked;
    const page: Table.Page = await Table.query({
      ...{ pk, beginsWith: JOB_PREFIX, newestFirst: true, limit, after },
    });
    for (const { jobId: id, type, status, createdAt } of page.items.flatMap((item) => legible(item) ?? []))
      if (status === "queued" || status === "running") found.push({ id, type, status, createdAt });
    looked += page.items.length;
    after = page.next;
  } while (after && looked < LATEST);
  return found;
}
