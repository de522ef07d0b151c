import { fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Events from "../events.ts";
import { blocking, unblocking } from "../standing.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";
import type { Author } from "./change.ts";
import { UserIsErased } from "./errors.ts";
import { actingOn } from "./index.ts";

/** Blocks: one administrator is enough, so that nobody waits for a second one while an account is misused. */

/**
 * Blocks a user: no sign-in, and sessions, devices and keys end in that write. Money stays where it is. Again,
 * it changes nothing.
 * @throws FORBIDDEN, OWN_ROLE, AUTH_USER_NOT_FOUND, LAST_ADMINISTRATOR
 */
export const block = (author: Author, userId: string, reason: string): Promise<User> =>
  changed(author, userId, true, (user) => [
    ...blocking(user),
    ...Trail.noting(author, { deed: "user-blocked", to: userId, reason }),
    Outbox.write(Events.userBlocked, { userId }),
  ]);

/**
 * Lets a blocked user sign in again; what ended with the block stays ended. Again, it changes nothing.
 * @throws FORBIDDEN, OWN_ROLE, AUTH_USER_NOT_FOUND, USER_IS_ERASED
 */
export const unblock = (author: Author, userId: string, reason: string): Promise<User> =>
  changed(author, userId, false, (user) => [
    ...unblocking(user),
    ...Trail.noting(author, { deed: "user-unblocked", to: userId, reason }),
    Outbox.write(Events.userUnblocked, { userId }),
  ]);

async function changed(
  author: Author,
  userId: string,
  blocked: boolean,
  writes: (user: User) => readonly Table.Write[],
): Promise<User> {
  const acting = actingOn(author, userId);
  return Table.change(
    () => Users.fromId(userId),
    (user) => {
      if (!user || user.erasedAt !== undefined) throw Users.noSuchUser();
      if (!blocked && user.closedAt !== undefined) throw fail(UserIsErased);
      if (user.blocked === blocked) return { writes: [], result: user };
      return { writes: [...writes(user), ...acting], result: { ...user, blocked } };
    },
  );
}
