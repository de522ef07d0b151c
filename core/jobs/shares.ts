import type { UserActor } from "../identity/actor.ts";
import * as Stamp from "../identity/stamp.ts";
import type { User } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { fail } from "../kernel/errors.ts";
import * as UserEvents from "../messaging/events.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { sharedJob } from "./entity.ts";
import { JobNotDone, JobNotFound, OwnAddress, ShareLimit } from "./errors.ts";
import * as Jobs from "./index.ts";
import { alive, keyOf } from "./queue.ts";
import { type Job, MAX_SHARES, type Share } from "./schema.ts";

/**
 * Sharing what a job has come to with another user, by e-mail. Nothing shows the owner whether anybody has
 * that address: the answer, and what the job shows afterwards, are the same.
 */

/**
 * Shares a finished job. The recipient gets one `share-received`; sharing it again changes nothing. An
 * account that has not proven its address receives nothing, for the address may be somebody else's; once it
 * has, sharing again reaches it.
 * @param email as addresses are stored: in lower case
 * @throws JOB_NOT_FOUND, JOB_NOT_DONE, OWN_ADDRESS, SHARE_LIMIT_REACHED
 */
export async function share(actor: UserActor, jobId: string, email: string): Promise<void> {
  const [found, recipient, sharer] = await Promise.all([
    Jobs.fromId(actor, jobId),
    Users.fromEmail(email),
    Users.own(actor),
  ]);
  if (email === actor.email || recipient?.userId === actor.userId) throw fail(OwnAddress);
  if (found.status !== "succeeded") throw fail(JobNotDone, { details: { status: found.status } });
  const reached = recipient && !recipient.blocked && recipient.emailVerified !== undefined;
  const receives = reached ? received(sharer, found, recipient.userId) : [];
  // False: it was shared with them before. The event is left to the outbox: to dispatch it here would take
  // time only where there is an account.
  await Table.tryCommit([Stamp.stillHolds(actor), recordAddress(found, email), ...receives]);
}

/** The write that keeps the address with the job. @throws SHARE_LIMIT_REACHED, JOB_NOT_FOUND */
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

/** The writes that let a user see the job, and their event. */
function received(
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
 * Takes a share back: from now on the recipient finds nothing. The same whether or not it was shared.
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
    // Somebody else's job of that id there is not: ids are unique.
    ...(recipient ? [{ remove: sharedJob.key({ userId: recipient.userId, jobId }) }] : []),
  ]);
}

/**
 * Takes a job that was shared with the actor off the actor's list: it is not found any more, and sharing it
 * again brings it back only after its owner took it back. The owner learns nothing of it.
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

/** A job as somebody sees it. */
export interface Seen {
  readonly job: Job;
  /** How it came to be seen, where it is somebody else's. */
  readonly shared?: Share;
}

/** A job of the actor's own, or one that was shared with the actor. @throws JOB_NOT_FOUND */
export async function read({ userId }: UserActor, jobId: string): Promise<Seen> {
  const [own, item] = await Table.getMany(keysOf({ userId }, jobId));
  const mine = alive(own);
  if (mine) return { job: mine };
  const [seen] = item ? await seenOf([sharedJob.parse(item)]) : [];
  if (!seen) throw fail(JobNotFound);
  return seen;
}

/** What `read` reads first. */
export const keysOf = ({ userId }: Pick<UserActor, "userId">, jobId: string): Table.Key[] => [
  keyOf({ userId, jobId }),
  sharedJob.key({ userId, jobId }),
];

export interface SeenPage {
  readonly seen: readonly Seen[];
  readonly next: string | undefined;
}

/** A page of the jobs that were shared with the actor, newest first. A short one may still have a next. */
export async function list(
  { userId }: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<SeenPage> {
  const page = await Table.query({
    pk: sharedJob.partition({ userId }),
    beginsWith: sharedJob.prefix,
    newestFirst: true,
    limit,
    after: after === undefined ? undefined : { ...sharedJob.key({ userId, jobId: after }) },
  });
  const shares = page.items.map((item) => sharedJob.parse(item));
  return { seen: await seenOf(shares), next: page.next && shares.at(-1)?.jobId };
}

/** The jobs that were shared; without those that were dismissed, and those whose time is over. */
async function seenOf(all: readonly Share[]): Promise<Seen[]> {
  const shares = all.filter(({ dismissedAt }) => dismissedAt === undefined);
  const items = await Table.getMany(shares.map(({ ownerId, jobId }) => keyOf({ userId: ownerId, jobId })));
  return shares.flatMap((shared, index) => {
    const job = alive(items[index]);
    return job ? [{ job, shared }] : [];
  });
}
