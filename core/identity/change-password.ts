import { fail, Unauthenticated } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import type { UserActor } from "./actor.ts";
import { userProfile } from "./entity.ts";
import { WrongPassword } from "./errors.ts";
import * as KeptPassword from "./kept-password.ts";
import * as Passwords from "./passwords.ts";
import * as Stamp from "./stamp.ts";
import { fromItem, type User } from "./user.ts";
import * as Users from "./users.ts";

/**
 * The actor's account, whose password this is: asked again where a session alone is not enough.
 * @param field what the request calls it
 * @throws AUTH_WRONG_PASSWORD, also of an account that has none; UNAUTHORIZED when the credential has ended
 */
export async function withPassword(actor: UserActor, password: string, field: string): Promise<User> {
  const { user, hash } = await own(actor);
  await check(password, hash, field);
  return user;
}

/**
 * Passes where the password is the account's, or where it has none: its provider's sign-in is all there is.
 * @param field what the request calls it
 * @throws AUTH_WRONG_PASSWORD; UNAUTHORIZED when the credential has ended
 */
export async function confirmPassword(
  actor: UserActor,
  password: string | undefined,
  field: string,
): Promise<void> {
  const { hash } = await own(actor);
  if (hash !== undefined) await check(password ?? "", hash, field);
}

async function own(actor: UserActor) {
  const { userId } = actor;
  const items = await Table.getMany([userProfile.key({ userId }), KeptPassword.keyOf(userId)]);
  const { item, hash } = await KeptPassword.together(userId, items);
  const user = item && fromItem(item);
  if (!user || user.blocked || !Stamp.isOf(actor, user)) throw fail(Unauthenticated);
  return { user, hash };
}

async function check(password: string, hash: string | undefined, field: string): Promise<void> {
  if (await Passwords.matches(password, hash)) return;
  const message = text("is not the account's password", "n'est pas le mot de passe du compte");
  throw fail(WrongPassword, { details: { fields: [{ field, message }] } });
}

/**
 * Changes the actor's password, which ends every session and API key, the actor's own too.
 * @returns the user as of then, to be signed in anew
 * @throws AUTH_WRONG_PASSWORD, AUTH_WEAK_PASSWORD, UNAUTHORIZED when the credentials were changed meanwhile
 */
export async function changePassword(
  actor: UserActor,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<User> {
  const user = await withPassword(actor, currentPassword, "currentPassword");
  const stamp = Stamp.newStamp();
  await Users.setPassword(user, newPassword, undefined, { refused: Unauthenticated, stamp });
  // Whatever the sign-in asked for, the session that changes it has gone through.
  return { ...user, securityStamp: stamp, secondFactorProven: user.secondFactorAt };
}
