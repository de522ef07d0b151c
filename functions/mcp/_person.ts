import { PersonNotFound } from "../../contract/mcp/errors.ts";
import { isAdministrator, type LiveActor, type UserActor } from "../../core/identity/actor.ts";
import * as People from "../../core/identity/roles/people.ts";
import * as Users from "../../core/identity/users.ts";
import { fail } from "../../core/kernel/errors.ts";

/**
 * Whom a question is about. A key asks about its owner; only an administrator's may name somebody else.
 * Nobody else learns whether an address has an account: it is not even looked up.
 */

/** Whether the actor may name this address. @param email in its stored form */
export const mayName = (actor: UserActor, email: string): boolean =>
  email === actor.email || isAdministrator(actor);

/**
 * The account that a question is about, as whoever it belongs to would ask it themselves.
 * @param email in its stored form; the actor's own by default
 * @throws PERSON_NOT_FOUND, of an address that nobody has as of one that the actor may not name; FORBIDDEN where
 *   the role is taken meanwhile
 */
export async function personOf(actor: LiveActor, email: string | undefined): Promise<LiveActor> {
  if (email === undefined || email === actor.email) return actor;
  if (!mayName(actor, email)) throw fail(PersonNotFound);
  const user = await Users.fromEmail(email);
  if (!user) throw fail(PersonNotFound);
  await People.look(actor, user.userId, "mcp");
  const { userId, securityStamp, ownershipId, role, name } = user;
  return { ...actor, userId, securityStamp, ownershipId, role, email: user.email, name };
}
