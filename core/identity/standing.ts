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
 * What an account may do at all: its role, and whether it is blocked. Each change is a write over exactly what
 * was read, beside the roster of the staff, which is why there is always an administrator.
 */

type Standing = Pick<User, "role" | "blocked">;

const ROSTER = roster.key({});

/** Which list of the roster somebody is on. */
const listOf = ({ role, blocked }: Standing): "administrators" | "employees" | undefined => {
  if (blocked) return undefined;
  if (role === "ADMIN") return "administrators";
  return role === "EMPLOYE" ? "employees" : undefined;
};

/** Whether somebody may be struck off: administrators only as long as there is another one. */
const replaceable = (userId: string): Where.Where =>
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
      ...(from === "administrators" && { where: replaceable(userId), onConditionFailed: LastAdministrator }),
    },
  ];
}

/** The writes that give a user another role. Refused where the standing is not what was read. */
export const givingRole = (user: User, role: Role): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { role, updatedAt: Clock.nowIso() },
    where: asRead(user),
  },
  ...onRoster(user.userId, user, { ...user, role }),
];

/** The writes that block a user: no sign-in, and every session and API key ends. */
export const blocking = (user: User): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { blockedAt: Clock.nowIso(), securityStamp: newStamp(), updatedAt: Clock.nowIso() },
    where: asRead(user),
  },
  ...onRoster(user.userId, user, { ...user, blocked: true }),
  Outbox.write(Events.credentialsChanged, { userId: user.userId }),
];

/** The writes that let a blocked user in again. What has ended stays so: he signs in anew. */
export const unblocking = (user: User): Table.Write[] => [
  {
    update: userProfile.key(user),
    set: { blockedAt: undefined, updatedAt: Clock.nowIso() },
    where: Where.all(asRead(user), Where.lacks("closedAt")),
  },
  ...onRoster(user.userId, user, { ...user, blocked: false }),
];

/** That role, block and proof of the address are those that were read. */
const asRead = ({ role, blocked, emailVerified }: User): Where.Where =>
  Where.all(Where.is({ role, emailVerified }), blocked ? Where.has("blockedAt") : Where.lacks("blockedAt"));

/**
 * The check that somebody may be paid, for the transaction that pays: an account that is closed after it was found gets
 * nothing.
 */
export const stillPayable = (userId: string, refused: ErrorDefinition): Table.Write => ({
  check: userProfile.key({ userId }),
  where: Where.all(Where.exists, Where.lacks("blockedAt")),
  onConditionFailed: refused,
});

/** Roles of those who act on what is other people's. */
export const STAFF: readonly Role[] = ["EMPLOYE", "ADMIN"];
export const ADMINISTRATORS: readonly Role[] = ["ADMIN"];

/**
 * The check that somebody has one of these roles and is not blocked, for the transaction of what only they may
 * do: a role that is taken while a request is under way does nothing more.
 * @param securityStamp of who acts; left out: of somebody who is not there
 * @param refused FORBIDDEN unless told. Whose credentials were changed is told that: UNAUTHORIZED
 */
export const stillOf = (
  roles: readonly Role[],
  { userId, securityStamp }: Pick<Account, "userId"> & Partial<Pick<Account, "securityStamp">>,
  refused: ErrorDefinition = Forbidden,
): Table.Write => ({
  check: userProfile.key({ userId }),
  where: Where.any(
    // Whom there is no account of, nobody takes a role from.
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
