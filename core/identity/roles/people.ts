import * as Table from "../../platform/table/index.ts";
import { checkAdministrator, type UserActor } from "../actor.ts";
import { ADMINISTRATORS, stillOf } from "../standing.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";

/** Other people's accounts, as administrators see them. */

/** How an account is looked for: by what is known of it already, so that nobody leafs through all of them. */
export type Sought = { readonly email: string } | { readonly id: string };

/** The account of an address or an id; undefined where there is none. @throws FORBIDDEN */
export async function search(actor: UserActor, sought: Sought): Promise<User | undefined> {
  checkAdministrator(actor);
  return "email" in sought ? Users.fromEmail(sought.email) : Users.fromId(sought.id);
}

/** An account with what is personal of it. @throws FORBIDDEN, AUTH_USER_NOT_FOUND */
export async function see(actor: UserActor, userId: string): Promise<User> {
  checkAdministrator(actor);
  const user = await Users.fromId(userId);
  if (!user) throw Users.noSuchUser();
  await look(actor, userId);
  return user;
}

/**
 * Puts on the trail that an administrator looks at what is somebody else's, before it is shown.
 * @param by the way, where that is not the administrators' own routes
 * @throws FORBIDDEN
 */
export const look = (actor: UserActor, userId: string, by?: string): Promise<void> =>
  Table.commit([
    ...Trail.noting(actor, { deed: "user-seen", to: userId, ...(by !== undefined && { about: { by } }) }),
    stillOf(ADMINISTRATORS, actor),
  ]);

/** The trail, newest first. @param to only what was done to this user. @throws FORBIDDEN */
export async function trail(
  actor: UserActor,
  page: Trail.Wanted,
  to: string | undefined,
): ReturnType<typeof Trail.list> {
  checkAdministrator(actor);
  return Trail.list(page, to);
}
