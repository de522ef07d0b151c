import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { checkAdministrator, type Role, type UserActor } from "../actor.ts";
import { ADMINISTRATORS, stillOf } from "../standing.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import { type Request, roleRequest } from "./entity.ts";
import { OwnRoleRequest, RoleRequestMismatch, RoleRequestNotFound, RoleRequestWaits } from "./errors.ts";

/** Requests for a change of a role that wait for a second administrator: at most one for a user. */

/** An administrator, or an operator at the command line. */
export type Author = UserActor | { readonly operator: string };

export interface Change {
  readonly role: Role;
  readonly reason: string;
  /** The request of another administrator that this change approves. */
  readonly approvalId?: string | undefined;
}

export type Outcome =
  | { readonly kind: "changed"; readonly user: User }
  | { readonly kind: "pending"; readonly approvalId: string; readonly expiresAt: string };

/** How long a request waits, and how long its item then stays for clocks that differ. */
const WAITS_MS = DAY_MS;
const STAYS_MS = DAY_MS;

export const keyOf = (userId: string): Table.Key => roleRequest.key({ userId });

export const fromItem = (item: Table.Item | undefined): Request | undefined =>
  item && roleRequest.parse(item);

const isWaiting = ({ expiresAt }: Request): boolean => expiresAt > Clock.nowIso();

/**
 * Returns the writes that store a request. If the same administrator has asked for the same change, there are none.
 * @param other the user's present request
 * @throws ROLE_REQUEST_WAITS
 */
export function asking(
  actor: UserActor,
  user: User,
  { role, reason }: Change,
  other: Request | undefined,
): { readonly writes: readonly Table.Write[]; readonly pending: Outcome } {
  const isSame = other?.role === role && other.before === user.role && other.requestedBy === actor.userId;
  if (other && isWaiting(other)) {
    if (!isSame) {
      const { approvalId, requestedBy, expiresAt } = other;
      throw fail(RoleRequestWaits, { details: { approvalId, role: other.role, requestedBy, expiresAt } });
    }
    return { writes: [], pending: pendingOf(other) };
  }
  const nowMs = Clock.nowMs();
  const request: Request = {
    approvalId: Ids.create("approval"),
    userId: user.userId,
    role,
    before: user.role,
    reason,
    requestedBy: actor.userId,
    requestedAt: toIso(nowMs),
    expiresAt: toIso(nowMs + WAITS_MS),
  };
  const { userId, approvalId, before } = request;
  const ttl = Math.floor((nowMs + WAITS_MS + STAYS_MS) / 1000);
  return {
    writes: [
      {
        put: { ...roleRequest.item(request), ttl },
        where: other ? Where.is({ approvalId: other.approvalId }) : Where.absent,
      },
      ...Trail.noting(actor, {
        ...{ deed: "role-change-asked", to: userId, reason },
        about: { approvalId, before, role },
      }),
    ],
    pending: pendingOf(request),
  };
}

const pendingOf = ({ approvalId, expiresAt }: Request): Outcome => ({
  kind: "pending",
  approvalId,
  expiresAt,
});

/**
 * Returns the request that a change approves. Undefined if it approves none.
 * @throws ROLE_REQUEST_NOT_FOUND, OWN_ROLE_REQUEST, ROLE_REQUEST_MISMATCH
 */
export function checked(
  author: Author,
  { approvalId, role }: Change,
  request: Request | undefined,
): Request | undefined {
  if (approvalId === undefined) return undefined;
  if (!isOpen(request, approvalId)) throw fail(RoleRequestNotFound);
  if ("userId" in author && author.userId === request.requestedBy) throw fail(OwnRoleRequest);
  if (request.role !== role) throw fail(RoleRequestMismatch);
  return request;
}

const isOpen = (request: Request | undefined, approvalId: string): request is Request =>
  request?.approvalId === approvalId && isWaiting(request);

/** Returns the writes that end a user's request when the role changes, whether it was approved or superseded. */
export const ending = (
  request: Request | undefined,
  approved: Request | undefined,
): readonly Table.Write[] =>
  request === undefined
    ? []
    : [
        removing(request),
        // The first administrator must still be one.
        ...(approved ? [stillOf(ADMINISTRATORS, { userId: approved.requestedBy }, RoleRequestNotFound)] : []),
      ];

const removing = ({ userId, approvalId }: Request): Table.Write => ({
  remove: keyOf(userId),
  where: Where.is({ approvalId }),
});

/**
 * Ends a request without a change: its author withdraws it, or another administrator rejects it.
 * @throws FORBIDDEN, ROLE_REQUEST_NOT_FOUND
 */
export async function refuse(actor: UserActor, userId: string, approvalId: string): Promise<void> {
  checkAdministrator(actor);
  await Table.change(
    () => Table.find(roleRequest, { userId }),
    (request) => {
      if (!isOpen(request, approvalId)) throw fail(RoleRequestNotFound);
      const { role, requestedBy } = request;
      const deed = Trail.noting(actor, {
        ...{ deed: "role-change-refused", to: userId },
        about: { approvalId, role, requestedBy },
      });
      return {
        writes: [removing(request), ...deed, stillOf(ADMINISTRATORS, actor)],
        result: undefined,
      };
    },
  );
}

/** Lists all waiting requests by user, at most as many as two administrators make within a day. @throws FORBIDDEN */
export async function list(actor: UserActor): Promise<Request[]> {
  checkAdministrator(actor);
  return (await listAll(roleRequest, {})).filter(isWaiting);
}
