import { envFlag } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import {
  ADMINISTRATORS,
  assertHasRole,
  blockWrites,
  roleChangeWrites,
  STAFF,
  unblockWrites,
} from "../account-status.ts";
import { checkAdministrator, type Role, roles } from "../actor.ts";
import { roster, userProfile } from "../entity.ts";
import * as Events from "../events.ts";
import * as Trail from "../trail/index.ts";
import { fromItem, type User } from "../user.ts";
import * as Users from "../users.ts";
import { AddressNotProven, OwnRole, UserIsBlocked, UserIsErased } from "./errors.ts";
import * as Requests from "./requests.ts";

/**
 * Roles and blocks. Administrators change the roles of other users. Staff roles need two administrators. An operator appoints the
 * first administrator of a stack (`local/admin.ts`).
 */

/** Returns whether a second administrator must approve the change: one of the roles is a staff role. */
const needsApproval = (before: Role, after: Role): boolean =>
  envFlag("ROLE_FOUR_EYES", true) && (STAFF.includes(before) || STAFF.includes(after));

/**
 * Changes a user's role, effective at the next request, or stores the request for a second administrator. A repeated call changes
 * nothing.
 * @throws FORBIDDEN, OWN_ROLE, AUTH_USER_NOT_FOUND, ADDRESS_NOT_PROVEN, USER_IS_BLOCKED, LAST_ADMINISTRATOR,
 *   ROLE_REQUEST_WAITS; for an approval ROLE_REQUEST_NOT_FOUND, OWN_ROLE_REQUEST, ROLE_REQUEST_MISMATCH
 */
export async function changeRole(
  author: Requests.Author,
  userId: string,
  change: Requests.Change,
): Promise<Requests.Outcome> {
  const checks = assertCanAdminister(author, userId);
  return Table.change<readonly (Table.Item | undefined)[], Requests.Outcome>(
    () => Table.getMany([userProfile.key({ userId }), Requests.keyOf(userId), Trail.headKey(author)]),
    ([item, requestItem, head]) => {
      const user = item && fromItem(item);
      const request = Requests.fromItem(requestItem);
      if (!user) throw Users.userNotFound();
      if (user.role === change.role) return { writes: [], result: { kind: "changed", user } };
      const approved = Requests.findApproved(author, change, request);
      assertMayReceive(user, change.role);
      if ("userId" in author && !approved && needsApproval(user.role, change.role)) {
        const { writes, pending } = Requests.requestWrites(author, user, change, request, head);
        return { writes: [...writes, ...checks], result: pending };
      }
      const writes = [
        ...auditedWrites(author, user, change, approved?.requestedBy, head),
        // An unapproved pending request was for another role.
        ...Requests.endWrites(request, approved),
        ...checks,
      ];
      return { writes, result: { kind: "changed", user: { ...user, role: change.role } } };
    },
  );
}

/** Returns the check that the author is still an administrator. @throws FORBIDDEN, OWN_ROLE */
export function assertCanAdminister(author: Requests.Author, userId: string): readonly Table.Write[] {
  if ("operator" in author) return [];
  checkAdministrator(author);
  if (author.userId === userId) throw fail(OwnRole);
  return [assertHasRole(ADMINISTRATORS, author)];
}

/** @throws ADDRESS_NOT_PROVEN, USER_IS_BLOCKED */
function assertMayReceive(user: User, role: Role): void {
  // A lower role has no requirements.
  if (roles.indexOf(role) < roles.indexOf(user.role)) return;
  if (user.emailVerified === undefined) throw fail(AddressNotProven);
  if (user.blocked) throw fail(UserIsBlocked);
}

const auditedWrites = (
  author: Requests.Author,
  user: User,
  { role, reason }: Requests.Change,
  requestedBy: string | undefined,
  head: Table.Item | undefined,
): readonly Table.Write[] => [
  ...roleChangeWrites(user, role),
  ...Trail.recordWrites(
    author,
    {
      deed: "role-changed",
      to: user.userId,
      reason,
      about: { before: user.role, role, ...(requestedBy !== undefined && { requestedBy }) },
    },
    head,
  ),
  Outbox.write(Events.roleChanged, { userId: user.userId, role, before: user.role }),
];

/** Lists the staff members who are not blocked. */
export async function listStaff(): Promise<User[]> {
  const { administrators = [], employees = [] } = (await Table.find(roster, {})) ?? {};
  const keys = [...administrators, ...employees].map((userId) => userProfile.key({ userId }));
  return (await Table.getMany(keys)).flatMap((item) => (item ? [fromItem(item)] : []));
}

/**
 * Blocks a user, and ends all sessions, devices and API keys in the same write. Does not move money. One administrator is enough,
 * so that a misused account can be blocked immediately. A repeated call changes nothing.
 * @throws FORBIDDEN, OWN_ROLE, AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR
 */
export const block = (author: Requests.Author, userId: string, reason: string): Promise<User> =>
  setBlocked(author, userId, true, (user, head) => [
    ...blockWrites(user),
    ...Trail.recordWrites(author, { deed: "user-blocked", to: userId, reason }, head),
    Outbox.write(Events.userBlocked, { userId }),
  ]);

/**
 * Unblocks a user. Former sessions and API keys stay invalid. A repeated call changes nothing.
 * @throws FORBIDDEN, OWN_ROLE, AUTH_USER_NOT_FOUND, USER_IS_ERASED
 */
export const unblock = (author: Requests.Author, userId: string, reason: string): Promise<User> =>
  setBlocked(author, userId, false, (user, head) => [
    ...unblockWrites(user),
    ...Trail.recordWrites(author, { deed: "user-unblocked", to: userId, reason }, head),
    Outbox.write(Events.userUnblocked, { userId }),
  ]);

async function setBlocked(
  author: Requests.Author,
  userId: string,
  blocked: boolean,
  writes: (user: User, head: Table.Item | undefined) => readonly Table.Write[],
): Promise<User> {
  const checks = assertCanAdminister(author, userId);
  return Table.change(
    () => Promise.all([Users.fromId(userId), Trail.readHead(author)]),
    ([user, head]) => {
      if (!user || user.erasedAt !== undefined) throw Users.userNotFound();
      if (!blocked && user.closedAt !== undefined) throw fail(UserIsErased);
      if (user.blocked === blocked) return { writes: [], result: user };
      return { writes: [...writes(user, head), ...checks], result: { ...user, blocked } };
    },
  );
}
