import { isWithin, type Period } from "../identity/events.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import { isAnyOf } from "../kernel/errors.ts";
import * as Objects from "../platform/objects.ts";
import * as Table from "../platform/table/index.ts";
import { job, sharedJob } from "./entity.ts";
import { JobFinished, JobNotFound, TemplateNotFound } from "./errors.ts";
import * as Jobs from "./index.ts";
import { keyOfFile } from "./index.ts";
import { find, keyOf, parseOrSkip } from "./queue.ts";
import { DATA_EXPORT, isOpen, type Job } from "./schema.ts";
import { unshare } from "./shares.ts";
import * as Templates from "./templates.ts";

/**
 * Removes the jobs of an account's former owner: cancels unfinished jobs, revokes shares, deletes templates, and deletes
 * data exports with their files. Results of other finished jobs stay.
 * @param before ISO 8601: when the account was handed over
 */
export async function clear(userId: string, before: string): Promise<void> {
  const owner = { userId };
  for await (const items of Table.pages({ pk: job.partition(owner), beginsWith: job.prefix })) {
    const former = items.flatMap((item) => parseOrSkip(item) ?? []).filter((one) => one.createdAt < before);
    for (const one of former) await end(one);
  }
  const templates = await Templates.list(owner);
  for (const { templateId, createdAt } of templates)
    if (createdAt < before) await ignoreGone(Templates.remove(owner, templateId));
}

/** Revokes the shares of the owner's jobs from a period. An address without an account has no time, and is removed as well. */
export async function unshareShared({ userId }: Pick<User, "userId">, period: Period): Promise<void> {
  for await (const items of Table.pages({ pk: job.partition({ userId }), beginsWith: job.prefix }))
    for (const one of items.flatMap((item) => parseOrSkip(item) ?? []))
      for (const email of one.sharedWith ?? [])
        if (await isSharedWithin(one, email, period)) await ignoreGone(unshare(one, one.jobId, email));
}

async function isSharedWithin({ jobId }: Job, email: string, period: Period): Promise<boolean> {
  const recipient = await Users.fromEmail(email);
  const share = recipient && (await Table.find(sharedJob, { userId: recipient.userId, jobId }));
  return share === undefined || isWithin(period, share.sharedAt);
}

async function end(found: Job): Promise<void> {
  const { jobId, sharedWith = [] } = found;
  if (found.type === DATA_EXPORT) return endExport(found);
  if (isOpen(found)) await ignoreGone(Jobs.cancel(found, jobId));
  for (const email of sharedWith) await ignoreGone(unshare(found, jobId, email));
}

/** Deletes a data export with its files. Without a file, the canceled job stays until it expires. */
async function endExport({ userId, jobId }: Job): Promise<void> {
  await ignoreGone(Jobs.cancelExport({ userId }, jobId));
  const ended = await find(userId, jobId);
  if (ended?.status !== "succeeded") return;
  // An earlier attempt may have stored its file and crashed before it completed.
  const attempts = Array.from({ length: ended.attempts }, (_, before) => before + 1);
  const keys = ended.files.flatMap(({ name }) => attempts.map((attempt) => keyOfFile(jobId, attempt, name)));
  for (const key of keys) await Objects.remove({ bucket: "results", key });
  await Table.remove(keyOf(ended));
}

/** Ignores errors of objects that were ended concurrently or by an earlier attempt. */
async function ignoreGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const gone = [JobFinished, JobNotFound, TemplateNotFound];
    if (!isAnyOf(error, gone)) throw error;
  }
}
