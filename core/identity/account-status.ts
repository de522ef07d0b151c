import * as Clock from "../kernel/clock/index.ts";
import { type ErrorDefinition, Forbidden, fail, Unauthenticated } from "../kernel/errors.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import type { Account, Role } from "./actor.ts";
import { roster, userProfile } from "./entity.ts";
import { LastAdministrator } from "./errors.ts";
import * as Events from "./events.ts";
import { newStamp } from "./stamp.ts";
import type { User } from "./user.ts";

/**
 * The role of an account, and whether it is blocked. Each change is conditional on the state that was read, and also updates
 * the staff roster, so that at least one administrator always remains.
 */

type AccountStatus = Pick<User, "role" | "blocked">;

const ROSTER = roster.key({});

/** Returns the roster's list that contains a user. */
const rosterListOf = ({ role, blocked }: AccountStatus): "administrators" | "employees" | undefined => {
  if (blocked) return undefined;
  if (role === "ADMIN") return "administrators";
  return role === "EMPLOYE" ? "employees" : undefined;
};

/** Returns the condition that a user is not the last administrator. */
const isReplaceable = (userId: string): Where.Where =>
  Where.any(Where.not(Where.contains("administrators", userId)), Where.size("administrators", ">", 1));

function rosterWrites(userId: string, before: AccountStatus, after: AccountStatus): Table.Write[] {
  const [from, to] = [rosterListOf(before), rosterListOf(after)];
  if (from === to) return [];
  const one = new Set([userId]);
  return [
    {
      update: ROSTER,
      ...(from && { discard: { [from]: one } }),
      ...(to && { add: { [to]: one } }),
      ...(from === "administrators" && {
        where: isReplaceable(userId),
        onConditionFailed: LastAdministrator,
      }),
    },
  ];
}

/** Returns the writes that change a user's role. They fail after a concurrent change. */
export const roleChangeWrites = (user: User, role: Role): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { role, updatedAt: Clock.nowIso() },
    where: isUnchanged(user),
  },
  ...rosterWrites(user.userId, user, { ...user, role }),
];

/** Returns the writes that block a user. They end every session and API key. */
export const blockWrites = (user: User): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { blockedAt: Clock.nowIso(), securityStamp: newStamp(), updatedAt: Clock.nowIso() },
    where: isUnchanged(user),
  },
  ...rosterWrites(user.userId, user, { ...user, blocked: true }),
  Outbox.write(Events.credentialsChanged, { userId: user.userId }),
];

/** Returns the writes that unblock a user. Former sessions and API keys stay invalid. */
export const unblockWrites = (user: User): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { blockedAt: undefined, updatedAt: Clock.nowIso() },
    where: Where.all(isUnchanged(user), Where.lacks("closedAt")),
  },
  ...rosterWrites(user.userId, user, { ...user, blocked: false }),
];

const isUnchanged = ({ role, blocked, emailVerified }: User): Where.Where =>
  Where.all(Where.is({ role, emailVerified }), blocked ? Where.has("blockedAt") : Where.lacks("blockedAt"));

/** Returns the check that a user can still receive money, for the transaction that pays. */
export const assertCanBePaid = (userId: string, error: ErrorDefinition): Table.Write => ({
  check: userProfile.key({ userId }),
  where: Where.all(Where.exists, Where.lacks("blockedAt")),
  onConditionFailed: error,
});

export const STAFF: readonly Role[] = ["EMPLOYE", "ADMIN"];
export const ADMINISTRATORS: readonly Role[] = ["ADMIN"];

/**
 * Returns the check that a user still has one of the roles and is not blocked, for the transaction of a privileged action. A
 * user without an account has no role.
 * @param securityStamp the actor's stamp, if the user is the actor. After a change of the credentials the error is UNAUTHORIZED
 * @param error defaults to FORBIDDEN
 */
export const assertHasRole = (
  roles: readonly Role[],
  { userId, securityStamp }: Pick<Account, "userId"> & Partial<Pick<Account, "securityStamp">>,
  error: ErrorDefinition = Forbidden,
): Table.Write => ({
  check: userProfile.key({ userId }),
  where: Where.all(
    Where.is({ blockedAt: undefined, ...(securityStamp !== undefined && { securityStamp }) }),
    Where.oneOf("role", roles),
  ),
  onConditionFailed: (item) => {
    const now = item && userProfile.parse(item);
    const hasRole = now !== undefined && now.blockedAt === undefined && roles.includes(now.role);
    return fail(hasRole ? Unauthenticated : error);
  },
});
