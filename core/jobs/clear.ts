import { isAnyOf } from "../kernel/errors.ts";
import * as Objects from "../platform/objects.ts";
import * as Table from "../platform/table/index.ts";
import { job } from "./entity.ts";
import { JobFinished, JobNotFound, TemplateNotFound } from "./errors.ts";
import { keyOfFile } from "./files.ts";
import * as Jobs from "./index.ts";
import { find, keyOf, legible } from "./queue.ts";
import { DATA_EXPORT, isOpen, type Job } from "./schema.ts";
import { unshare } from "./shares.ts";
import * as Templates from "./templates.ts";

/**
 * Clears away what an account's former owner had the platform do: jobs that are not finished are canceled,
 * shares are taken back, templates deleted, and exports of the former owner's data with their files. What other
 * finished jobs have come to stays.
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
  const { jobId, sharedWith = [] } = found;
  if (found.type === DATA_EXPORT) return endExport(found);
  if (isOpen(found)) await unlessGone(Jobs.cancel(found, jobId));
  for (const email of sharedWith) await unlessGone(unshare(found, jobId, email));
}

/** Of one that has not come to a file only its standing stays, until its time is over. */
async function endExport({ userId, jobId }: Job): Promise<void> {
  await unlessGone(Jobs.cancelExport({ userId }, jobId));
  const ended = await find(userId, jobId);
  if (ended?.status !== "succeeded") return;
  // A former attempt may have kept its file and died before it said so.
  const attempts = Array.from({ length: ended.attempts }, (_, before) => before + 1);
  const keys = ended.files.flatMap(({ name }) => attempts.map((attempt) => keyOfFile(jobId, attempt, name)));
  for (const key of keys) await Objects.remove({ bucket: "results", key });
  await Table.remove(keyOf(ended));
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
