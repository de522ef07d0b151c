import { ADMINISTRATORS, assertHasRole } from "../account-status.ts";
import { checkAdministrator, type UserActor } from "../actor.ts";
import * as Trail from "../trail/index.ts";
import type { User } from "../user.ts";
import * as Users from "../users.ts";

/** Finds an account by its email or id. Accounts cannot be listed. @throws FORBIDDEN */
export async function search(
  actor: UserActor,
  query: { readonly email: string } | { readonly id: string },
): Promise<User | undefined> {
  checkAdministrator(actor);
  return "email" in query ? Users.fromEmail(query.email) : Users.fromId(query.id);
}

/** Returns an account with its personal data, and records the access. @throws FORBIDDEN, AUTH_USER_NOT_FOUND */
export async function readProfile(actor: UserActor, userId: string): Promise<User> {
  checkAdministrator(actor);
  const [user, head] = await Promise.all([Users.fromId(userId), Trail.readHead(actor)]);
  if (!user) throw Users.userNotFound();
  await Trail.record(actor, { deed: "user-seen", to: userId }, [assertHasRole(ADMINISTRATORS, actor)], {
    head,
  });
  return user;
}

/**
 * Records in the audit trail that an administrator reads a user's data over another channel than the administration's routes.
 * Called before the data is returned.
 * @throws FORBIDDEN
 */
export const recordAccess = (actor: UserActor, userId: string, by: string): Promise<void> =>
  Trail.record(actor, { deed: "user-seen", to: userId, about: { by } }, [
    assertHasRole(ADMINISTRATORS, actor),
  ]);

/** Lists the trail, newest first. @param to limits it to the actions on one user @throws FORBIDDEN */
export async function trail(
  actor: UserActor,
  page: Trail.TrailPage,
  to: string | undefined,
): ReturnType<typeof Trail.list> {
  checkAdministrator(actor);
  return Trail.list(page, to);
}
