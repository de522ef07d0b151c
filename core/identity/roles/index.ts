import { envFlag } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { checkAdministrator, type Role, roles } from "../actor.ts";
import { roster, userProfile } from "../entity.ts";
import * as Events from "../events.ts";
import { ADMINISTRATORS, givingRole, STAFF, stillOf } from "../standing.ts";
import * as Trail from "../trail/index.ts";
import { fromItem, type User } from "../user.ts";
import * as Users from "../users.ts";
import type { Author, Change, Outcome } from "./change.ts";
import { AddressNotProven, OwnRole, UserIsBlocked } from "./errors.ts";
import * as Requests from "./requests.ts";
import type { Request } from "./schema.ts";

/**
 * Roles: administrators give and take them, never their own, and with four eyes two of them for whoever is or
 * gets to be of the staff. The first administrator of a stack is made by an operator, `local/admin.ts`.
 */

/** Whether a second administrator must agree to who is of the staff. */
const needsFourEyes = (before: Role, after: Role): boolean =>
  envFlag("ROLE_FOUR_EYES", true) && (STAFF.includes(before) || STAFF.includes(after));

/**
 * Gives a user a role, in force at the user's next call; or keeps that for a second administrator to approve.
 * Again, it changes nothing.
 * @throws FORBIDDEN, OWN_ROLE, AUTH_USER_NOT_FOUND, ADDRESS_NOT_PROVEN, USER_IS_BLOCKED, LAST_ADMINISTRATOR,
 *   ROLE_REQUEST_WAITS; of an approval ROLE_REQUEST_NOT_FOUND, OWN_ROLE_REQUEST, ROLE_REQUEST_MISMATCH
 */
export async function give(author: Author, userId: string, change: Change): Promise<Outcome> {
  const acting = actingOn(author, userId);
  return Table.change<Read, Outcome>(
    () => read(userId),
    ({ user, request }) => {
      if (!user) throw Users.noSuchUser();
      if (user.role === change.role) return { writes: [], result: { kind: "changed", user } };
      const approved = Requests.checked(author, change, request);
      checkReceiver(user, change.role);
      if ("userId" in author && !approved && needsFourEyes(user.role, change.role)) {
        const { writes, pending } = Requests.asking(author, user, change, request);
        return { writes: [...writes, ...acting], result: pending };
      }
      const writes = [
        ...giving(author, user, change, approved?.requestedBy),
        // Whatever waited was asked for of another role.
        ...Requests.ending(request, approved),
        ...acting,
      ];
      return { writes, result: { kind: "changed", user: { ...user, role: change.role } } };
    },
  );
}

interface Read {
  readonly user: User | undefined;
  readonly request: Request | undefined;
}

async function read(userId: string): Promise<Read> {
  const [item, request] = await Table.getMany([userProfile.key({ userId }), Requests.keyOf(userId)]);
  return { user: item && fromItem(item), request: Requests.fromItem(request) };
}

/**
 * What an administrator must be as the change is made.
 * @throws FORBIDDEN, OWN_ROLE
 */
export function actingOn(author: Author, userId: string): readonly Table.Write[] {
  if ("operator" in author) return [];
  checkAdministrator(author);
  if (author.userId === userId) throw fail(OwnRole);
  return [stillOf(ADMINISTRATORS, author)];
}

/** @throws ADDRESS_NOT_PROVEN, USER_IS_BLOCKED */
function checkReceiver(user: User, role: Role): void {
  // What is taken is taken from anybody.
  if (roles.indexOf(role) < roles.indexOf(user.role)) return;
  if (user.emailVerified === undefined) throw fail(AddressNotProven);
  if (user.blocked) throw fail(UserIsBlocked);
}

const giving = (
  author: Author,
  user: User,
  { role, reason }: Change,
  requestedBy: string | undefined,
): readonly Table.Write[] => [
  ...givingRole(user, role),
  ...Trail.noting(author, {
    deed: "role-changed",
    to: user.userId,
    reason,
    about: { before: user.role, role, ...(requestedBy !== undefined && { requestedBy }) },
  }),
  Outbox.write(Events.roleChanged, { userId: user.userId, role, before: user.role }),
];

/** Who is of the staff and not blocked. */
export async function staff(): Promise<User[]> {
  const { administrators = [], employees = [] } = (await Table.find(roster, {})) ?? {};
  const keys = [...administrators, ...employees].map((userId) => userProfile.key({ userId }));
  return (await Table.getMany(keys)).flatMap((item) => (item ? [fromItem(item)] : []));
}
