import { isAnyOf } from "../kernel/errors.ts";
import * as Table from "../platform/table/index.ts";
import { job } from "./entity.ts";
import { JobFinished, JobNotFound, TemplateNotFound } from "./errors.ts";
import * as Jobs from "./index.ts";
import { legible } from "./queue.ts";
import type { Job } from "./schema.ts";
import { unshare } from "./shares.ts";
import * as Templates from "./templates.ts";

/**
 * Clears away what an account's former owner had the platform do: jobs that are not finished are canceled,
 * shares are taken back, templates deleted. What finished jobs have come to stays.
 * @param before ISO 8601: when the account was handed over
 */
export async function clear(userId: string, before: string): Promise<void> {
  const owner = { userId };
  for await (const items of Table.pages({ pk: job.partition(owner), beginsWith: job.prefix })) {
    const former = items.flatMap((item) => legible(item) ?? []).filter((one) => one.createdAt < before);
    for (const one of former) await end(one);
  }
  const templates = await Templates.list(owner);
  for (const { templateId, createdAt } of templates)
    if (createdAt < before) await unlessGone(Templates.remove(owner, templateId));
}

async function end(found: Job): Promise<void> {
  const { jobId, status, sharedWith = [] } = found;
  if (status === "queued" || status === "running") await unlessGone(Jobs.cancel(found, jobId));
  for (const email of sharedWith) await unlessGone(unshare(found, jobId, email));
}

/** It may have ended in between, or at an earlier try. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const gone = [JobFinished, JobNotFound, TemplateNotFound];
    if (!isAnyOf(error, gone)) throw error;
  }
}
