import * as Table from "../../platform/table/index.ts";
import { checkAdministrator, type UserActor } from "../actor.ts";
import { ADMINISTRATORS, stillOf } from "../standing.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";

/** Finds an account by its email or id. There is no list to browse. @throws FORBIDDEN */
export async function search(
  actor: UserActor,
  sought: { readonly email: string } | { readonly id: string },
): Promise<User | undefined> {
  checkAdministrator(actor);
  return "email" in sought ? Users.fromEmail(sought.email) : Users.fromId(sought.id);
}

/** Returns an account with its personal data, and records that. @throws FORBIDDEN, AUTH_USER_NOT_FOUND */
export async function see(actor: UserActor, userId: string): Promise<User> {
  checkAdministrator(actor);
  const user = await Users.fromId(userId);
  if (!user) throw Users.noSuchUser();
  await look(actor, userId);
  return user;
}

/**
 * Records on the trail that an administrator looks at another user's data, before it is shown.
 * @param by the channel, unless it is the administrators' own routes
 * @throws FORBIDDEN
 */
export const look = (actor: UserActor, userId: string, by?: string): Promise<void> =>
  Table.commit([
    ...Trail.noting(actor, { deed: "user-seen", to: userId, ...(by !== undefined && { about: { by } }) }),
    stillOf(ADMINISTRATORS, actor),
  ]);

/** Lists the trail, newest first. @param to limits it to the actions on one user @throws FORBIDDEN */
export async function trail(
  actor: UserActor,
  page: Trail.Wanted,
  to: string | undefined,
): ReturnType<typeof Trail.list> {
  checkAdministrator(actor);
  return Trail.list(page, to);
}
