import { PersonNotFound } from "../../contract/mcp/errors.ts";
import { isAdministrator, type KeyActor, type LiveActor, type UserActor } from "../../core/identity/actor.ts";
import * as People from "../../core/identity/roles/people.ts";
import { email } from "../../core/identity/schema.ts";
import * as Users from "../../core/identity/users.ts";
import { fail, invalidField } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";

export interface Caller {
  readonly actor: KeyActor;
  /** The request's id in the log. */
  readonly requestId: string;
}

/** Parses an email address into its stored form. @throws INVALID_REQUEST */
export function parseEmail(value: unknown): string {
  const parsed = email.safeParse(value);
  if (parsed.success) return parsed.data;
  const message =
    value === undefined
      ? text("is required", "est obligatoire")
      : text("must be an email address", "doit être une adresse e-mail");
  throw invalidField("email", message);
}

/**
 * Returns whether the actor may read about the account of this address. A key reads about its owner; only an
 * administrator's key may name another user. For other keys the address is not looked up, so that they do not learn
 * whether it has an account.
 * @param email in its stored form
 */
export const mayName = (actor: UserActor, email: string): boolean =>
  email === actor.email || isAdministrator(actor);

/**
 * Returns the account that a call is about, as its owner's actor.
 * @param email in its stored form; defaults to the actor's own
 * @throws PERSON_NOT_FOUND for an unknown address and for one that the actor may not name; FORBIDDEN if the actor has
 *   lost the role
 */
export async function personOf(actor: LiveActor, email: string | undefined): Promise<LiveActor> {
  if (email === undefined || email === actor.email) return actor;
  if (!mayName(actor, email)) throw fail(PersonNotFound);
  const user = await Users.fromEmail(email);
  if (!user) throw fail(PersonNotFound);
  await People.recordAccess(actor, user.userId, "mcp");
  const { userId, securityStamp, ownershipId, role, name } = user;
  return { ...actor, userId, securityStamp, ownershipId, role, email: user.email, name };
}
