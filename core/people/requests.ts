import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import * as Events from "../identity/events.ts";
import * as Stamp from "../identity/stamp.ts";
import { fromItem, type User } from "../identity/user.ts";
import { noSuchUser } from "../identity/users.ts";
import * as Clock from "../kernel/clock/index.ts";
import { envInt } from "../kernel/env.ts";
import { type ErrorDefinition, fail, Unauthenticated } from "../kernel/errors.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { type Blocker, blockersOf } from "./blockers.ts";
import { erasure, erasureDue } from "./entity.ts";
import { ErasureBlocked } from "./errors.ts";
import * as HeldUp from "./held-up.ts";
import type { Erasure } from "./schema.ts";
import { erasureStates } from "./states.ts";

/**
 * Asking for an erasure. It is carried out after a time in which whoever signs in calls it off: every way in is one
 * write (`Sessions.stillProven`), which takes the day off the account.
 */

/** The law gives a month: article 12 (3) GDPR. */
export const graceDays = (): number => envInt("ERASURE_GRACE_DAYS", 30);

/** What a user is shown of the erasure of the own account. */
export interface Overview {
  readonly graceDays: number;
  /** When it was asked for, and from when on it is carried out (ISO 8601); undefined where it is not asked for. */
  readonly dueAt: string | undefined;
  readonly blockers: readonly Blocker[];
}

/** Somebody who is not erased, and the erasure that was asked for. */
export interface Asked {
  readonly user: User;
  readonly before: Erasure | undefined;
}

/** @throws AUTH_USER_NOT_FOUND */
export async function read(userId: string): Promise<Asked> {
  const [item, before] = await Table.getMany([userProfile.key({ userId }), erasure.key({ userId })]);
  const user = item && fromItem(item);
  if (!user || user.erasedAt !== undefined) throw noSuchUser();
  return { user, before: before && erasure.parse(before) };
}

/** Whether and when the actor is erased, and what is in the way of it. */
export async function overview(actor: Pick<UserActor, "userId">): Promise<Overview> {
  const { user } = await read(actor.userId);
  return { graceDays: graceDays(), dueAt: user.erasureAt, blockers: await blockersOf(user) };
}

/**
 * Asks for the erasure of the actor's own data; whoever calls has had it confirmed. It ends every session and key, so
 * that whoever comes back signs in.
 * @returns when it is carried out
 * @throws ERASURE_BLOCKED, UNAUTHORIZED where the credential has ended
 */
export async function ask(actor: UserActor): Promise<{ readonly dueAt: string }> {
  const asked = await read(actor.userId);
  if (!Stamp.isOf(actor, asked.user)) throw fail(Unauthenticated);
  return begin(asked, "ask", { requestedBy: actor.userId, writes: [], refused: Unauthenticated });
}

/** @throws ERASURE_BLOCKED */
export async function check(user: User): Promise<void> {
  const blockers = await blockersOf(user);
  if (blockers.length > 0) throw fail(ErasureBlocked, { details: { blockers } });
}

interface Beginning {
  readonly requestedBy: string;
  /** What is written with it. */
  readonly writes: readonly Table.Write[];
  /** What it means that the account's credentials were changed meanwhile; left out: that all is read anew. */
  readonly refused?: ErrorDefinition;
}

/** Sets the day. @throws ERASURE_BLOCKED, ConditionFailed where the account was changed meanwhile, or what that means */
export async function begin(
  { user, before }: Asked,
  event: "ask" | "approve",
  { requestedBy, writes, refused }: Beginning,
): Promise<{ readonly dueAt: string }> {
  const { userId, securityStamp } = user;
  if (user.erasureAt !== undefined) return { dueAt: user.erasureAt };
  await check(user);
  const requestedAt = Clock.nowIso();
  const dueAt = new Date(Clock.nowMs() + graceDays() * DAY_MS).toISOString();
  const status = erasureStates.assertTransition(before?.status ?? "none", event);
  const made = erasure.item({ userId, status, requestedBy, requestedAt, dueAt });
  await Table.commit([
    ...writes,
    {
      update: userProfile.key({ userId }),
      set: { erasureAt: dueAt, securityStamp: Stamp.newStamp(), updatedAt: requestedAt },
      where: Where.is({ securityStamp }),
      ...(refused && { onConditionFailed: refused }),
    },
    { put: { ...made, ...erasureDue.at(userId, dueAt) } },
    // What held up a wish that was called off holds up nothing.
    HeldUp.leaving(userId),
    Outbox.write(Events.credentialsChanged, { userId }),
    Outbox.write(Events.erasureAsked, { userId, dueAt }),
  ]);
  return { dueAt };
}
