import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import * as Events from "../events.ts";
import type { HandOverWrites } from "../hand-over.ts";
import { isInWait, untrustedSince } from "../resets.ts";
import * as Throttle from "../throttle.ts";
import { addressOf, type User } from "../user.ts";
import * as Users from "../users.ts";
import { InvalidMailLink, InvalidResetToken } from "./errors.ts";
import * as MailLinks from "./index.ts";
import { readStored, removeSince } from "./untrusted.ts";

/** Links for a user who cannot sign in: to set a new password, or to bypass the limit of failed attempts. */

/**
 * Requests an email with a link to set a new password. The event's consumer finds the account, and ignores an unknown or blocked
 * one, so that the response does not reveal whether the address has an account.
 */
export async function request(email: string): Promise<void> {
  const event = Outbox.write(Events.passwordResetRequested, { email: addressOf(email) });
  await Table.put(event.put);
  await Outbox.dispatch(event);
}

interface ResetOptions {
  readonly ip: string;
  readonly endings: HandOverWrites;
  /** Whether accounts at providers can no longer sign in. Defaults to false. */
  readonly unlinkAccounts?: boolean | undefined;
}

/**
 * Sets a new password for the account of a link, and ends all its sessions and API keys. The link also verifies the address; if
 * it was never verified, the account is handed over to the person who opened the link (`hand-over.ts`). The IP address becomes
 * known, so that failed attempts from other addresses do not block its sign-in. Within 24 hours after another reset, it also
 * removes the linked accounts, passkeys and authenticator that were added since, and ends the payees, scheduled payments, webhooks
 * and shares of that time (`core/handover/clear.ts`).
 * @param endings returns the writes of other contexts for the transaction of a hand-over
 * @returns the accounts at providers that can still sign in
 * @throws INVALID_RESET_TOKEN, AUTH_WEAK_PASSWORD, CONTENTION
 */
export async function reset(
  token: string,
  newPassword: string,
  { ip, endings, unlinkAccounts }: ResetOptions,
): Promise<User["accounts"]> {
  // A concurrent use of a factor that is removed changes it.
  const { userId, accounts } = await Table.retry(async () => {
    const { user, consumeWrite } = await MailLinks.open("reset-password", token);
    // Two resets in a day: the first may have been a thief's, and the second its owner's.
    const removal = isInWait(user)
      ? removeSince(user, await readStored(user), untrustedSince(user))
      : undefined;
    const accounts = await Users.setPassword(user, newPassword, endings, {
      alongside: [consumeWrite],
      removal,
      unlinkAccounts,
      onConditionFailed: InvalidResetToken,
    });
    return { userId: user.userId, accounts };
  });
  const owner = await Users.fromId(userId);
  if (owner) await Throttle.rememberAddress(owner, ip);
  return accounts;
}

/**
 * Makes the IP address known to the account of a link, so that failed attempts from other addresses do not block its sign-in.
 * Does not sign the user in.
 * @returns the account's address
 * @throws AUTH_INVALID_LINK
 */
export async function allowSignIn(token: string, ip: string): Promise<string> {
  const { user, consumeWrite } = await MailLinks.open("sign-in", token);
  const { userId, email, securityStamp } = user;
  await Table.commit([
    consumeWrite,
    {
      check: userProfile.key({ userId }),
      where: Where.is({ email, securityStamp }),
      onConditionFailed: InvalidMailLink,
    },
    Throttle.knownAddressWrite(user, ip),
  ]);
  return email;
}
