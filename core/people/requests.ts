import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import * as Events from "../identity/events.ts";
import * as Stamp from "../identity/stamp.ts";
import { fromItem, type User } from "../identity/user.ts";
import { userNotFound } from "../identity/users.ts";
import * as Jobs from "../jobs/index.ts";
import { isOpen, type Job } from "../jobs/schema.ts";
import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { type ErrorDefinition, fail, Unauthenticated } from "../kernel/errors.ts";
import { DAY_MS, toIso } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { type Blocker, blockersOf } from "./blockers.ts";
import { type Erasure, erasure, erasureDue } from "./entity.ts";
import { ErasureBlocked, ExportNotReady } from "./errors.ts";
import { queueRemovalWrite, statusAfter } from "./states.ts";

/**
 * Requests of users for the export and the erasure of their own data (GDPR, articles 15, 17 and 20). An erasure is executed after a
 * grace period. A sign-in before cancels it, because its write (`Sessions.assertSignInProven`) removes the due date from the account.
 */

/** The law allows a month (GDPR, article 12 (3)). */
const graceDays = (): number => envInt("ERASURE_GRACE_DAYS", 30);

/** The state of an erasure, as shown to the user. */
export interface Overview {
  readonly graceDays: number;
  /** When the erasure begins (ISO 8601). Undefined if none is requested. */
  readonly dueAt: string | undefined;
  readonly blockers: readonly Blocker[];
}

/** A user who is not erased, and the erasure that was requested before, if any. */
export interface Requested {
  readonly user: User;
  readonly before: Erasure | undefined;
}

/** @throws AUTH_USER_NOT_FOUND */
export async function readRequest(userId: string): Promise<Requested> {
  const [item, before] = await Table.getMany([userProfile.key({ userId }), erasure.key({ userId })]);
  const user = item && fromItem(item);
  if (!user || user.erasedAt !== undefined) throw userNotFound();
  return { user, before: before && erasure.parse(before) };
}

/** Returns when the actor's account will be erased, and the blockers of its erasure. */
export async function overview(actor: Pick<UserActor, "userId">): Promise<Overview> {
  const { user } = await readRequest(actor.userId);
  return { graceDays: graceDays(), dueAt: user.erasureAt, blockers: await blockersOf(user) };
}

/**
 * Requests the erasure of the actor's own data, which the caller has confirmed. Ends every session and key, so that a returning user
 * must sign in.
 * @returns when the erasure begins
 * @throws ERASURE_BLOCKED, AUTH_USER_NOT_FOUND, UNAUTHORIZED if the credential has ended
 */
export async function requestErasure(actor: UserActor): Promise<{ readonly dueAt: string }> {
  const requested = await readRequest(actor.userId);
  if (!Stamp.matches(actor, requested.user)) throw fail(Unauthenticated);
  return schedule(requested, "ask", {
    requestedBy: actor.userId,
    writes: [],
    onConditionFailed: Unauthenticated,
  });
}

/** @throws ERASURE_BLOCKED */
export async function assertNotBlocked(user: User): Promise<void> {
  const blockers = await blockersOf(user);
  if (blockers.length > 0) throw fail(ErasureBlocked, { details: { blockers } });
}

interface ScheduleOptions {
  readonly requestedBy: string;
  /** Further writes of the same transaction. */
  readonly writes: readonly Table.Write[];
  /** The error if the account's credentials have changed. Defaults to `ConditionFailed`, for a retry. */
  readonly onConditionFailed?: ErrorDefinition;
}

/** Sets the due date of an erasure. @throws ERASURE_BLOCKED, `onConditionFailed` */
export async function schedule(
  { user, before }: Requested,
  event: "ask" | "approve",
  { requestedBy, writes, onConditionFailed }: ScheduleOptions,
): Promise<{ readonly dueAt: string }> {
  const { userId, securityStamp } = user;
  if (user.erasureAt !== undefined) return { dueAt: user.erasureAt };
  await assertNotBlocked(user);
  const requestedAt = Clock.nowIso();
  const dueAt = toIso(Clock.nowMs() + graceDays() * DAY_MS);
  const status = statusAfter(event, before);
  const made = erasure.item({ userId, status, requestedBy, requestedAt, dueAt });
  await Table.commit([
    ...writes,
    {
      update: userProfile.key({ userId }),
      set: { erasureAt: dueAt, securityStamp: Stamp.newStamp(), updatedAt: requestedAt },
      where: Where.is({ securityStamp }),
      ...(onConditionFailed && { onConditionFailed }),
    },
    { put: { ...made, ...erasureDue.at(userId, dueAt) } },
    // The former request may be in the queue of held-up erasures.
    queueRemovalWrite(userId),
    Outbox.write(Events.credentialsChanged, { userId }),
    Outbox.write(Events.erasureRequested, { userId, dueAt }),
  ]);
  return { dueAt };
}

/** How long after its request a finished export is returned instead of a new one. */
const EXPORT_REUSED_MS = DAY_MS;

/** Requests an export. A job writes the file, and an email reports that it is ready. Returns an open or recent job instead of a new one. */
export async function requestExport(actor: UserActor): Promise<Job> {
  const latest = await Jobs.latestExport(actor);
  const isRecent =
    latest?.status === "succeeded" && Date.parse(latest.createdAt) > Clock.nowMs() - EXPORT_REUSED_MS;
  return latest && (isOpen(latest) || isRecent) ? latest : Jobs.exportData(actor);
}

/** Returns a temporary link to the latest export. The caller has confirmed the request. @throws EXPORT_NOT_READY */
export async function linkExport(actor: UserActor): Promise<Jobs.LinkedFile> {
  const latest = await Jobs.latestExport(actor);
  const [file] = latest?.status === "succeeded" ? await Jobs.links(latest) : [];
  if (!file) throw fail(ExportNotReady);
  return file;
}
