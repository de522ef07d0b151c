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
import { DAY_MS, toIso } from "../kernel/time.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { type Erasure, erasure, erasureDue } from "./entity.ts";
import { ErasureRequestNotFound, OwnErasureRequest } from "./errors.ts";
import { assertNotBlocked, type Requested, readRequest, schedule } from "./requests.ts";
import { changing, notHeldUp, type Pending, pendingOf, statusAfter } from "./states.ts";

/**
 * Erasures that administrators order: one asks, another approves. If staff blocked an account after its owner had asked, the
 * administrators approve the owner's request, which keeps its due date.
 */

/** How long a second administrator can approve. */
const APPROVAL_MS = DAY_MS;

export type Outcome =
  | { readonly kind: "asked"; readonly dueAt: string }
  | { readonly kind: "pending"; readonly approvalId: string; readonly expiresAt: string };

interface Order {
  readonly reason: string;
  /** The request of another administrator that this one approves. */
  readonly approvalId?: string | undefined;
}

/**
 * Asks for the erasure of a user, or approves the request of another administrator.
 * @throws FORBIDDEN, UNAUTHORIZED if the administrator's own session has ended, OWN_ROLE, AUTH_USER_NOT_FOUND,
 *   ERASURE_BLOCKED, ERASURE_REQUEST_NOT_FOUND, OWN_ERASURE_REQUEST, CONTENTION
 */
export const order = (actor: UserActor, userId: string, wanted: Order): Promise<Outcome> =>
  Table.retry(() => tryOrder(actor, userId, wanted));

async function tryOrder(actor: UserActor, userId: string, { reason, approvalId }: Order): Promise<Outcome> {
  const acting = actingOn(actor, userId);
  const requested = await readRequest(userId);
  const { user, before } = requested;
  const held = ownRequestOf(user, before);
  if (user.erasureAt !== undefined && !held) return { kind: "asked", dueAt: user.erasureAt };
  await assertNotBlocked(user);
  const target = { to: userId, reason };
  if (approvalId === undefined) {
    const writes = [...acting, ...Trail.noting(actor, { deed: "user-erasure-asked", ...target })];
    if (envFlag("ROLE_FOUR_EYES", true)) return requestApproval(actor, requested, writes);
    const { dueAt } = held
      ? await approve(actor, held, writes)
      : await schedule(requested, "ask", { requestedBy: actor.userId, writes });
    return { kind: "asked", dueAt };
  }
  const { requestedBy } = approvable(actor, before, approvalId);
  const writes = [
    ...acting,
    ...Trail.noting(actor, { deed: "user-erasure-approved", ...target, about: { requestedBy } }),
    // The first administrator must still be one.
    stillOf(ADMINISTRATORS, { userId: requestedBy }, ErasureRequestNotFound),
  ];
  const { dueAt } = held
    ? await approve(actor, held, writes)
    : await schedule(requested, "approve", { requestedBy: actor.userId, writes });
  return { kind: "asked", dueAt };
}

/** An owner's own request that is held up, or will be, because staff blocked the account. */
type OwnRequest = Erasure & { readonly dueAt: string };

function ownRequestOf(user: User, before: Erasure | undefined): OwnRequest | undefined {
  const dueAt = user.erasureAt;
  const isOwn = before?.requestedBy === user.userId && before.approvedBy === undefined;
  const isHeld = isOwn && user.blocked && user.closedAt === undefined && before.dueAt === dueAt;
  return isHeld && dueAt !== undefined ? { ...before, dueAt } : undefined;
}

/** Lets an owner's own request be carried out when it is due, although staff blocked the account. */
async function approve(
  actor: UserActor,
  held: OwnRequest,
  writes: readonly Table.Write[],
): Promise<{ readonly dueAt: string }> {
  const { userId, dueAt } = held;
  const now = Clock.nowIso();
  const decided = { approvalId: undefined, askedBy: undefined, expiresAt: undefined };
  await Table.commit([
    ...writes,
    {
      check: userProfile.key({ userId }),
      where: Where.all(Where.is({ erasureAt: dueAt, closedAt: undefined }), Where.has("blockedAt")),
    },
    changing(held, "approve", {
      set: { ...decided, approvedBy: actor.userId, ...erasureDue.at(userId, dueAt > now ? dueAt : now) },
      where: isUnchanged(held),
    }),
  ]);
  return { dueAt };
}

/** Returns the request to approve. @throws ERASURE_REQUEST_NOT_FOUND, OWN_ERASURE_REQUEST */
function approvable(actor: UserActor, before: Erasure | undefined, approvalId: string): Pending {
  const pending = before && pendingOf(before);
  if (pending?.id !== approvalId) throw fail(ErasureRequestNotFound);
  if (pending.requestedBy === actor.userId) throw fail(OwnErasureRequest);
  return pending;
}

/**
 * Stores a request for a second administrator, unless one is pending already.
 * @throws ConditionFailed if the erasure has changed concurrently, for a retry
 */
async function requestApproval(
  actor: UserActor,
  { user, before }: Requested,
  writes: readonly Table.Write[],
): Promise<Outcome> {
  const { userId } = user;
  const pending = before && pendingOf(before);
  if (pending) return { kind: "pending", approvalId: pending.id, expiresAt: pending.expiresAt };
  const approvalId = Ids.create("approval");
  const expiresAt = toIso(Clock.nowMs() + APPROVAL_MS);
  const approval = { approvalId, askedBy: actor.userId, expiresAt };
  const status = statusAfter("request", before);
  const made = { userId, status, requestedBy: actor.userId, requestedAt: Clock.nowIso() };
  const held = ownRequestOf(user, before);
  await Table.commit([
    ...writes,
    {
      check: userProfile.key({ userId }),
      where: Where.all(
        Where.exists,
        Where.is({ erasureAt: user.erasureAt, closedAt: undefined, erasedAt: undefined }),
      ),
    },
    ...(held
      ? [{ update: erasure.key({ userId }), set: approval, where: isUnchanged(held) }]
      : [
          {
            put: erasure.item({ ...made, ...approval }),
            where: before ? isUnchanged(before) : Where.absent,
          },
          // The former request may have been held up.
          notHeldUp(userId),
        ]),
  ]);
  return { kind: "pending", approvalId, expiresAt };
}

const isUnchanged = ({ status, requestedAt, approvalId, dueAt }: Erasure): Where.Where =>
  Where.is({ status, requestedAt, approvalId, dueAt });
