import { ADMINISTRATORS, assertHasRole } from "../identity/account-status.ts";
import type { UserActor } from "../identity/actor.ts";
import { userProfile } from "../identity/entity.ts";
import { assertCanAdminister } from "../identity/roles/index.ts";
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
import { changeWrite, type Pending, pendingOf, queueRemovalWrite, statusAfter } from "./states.ts";

/**
 * Erasures at the request of administrators: one requests it, another one approves it. If staff blocked an account after its owner
 * requested the erasure, the administrators approve the owner's request, whose due date stays the same.
 */

/** The approval period for a second administrator. */
const APPROVAL_MS = DAY_MS;

export type Outcome =
  | { readonly kind: "asked"; readonly dueAt: string }
  | { readonly kind: "pending"; readonly approvalId: string; readonly expiresAt: string };

interface AdminRequest {
  readonly reason: string;
  /** The request of another administrator that this request approves. */
  readonly approvalId?: string | undefined;
}

/**
 * Requests the erasure of a user, or approves the request of another administrator.
 * @throws FORBIDDEN, UNAUTHORIZED if the administrator's session has ended, OWN_ROLE, AUTH_USER_NOT_FOUND,
 *   ERASURE_BLOCKED, ERASURE_REQUEST_NOT_FOUND, OWN_ERASURE_REQUEST, CONTENTION
 */
export const requestErasureOf = (actor: UserActor, userId: string, request: AdminRequest): Promise<Outcome> =>
  Table.retry(() => tryRequest(actor, userId, request));

async function tryRequest(
  actor: UserActor,
  userId: string,
  { reason, approvalId }: AdminRequest,
): Promise<Outcome> {
  const checks = assertCanAdminister(actor, userId);
  const [requested, head] = await Promise.all([readRequest(userId), Trail.readHead(actor)]);
  const { user, before } = requested;
  const held = ownRequestOf(user, before);
  if (user.erasureAt !== undefined && !held) return { kind: "asked", dueAt: user.erasureAt };
  await assertNotBlocked(user);
  const target = { to: userId, reason };
  if (approvalId === undefined) {
    const writes = [...checks, ...Trail.recordWrites(actor, { deed: "user-erasure-asked", ...target }, head)];
    if (envFlag("ROLE_FOUR_EYES", true)) return requestApproval(actor, requested, writes);
    const { dueAt } = held
      ? await approve(actor, held, writes)
      : await schedule(requested, "ask", { requestedBy: actor.userId, writes });
    return { kind: "asked", dueAt };
  }
  const { requestedBy } = findApprovable(actor, before, approvalId);
  const writes = [
    ...checks,
    ...Trail.recordWrites(actor, { deed: "user-erasure-approved", ...target, about: { requestedBy } }, head),
    // The first administrator must still have the role.
    assertHasRole(ADMINISTRATORS, { userId: requestedBy }, ErasureRequestNotFound),
  ];
  const { dueAt } = held
    ? await approve(actor, held, writes)
    : await schedule(requested, "approve", { requestedBy: actor.userId, writes });
  return { kind: "asked", dueAt };
}

/** An owner's own request on an account that staff have blocked. The block holds the erasure up when it is due. */
type OwnRequest = Erasure & { readonly dueAt: string };

function ownRequestOf(user: User, before: Erasure | undefined): OwnRequest | undefined {
  const dueAt = user.erasureAt;
  const isOwn = before?.requestedBy === user.userId && before.approvedBy === undefined;
  const isHeld = isOwn && user.blocked && user.closedAt === undefined && before.dueAt === dueAt;
  return isHeld && dueAt !== undefined ? { ...before, dueAt } : undefined;
}

/** Approves an owner's own request, so that it is executed when it is due although staff blocked the account. */
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
    changeWrite(held, "approve", {
      set: { ...decided, approvedBy: actor.userId, ...erasureDue.at(userId, dueAt > now ? dueAt : now) },
      where: isUnchanged(held),
    }),
  ]);
  return { dueAt };
}

/** Returns the request to approve. @throws ERASURE_REQUEST_NOT_FOUND, OWN_ERASURE_REQUEST */
function findApprovable(actor: UserActor, before: Erasure | undefined, approvalId: string): Pending {
  const pending = before && pendingOf(before);
  if (pending?.id !== approvalId) throw fail(ErasureRequestNotFound);
  if (pending.requestedBy === actor.userId) throw fail(OwnErasureRequest);
  return pending;
}

/**
 * Stores a request for a second administrator. Returns the pending request if one exists.
 * @throws ConditionFailed after a concurrent change of the erasure, for a retry
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
          // The former request may be in the queue of held-up erasures.
          queueRemovalWrite(userId),
        ]),
  ]);
  return { kind: "pending", approvalId, expiresAt };
}

const isUnchanged = ({ status, requestedAt, approvalId, dueAt }: Erasure): Where.Where =>
  Where.is({ status, requestedAt, approvalId, dueAt });
