import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Events from "../events.ts";
import type { Endings } from "../hand-over.ts";
import * as Throttle from "../throttle.ts";
import { addressOf } from "../user.ts";
import * as Users from "../users.ts";
import { InvalidResetToken } from "./errors.ts";
import * as MailLinks from "./index.ts";

/** A new password for somebody who has the account's mail and not its password. */

/**
 * Has a letter sent with a link to a new password, where the address has an account that is not blocked.
 * Whether it has is looked up by the consumer of the event alone: this does the same work for any address.
 */
export async function request(email: string): Promise<void> {
  const asked = Outbox.write(Events.passwordResetRequested, { email: addressOf(email) });
  await Table.put(asked.put);
  await Outbox.dispatch(asked);
}

/**
 * Gives the account of a link a new password, and ends all its sessions and API keys. From then on the address
 * counts as proven; one that never was hands the account over. The client that has done it is known, so that
 * tries of strangers do not keep it from signing in.
 * @param endings what else ends with a hand-over
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
