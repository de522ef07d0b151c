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
 * The role of an account, and whether it is blocked. Each change is conditional on what was read, and also changes the
 * roster of staff, so that there is always an administrator.
 */

type Standing = Pick<User, "role" | "blocked">;

const ROSTER = roster.key({});

/** Returns the list of the roster that contains a user. */
const listOf = ({ role, blocked }: Standing): "administrators" | "employees" | undefined => {
  if (blocked) return undefined;
  if (role === "ADMIN") return "administrators";
  return role === "EMPLOYE" ? "employees" : undefined;
};

/** Returns the condition that a user is not the last administrator. */
const isReplaceable = (userId: string): Where.Where =>
  Where.any(Where.not(Where.contains("administrators", userId)), Where.size("administrators", ">", 1));

function onRoster(userId: string, before: Standing, after: Standing): Table.Write[] {
  const [from, to] = [listOf(before), listOf(after)];
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

/** Returns the writes that give a user another role. They fail after a concurrent change. */
export const givingRole = (user: User, role: Role): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { role, updatedAt: Clock.nowIso() },
    where: isUnchanged(user),
  },
  ...onRoster(user.userId, user, { ...user, role }),
];

/** Returns the writes that block a user: no sign-in, and every session and API key ends. */
export const blocking = (user: User): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { blockedAt: Clock.nowIso(), securityStamp: newStamp(), updatedAt: Clock.nowIso() },
    where: isUnchanged(user),
  },
  ...onRoster(user.userId, user, { ...user, blocked: true }),
  Outbox.write(Events.credentialsChanged, { userId: user.userId }),
];

/** Returns the writes that unblock a user. Ended sessions and keys stay ended. */
export const unblocking = (user: User): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { blockedAt: undefined, updatedAt: Clock.nowIso() },
    where: Where.all(isUnchanged(user), Where.lacks("closedAt")),
  },
  ...onRoster(user.userId, user, { ...user, blocked: false }),
];

const isUnchanged = ({ role, blocked, emailVerified }: User): Where.Where =>
  Where.all(Where.is({ role, emailVerified }), blocked ? Where.has("blockedAt") : Where.lacks("blockedAt"));

/** Returns the check that a user may still be paid, for the transaction that pays. */
export const stillPayable = (userId: string, refused: ErrorDefinition): Table.Write => ({
  check: userProfile.key({ userId }),
  where: Where.all(Where.exists, Where.lacks("blockedAt")),
  onConditionFailed: refused,
});

export const STAFF: readonly Role[] = ["EMPLOYE", "ADMIN"];
export const ADMINISTRATORS: readonly Role[] = ["ADMIN"];

/**
 * Returns the check that a user still has one of these roles and is not blocked, for the transaction of a privileged action.
 * @param securityStamp the actor's. Undefined if the user is not the actor
 * @param refused defaults to FORBIDDEN. After a change of the credentials the error is UNAUTHORIZED
 */
export const stillOf = (
  roles: readonly Role[],
  { userId, securityStamp }: Pick<Account, "userId"> & Partial<Pick<Account, "securityStamp">>,
  refused: ErrorDefinition = Forbidden,
): Table.Write => ({
  check: userProfile.key({ userId }),
  where: Where.any(
    // The platform's own actors have no account.
    Where.absent,
    Where.all(
      Where.is({ blockedAt: undefined, ...(securityStamp !== undefined && { securityStamp }) }),
      Where.oneOf("role", roles),
    ),
  ),
  onConditionFailed: (item) => {
    const now = item && userProfile.parse(item);
    const isOf = now !== undefined && now.blockedAt === undefined && roles.includes(now.role);
    return fail(isOf ? Unauthenticated : refused);
  },
});
