import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { actingOn } from "../identity/roles/index.ts";
import { ADMINISTRATORS, stillOf } from "../identity/standing.ts";
import * as Trail from "../identity/trail/index.ts";
import type { User } from "../identity/user.ts";
import * as Clock from "../kernel/clock/index.ts";
import { envFlag } from "../kernel/env.ts";
import { fail } from "../kernel/errors.ts";
import * as Ids from "../kernel/ids/index.ts";
import { DAY_MS } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { erasure, erasureDue } from "./entity.ts";
import { ErasureRequestNotFound, OwnErasureRequest } from "./errors.ts";
import * as HeldUp from "./held-up.ts";
import { type Asked, begin, check, read } from "./requests.ts";
import type { Erasure } from "./schema.ts";
import { changing, erasureStates, pendingOf } from "./states.ts";

/**
 * Erasures that administrators ask for: one asks, another approves, as roles are given. Where the staff has blocked an
 * account whose owner asked for the erasure, they approve that: its owner's wish, and its day, stay as they are.
 */

/** How long a second administrator has. */
const WAITS_MS = DAY_MS;

/** What came of an administrator's wish. */
export type Outcome =
  | { readonly kind: "asked"; readonly dueAt: string }
  | { readonly kind: "pending"; readonly approvalId: string; readonly expiresAt: string };

interface OrderRequest {
  readonly reason: string;
  /** Of another administrator's wish, which this one approves. */
  readonly approvalId?: string | undefined;
}

/**
 * Asks for the erasure of a user, or approves that another administrator did.
 * @throws FORBIDDEN, UNAUTHORIZED where the administrator's own session has ended, OWN_ROLE, AUTH_USER_NOT_FOUND,
 *   ERASURE_BLOCKED, ERASURE_REQUEST_NOT_FOUND, OWN_ERASURE_REQUEST, CONTENTION
 */
export const order = (actor: UserActor, userId: string, wish: OrderRequest): Promise<Outcome> =>
  Table.retry(() => decide(actor, userId, wish));

async function decide(
  actor: UserActor,
  userId: string,
  { reason, approvalId }: OrderRequest,
): Promise<Outcome> {
  const acting = actingOn(actor, userId);
  const { user, before } = await read(userId);
  const held = heldByBlock(user, before);
  if (user.erasureAt !== undefined && !held) return { kind: "asked", dueAt: user.erasureAt };
  await check(user);
  const about = { to: userId, reason };
  if (approvalId === undefined && envFlag("ROLE_FOUR_EYES", true)) {
    const deed = Trail.noting(actor, { deed: "user-erasure-asked", ...about });
    return wait(actor, { user, before }, [...acting, ...deed]);
  }
  const requestedBy = approvalId === undefined ? undefined : approvable(actor, before, approvalId);
  const deed = Trail.noting(actor, {
    deed: approvalId === undefined ? "user-erasure-asked" : "user-erasure-approved",
    ...about,
    ...(requestedBy !== undefined && { about: { requestedBy } }),
  });
  const writes = [
    ...acting,
    ...deed,
    // Two administrators agree as it happens, not one and somebody who was one.
    ...(requestedBy === undefined
      ? []
      : [stillOf(ADMINISTRATORS, { userId: requestedBy }, ErasureRequestNotFound)]),
  ];
  const { dueAt } = held
    ? await approve(actor, held, writes)
    : await begin({ user, before }, approvalId === undefined ? "ask" : "approve", {
        requestedBy: actor.userId,
        writes,
      });
  return { kind: "asked", dueAt };
}

/** An owner's own wish that waits, or will, because the staff has blocked the account: the day is the account's. */
type Held = Erasure & { readonly dueAt: string };

function heldByBlock(user: User, before: Erasure | undefined): Held | undefined {
  const dueAt = user.erasureAt;
  const isOwn = before?.requestedBy === user.userId && before.approvedBy === undefined;
  const isHeld = isOwn && user.blocked && user.closedAt === undefined && before.dueAt === dueAt;
  return isHeld && dueAt !== undefined ? { ...before, dueAt } : undefined;
}

/** Lets an owner's own wish be carried out on its day, or as soon as that is over, whatever the staff has blocked. */
async function approve(
  actor: UserActor,
  held: Held,
  writes: readonly Table.Write[],
): Promise<{ readonly dueAt: string }> {
  const { userId, dueAt } = held;
  const now = Clock.nowIso();
  const waiting = { approvalId: undefined, askedBy: undefined, expiresAt: undefined };
  await Table.commit([
    ...writes,
    {
      check: userProfile.key({ userId }),
      where: Where.all(Where.is({ erasureAt: dueAt, closedAt: undefined }), Where.has("blockedAt")),
    },
    changing(held, "approve", {
      set: { ...waiting, approvedBy: actor.userId, ...erasureDue.at(userId, dueAt > now ? dueAt : now) },
      where: [stillThat(held)],
    }),
  ]);
  return { dueAt };
}

/** @returns who asked for it @throws ERASURE_REQUEST_NOT_FOUND, OWN_ERASURE_REQUEST */
function approvable(actor: UserActor, before: Erasure | undefined, approvalId: string): string {
  const pending = before && pendingOf(before);
  if (pending?.id !== approvalId) throw fail(ErasureRequestNotFound);
  if (pending.requestedBy === actor.userId) throw fail(OwnErasureRequest);
  return pending.requestedBy;
}

/**
 * Keeps a wish for a second administrator; one that waits already stays.
 * @throws ConditionFailed where another was asked for since it was read: it must not be replaced
 */
async function wait(
  actor: UserActor,
  { user, before }: Asked,
  beside: readonly Table.Write[],
): Promise<Outcome> {
  const { userId } = user;
  const pending = before && pendingOf(before);
  if (pending) return { kind: "pending", approvalId: pending.id, expiresAt: pending.expiresAt };
  const approvalId = Ids.create("approval");
  const expiresAt = new Date(Clock.nowMs() + WAITS_MS).toISOString();
  const waiting = { approvalId, askedBy: actor.userId, expiresAt };
  const status = erasureStates.assertTransition(before?.status ?? "none", "request");
  const asked = { userId, status, requestedBy: actor.userId, requestedAt: Clock.nowIso() };
  const held = heldByBlock(user, before);
  await Table.commit([
    ...beside,
    {
      check: userProfile.key({ userId }),
      where: Where.all(
        Where.exists,
        Where.is({ erasureAt: user.erasureAt, closedAt: undefined, erasedAt: undefined }),
      ),
    },
    ...(held
      ? [{ update: erasure.key({ userId }), set: waiting, where: stillThat(held) }]
      : [
          {
            put: erasure.item({ ...asked, ...waiting }),
            where: before ? stillThat(before) : Where.absent,
          },
          // What held up a wish that was called off holds up nothing.
          HeldUp.leaving(userId),
        ]),
  ]);
  return { kind: "pending", approvalId, expiresAt };
}

/** What stands there is what was read. */
const stillThat = ({ status, requestedAt, approvalId, dueAt }: Erasure): Where.Where =>
  Where.is({ status, requestedAt, approvalId, dueAt });
