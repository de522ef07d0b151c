import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as UserEvents from "../messaging/events.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import { type Paging, list as pageOf } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { sharedJob } from "./entity.ts";
import { JobNotDone, JobNotFound, OwnAddress, ShareLimit } from "./errors.ts";
import * as Jobs from "./index.ts";
import { alive, keyOf } from "./queue.ts";
import { type Job, MAX_SHARES, type Share } from "./schema.ts";

/**
 * Shares a job's result with another user by email address. The response and the job do not reveal whether the address
 * has an account.
 */

/**
 * Shares a finished job. The recipient gets one `share-received` event; sharing again changes nothing. An account with
 * an unverified address receives nothing, because the address may be another person's. After verification, sharing again
 * reaches it.
 * @param email in lower case, as stored
 * @throws JOB_NOT_FOUND, JOB_NOT_DONE, OWN_ADDRESS, SHARE_LIMIT_REACHED
 */
export async function share(actor: UserActor, jobId: string, email: string): Promise<void> {
  const [found, recipient, sharer] = await Promise.all([
    Jobs.fromId(actor, jobId),
    Users.fromEmail(email),
    Users.readOwn(actor),
  ]);
  if (email === actor.email || recipient?.userId === actor.userId) throw fail(OwnAddress);
  if (found.status !== "succeeded") throw fail(JobNotDone, { details: { status: found.status } });
  const reached = recipient && !recipient.blocked && recipient.emailVerified !== undefined;
  const receives = reached ? shareWrites(sharer, found, recipient.userId) : [];
  // Fails if it was shared before. The outbox's sweep delivers the event, because dispatching it here would take longer
  // if the account exists and so reveal it.
  await Table.tryCommit([Stamp.assertUnchanged(actor), recordAddress(found, email), ...receives]);
}

/** Returns the write that stores the address with the job. @throws SHARE_LIMIT_REACHED, JOB_NOT_FOUND */
const recordAddress = (found: Job, email: string): Table.Write => ({
  update: keyOf(found),
  add: { sharedWith: new Set([email]) },
  where: Where.all(
    Where.exists,
    Where.any(
      Where.lacks("sharedWith"),
      Where.contains("sharedWith", email),
      Where.size("sharedWith", "<", MAX_SHARES),
    ),
  ),
  onConditionFailed: (current) => fail(current ? ShareLimit : JobNotFound),
});

/** Returns the writes that give a user access to the job, and the event. */
function shareWrites(
  { userId: ownerId, name, email, emailVerified }: User,
  { jobId, type, ttl }: Job,
  userId: string,
): Table.Write[] {
  const sharedAt = Clock.nowIso();
  const from = { name, email: emailVerified === undefined ? null : email };
  const share: Share = { userId, jobId, ownerId, from, sharedAt };
  return [
    { put: sharedJob.item({ ...share, ttl }), where: Where.absent },
    Outbox.write(UserEvents.shareReceived, {
      userId,
      data: { jobId, type, from, sharedAt },
    }),
  ];
}

/**
 * Revokes a share. The result is the same whether or not the job was shared.
 * @throws JOB_NOT_FOUND
 */
export async function unshare(actor: Pick<UserActor, "userId">, jobId: string, email: string): Promise<void> {
  const [found, recipient] = await Promise.all([Jobs.fromId(actor, jobId), Users.fromEmail(email)]);
  await Table.commit([
    {
      update: keyOf(found),
      discard: { sharedWith: new Set([email]) },
      where: Where.exists,
      onConditionFailed: JobNotFound,
    },
    // Job ids are unique, so this share can only be the actor's.
    ...(recipient ? [{ remove: sharedJob.key({ userId: recipient.userId, jobId }) }] : []),
  ]);
}

/**
 * Removes a shared job from the actor's list. Sharing it again has no effect until its owner has revoked the share. The
 * owner is not notified.
 * @throws JOB_NOT_FOUND
 */
export async function dismiss({ userId }: UserActor, jobId: string): Promise<void> {
  await Table.commit([
    {
      update: sharedJob.key({ userId, jobId }),
      set: { dismissedAt: Clock.nowIso() },
      where: Where.all(Where.exists, Where.lacks("dismissedAt")),
      onConditionFailed: JobNotFound,
    },
  ]);
}

/** A job that a user may see. */
export interface Seen {
  readonly job: Job;
  /** The share, if it is another user's job. */
  readonly shared?: Share;
}

/** Finds one of the actor's jobs or a job shared with the actor. @throws JOB_NOT_FOUND */
export async function read({ userId }: UserActor, jobId: string): Promise<Seen> {
  const [own, item] = await Table.getMany([keyOf({ userId, jobId }), sharedJob.key({ userId, jobId })]);
  const mine = alive(own);
  if (mine) return { job: mine };
  const [seen] = item ? await seenOf([sharedJob.parse(item)]) : [];
  if (!seen) throw fail(JobNotFound);
  return seen;
}

export type SeenPage = Awaited<ReturnType<typeof list>>;

/** Returns a page of the jobs shared with the actor, newest first. A page may be short and still have a `next`. */
export async function list({ userId }: UserActor, page: Paging) {
  const { items, next } = await pageOf(sharedJob, { userId }, page);
  return { seen: await seenOf(items), next: next?.jobId };
}

/** Returns the shared jobs without dismissed and expired ones. */
async function seenOf(all: readonly Share[]): Promise<Seen[]> {
  const shares = all.filter(({ dismissedAt }) => dismissedAt === undefined);
  const items = await Table.getMany(shares.map(({ ownerId, jobId }) => keyOf({ userId: ownerId, jobId })));
  return shares.flatMap((shared, index) => {
    const job = alive(items[index]);
    return job ? [{ job, shared }] : [];
  });
}
