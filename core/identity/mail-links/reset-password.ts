import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import * as Events from "../events.ts";
import type { Endings } from "../hand-over.ts";
import * as Throttle from "../throttle.ts";
import { addressOf } from "../user.ts";
import * as Users from "../users.ts";
import { InvalidMailLink, InvalidResetToken } from "./errors.ts";
import * as MailLinks from "./index.ts";

/** Links for a user who cannot sign in: a new password, or an end of the throttling. */

/**
 * Requests an email with a link to a new password, if the address has an account that is not blocked. The consumer of the
 * event looks that up, so that the response does not reveal it.
 */
export async function request(email: string): Promise<void> {
  const event = Outbox.write(Events.passwordResetRequested, { email: addressOf(email) });
  await Table.put(event.put);
  await Outbox.dispatch(event);
}

/**
 * Gives the account of a link a new password, and ends all its sessions and API keys. The address then counts as verified;
 * if it was not before, the account is handed over. The client becomes a known one, so that strangers' tries do not lock it
 * out.
 * @param endings writes of other contexts in the transaction of a hand-over
 * @throws INVALID_RESET_TOKEN, AUTH_WEAK_PASSWORD
 */
export async function reset(
  token: string,
  newPassword: string,
  { ip, endings }: { readonly ip: string; readonly endings: Endings },
): Promise<void> {
  const { user, used } = await MailLinks.open("reset-password", token);
  await Users.setPassword(user, newPassword, endings, {
    alongside: [used],
    onConditionFailed: InvalidResetToken,
  });
  const owner = await Users.fromId(user.userId);
  if (owner) await Throttle.note(owner, ip);
}

/**
 * Makes the client known to the account of a link, so that strangers' tries do not keep it from signing in. Does not sign
 * the user in.
 * @returns the account's address
 * @throws AUTH_INVALID_LINK
 */
export async function letIn(token: string, ip: string): Promise<string> {
  const { user, used } = await MailLinks.open("sign-in", token);
  const { userId, email, securityStamp } = user;
  await Table.commit([
    used,
    {
      check: userProfile.key({ userId }),
      where: Where.is({ email, securityStamp }),
      onConditionFailed: InvalidMailLink,
    },
    Throttle.noting(user, ip),
  ]);
  return email;
}
