import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { HOUR_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { checkAdministrator, type UserActor } from "../actor.ts";
import { ADMINISTRATORS, stillOf } from "../standing.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import type { Author, Change, Outcome } from "./change.ts";
import { roleRequest } from "./entity.ts";
import { OwnRoleRequest, RoleRequestMismatch, RoleRequestNotFound, RoleRequestWaits } from "./errors.ts";
import type { Request } from "./schema.ts";

/** Changes of roles that wait for a second administrator: at most one for a user. */

/** How long a request waits: who knows what is true of both administrators by then. */
const WAITS_MS = 24 * HOUR_MS;
/** How long its item is left to the table afterwards, so that clocks need not agree. */
const KEPT_MS = 24 * HOUR_MS;

export const keyOf = (userId: string): Table.Key => roleRequest.key({ userId });

export const fromItem = (item: Table.Item | undefined): Request | undefined =>
  item && roleRequest.parse(item);

const waits = ({ expiresAt }: Request): boolean => expiresAt > Clock.nowIso();

/**
 * The writes that keep a change for a second administrator. What the same one has asked for already stays.
 * @param other what waits for this user by now
 * @throws ROLE_REQUEST_WAITS
 */
export function asking(
  actor: UserActor,
  user: User,
  { role, reason }: Change,
  other: Request | undefined,
): { readonly writes: readonly Table.Write[]; readonly pending: Outcome } {
  const isSame = other?.role === role && other.before === user.role && other.requestedBy === actor.userId;
  if (other && waits(other)) {
    if (!isSame) throw fail(RoleRequestWaits, { details: shown(other) });
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
    requestedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + WAITS_MS).toISOString(),
  };
  const { userId, approvalId, before } = request;
  const ttl = Math.floor((nowMs + WAITS_MS + KEPT_MS) / 1000);
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

const shown = ({ approvalId, role, requestedBy, expiresAt }: Request) => ({
  approvalId,
  role,
  requestedBy,
  expiresAt,
});

/**
 * The request that a change approves, if it may; undefined where it names none.
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
  request?.approvalId === approvalId && waits(request);

/** The writes that end what waits for a user whose role changes: approved once, or overtaken. */
export const ending = (
  request: Request | undefined,
  approved: Request | undefined,
): readonly Table.Write[] =>
  request === undefined
    ? []
    : [
        removing(request),
        // Two administrators agree as it happens, not one and somebody who was one.
        ...(approved ? [stillOf(ADMINISTRATORS, { userId: approved.requestedBy }, RoleRequestNotFound)] : []),
      ];

const removing = ({ userId, approvalId }: Request): Table.Write => ({
  remove: keyOf(userId),
  where: Where.is({ approvalId }),
});

/**
 * Ends a request without a change: whoever asked for it withdraws it, or another administrator refuses it.
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

/** Every change that waits, by user. There are as many as two administrators have left undone within a day. @throws FORBIDDEN */
export async function list(actor: UserActor): Promise<Request[]> {
  checkAdministrator(actor);
  const items = await Table.queryAll({ pk: roleRequest.partition({}), beginsWith: roleRequest.prefix });
  return items.map((item) => roleRequest.parse(item)).filter(waits);
}
