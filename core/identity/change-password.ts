import { fail, Unauthenticated } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import * as Table from "../platform/table/index.ts";
import type { ProofMethod, UserActor } from "./actor.ts";
import { userProfile } from "./entity.ts";
import { WrongPassword } from "./errors.ts";
import * as Passwords from "./passwords.ts";
import { continuedBy } from "./recent-proof.ts";
import * as Stamp from "./stamp.ts";
import * as Throttle from "./throttle.ts";
import { type AuthenticatedUser, fromItem, type User } from "./user.ts";
import * as Users from "./users.ts";

/**
 * Returns the actor's account if the password is right. Rejects every password if the account has none. Counts the attempt first,
 * because a stolen session may try passwords.
 * @param field the password's name in the request
 * @throws AUTH_WRONG_PASSWORD; RATE_LIMITED after too many; UNAUTHORIZED if the credential has ended
 */
export async function withPassword(actor: UserActor, password: string, field = "password"): Promise<User> {
  const { user, hash } = await readOwn(actor);
  await Throttle.countConfirmation(user.userId);
  await assertMatches(password, hash, field);
  await Throttle.clearConfirmations(user.userId);
  return user;
}

/** Requires a recent proof. @param verified the method that the caller has verified in the same request */
type Confirm = (verified?: ProofMethod) => Promise<void>;

/**
 * Confirms an action. A password in the request is a proof; if it is missing or empty, the session or a header must have one.
 * @throws AUTH_WRONG_PASSWORD; RATE_LIMITED after too many; STEP_UP_REQUIRED; UNAUTHORIZED if the credential has ended
 */
export async function confirmAction(
  actor: UserActor,
  password: string | undefined,
  confirm: Confirm,
): Promise<void> {
  if (!password) return confirm();
  await withPassword(actor, password);
  await confirm("password");
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

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether accounts at providers can no longer sign in. Defaults to false. */
  readonly unlinkAccounts?: boolean | undefined;
}

/**
 * Changes the actor's password, which ends every session and API key, including the actor's own.
 * @param confirm requires a recent proof, which the current password is for an account without a stronger method
 * @returns the user, for a new session, with the accounts at providers that can still sign in
 * @throws AUTH_WRONG_PASSWORD, STEP_UP_REQUIRED, AUTH_WEAK_PASSWORD, UNAUTHORIZED after a concurrent change of the credentials
 */
export async function changePassword(
  actor: UserActor,
  { currentPassword, newPassword, unlinkAccounts }: PasswordChange,
  confirm: Confirm,
): Promise<AuthenticatedUser> {
  const user = await withPassword(actor, currentPassword, "currentPassword");
  await confirm("password");
  const stamp = Stamp.newStamp();
  const options = { onConditionFailed: Unauthenticated, stamp, unlinkAccounts };
  const accounts = await Users.setPassword(user, newPassword, undefined, options);
  // The session that changes the password has already proven the second factor.
  return {
    ...user,
    accounts,
    securityStamp: stamp,
    secondFactorProven: user.secondFactorAt,
    ...continuedBy(actor, "password"),
  };
}
