import { fail, Unauthenticated } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import type { UserActor } from "./actor.ts";
import { userProfile } from "./entity.ts";
import { WrongPassword } from "./errors.ts";
import * as Passwords from "./passwords.ts";
import * as Stamp from "./stamp.ts";
import { type AuthenticatedUser, fromItem, type User } from "./user.ts";
import * as Users from "./users.ts";

/**
 * Returns the actor's account if the password is right. Rejects every password if the account has none.
 * @param field the password's name in the request
 * @throws AUTH_WRONG_PASSWORD; UNAUTHORIZED if the credential has ended
 */
export async function withPassword(actor: UserActor, password: string, field = "password"): Promise<User> {
  const { user, hash } = await readOwn(actor);
  await assertMatches(password, hash, field);
  return user;
}

/**
 * Confirms an action with the account's password. Accepts an account without a password, because it signs in at a provider.
 * @throws AUTH_WRONG_PASSWORD; UNAUTHORIZED if the credential has ended
 */
export async function confirmPassword(actor: UserActor, password: string | undefined): Promise<void> {
  const { hash } = await readOwn(actor);
  if (hash !== undefined) await assertMatches(password ?? "", hash);
}

async function readOwn(actor: UserActor) {
  const { userId } = actor;
  const items = await Table.getMany([userProfile.key({ userId }), Passwords.keyOf(userId)]);
  const { item, hash } = await Passwords.readConsistent(userId, items);
  const user = item && fromItem(item);
  if (!user || user.blocked || !Stamp.matches(actor, user)) throw fail(Unauthenticated);
  return { user, hash };
}

async function assertMatches(password: string, hash: string | undefined, field = "password"): Promise<void> {
  if (await Passwords.matches(password, hash)) return;
  const message = text("is not the account's password", "n'est pas le mot de passe du compte");
  throw fail(WrongPassword, { details: { fields: [{ field, message }] } });
}

/**
 * Changes the actor's password, which ends every session and API key, including the actor's own.
 * @returns the user, for a new session
 * @throws AUTH_WRONG_PASSWORD, AUTH_WEAK_PASSWORD, UNAUTHORIZED after a concurrent change of the credentials
 */
export async function changePassword(
  actor: UserActor,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<AuthenticatedUser> {
  const user = await withPassword(actor, currentPassword, "currentPassword");
  const stamp = Stamp.newStamp();
  await Users.setPassword(user, newPassword, undefined, { onConditionFailed: Unauthenticated, stamp });
  // The session that changes the password has already proven the second factor.
  return { ...user, securityStamp: stamp, secondFactorProven: user.secondFactorAt, amr: ["password"] };
}
