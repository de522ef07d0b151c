import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { ADMINISTRATORS, assertHasRole } from "../account-status.ts";
import { checkAdministrator, type Role, type UserActor } from "../actor.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import { type Request, roleRequest } from "./entity.ts";
import { OwnRoleRequest, RoleRequestMismatch, RoleRequestNotFound, RoleRequestWaits } from "./errors.ts";

/** Requests for a change of a role that wait for a second administrator. A user has at most one. */

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

/** How long a request can be approved, and how long its item is then retained, because clocks differ. */
const APPROVAL_MS = DAY_MS;
const RETENTION_MS = DAY_MS;

export const keyOf = (userId: string): Table.Key => roleRequest.key({ userId });

export const fromItem = (item: Table.Item | undefined): Request | undefined =>
  item && roleRequest.parse(item);

const isUnexpired = ({ expiresAt }: Request): boolean => expiresAt > Clock.nowIso();

/**
 * Returns the writes that store a request. Returns no writes if the same administrator has already requested the same change.
 * @param other the user's current request
 * @param head the end of the actor's chain in the audit trail
 * @throws ROLE_REQUEST_WAITS
 */
export function requestWrites(
  actor: UserActor,
  user: User,
  { role, reason }: Change,
  other: Request | undefined,
  head: Table.Item | undefined,
): { readonly writes: readonly Table.Write[]; readonly pending: Outcome } {
  const isSame = other?.role === role && other.before === user.role && other.requestedBy === actor.userId;
  if (other && isUnexpired(other)) {
    if (!isSame) {
      const { approvalId, requestedBy, expiresAt } = other;
      throw fail(RoleRequestWaits, { details: { approvalId, role: other.role, requestedBy, expiresAt } });
    }
    return { writes: [], pending: toPending(other) };
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
    expiresAt: toIso(nowMs + APPROVAL_MS),
  };
  const { userId, approvalId, before } = request;
  const ttl = Math.floor((nowMs + APPROVAL_MS + RETENTION_MS) / 1000);
  return {
    writes: [
      {
        put: { ...roleRequest.item(request), ttl },
        where: other ? Where.is({ approvalId: other.approvalId }) : Where.absent,
      },
      ...Trail.recordWrites(
        actor,
        { deed: "role-change-asked", to: userId, reason, about: { approvalId, before, role } },
        head,
      ),
    ],
    pending: toPending(request),
  };
}

const toPending = ({ approvalId, expiresAt }: Request): Outcome => ({
  kind: "pending",
  approvalId,
  expiresAt,
});

/**
 * Returns the request that a change approves. Undefined if the change is not an approval.
 * @throws ROLE_REQUEST_NOT_FOUND, OWN_ROLE_REQUEST, ROLE_REQUEST_MISMATCH
 */
export function findApproved(
  author: Author,
  { approvalId, role }: Change,
  request: Request | undefined,
): Request | undefined {
  if (approvalId === undefined) return undefined;
  if (!isPending(request, approvalId)) throw fail(RoleRequestNotFound);
  if ("userId" in author && author.userId === request.requestedBy) throw fail(OwnRoleRequest);
  if (request.role !== role) throw fail(RoleRequestMismatch);
  return request;
}

const isPending = (request: Request | undefined, approvalId: string): request is Request =>
  request?.approvalId === approvalId && isUnexpired(request);

/** Returns the writes that delete a user's request when the role changes. @param approved the request, if it was approved */
export const endWrites = (
  request: Request | undefined,
  approved: Request | undefined,
): readonly Table.Write[] =>
  request === undefined
    ? []
    : [
        removalWrite(request),
        // The first administrator must still have the role.
        ...(approved
          ? [assertHasRole(ADMINISTRATORS, { userId: approved.requestedBy }, RoleRequestNotFound)]
          : []),
      ];

const removalWrite = ({ userId, approvalId }: Request): Table.Write => ({
  remove: keyOf(userId),
  where: Where.is({ approvalId }),
});

/**
 * Deletes a request without a change: its author withdraws it, or another administrator rejects it.
 * @throws FORBIDDEN, ROLE_REQUEST_NOT_FOUND
 */
export async function reject(actor: UserActor, userId: string, approvalId: string): Promise<void> {
  checkAdministrator(actor);
  await Table.change(
    () => Table.getMany([keyOf(userId), Trail.headKey(actor)]),
    ([item, head]) => {
      const request = fromItem(item);
      if (!isPending(request, approvalId)) throw fail(RoleRequestNotFound);
      const { role, requestedBy } = request;
      const audit = Trail.recordWrites(
        actor,
        { deed: "role-change-refused", to: userId, about: { approvalId, role, requestedBy } },
        head,
      );
      return {
        writes: [removalWrite(request), ...audit, assertHasRole(ADMINISTRATORS, actor)],
        result: undefined,
      };
    },
  );
}

/** Lists all pending requests by user. They expire after a day, so the list stays short. @throws FORBIDDEN */
export async function list(actor: UserActor): Promise<Request[]> {
  checkAdministrator(actor);
  return (await listAll(roleRequest, {})).filter(isUnexpired);
}
