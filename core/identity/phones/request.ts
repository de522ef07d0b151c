import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { ProofMethod, UserActor, WebActor } from "../actor.ts";
import { confirmAction } from "../change-password.ts";
import { phoneCodeRequested } from "../events.ts";
import * as Stamp from "../stamp.ts";
import { hasProvenPhone } from "../user.ts";
import * as Users from "../users.ts";
import * as Allowance from "./allowance.ts";
import * as Codes from "./codes.ts";
import { PhoneMissing, PhoneVerifiedAlready } from "./errors.ts";
import { parsePhone } from "./number.ts";

/** Requests for the code that proves a phone number. `confirm.ts` verifies it. */

/** A number that replaces the account's current number. */
interface NewNumber {
  /** E.164. */
  readonly phone: string;
  /** Asks the owner to confirm that the number replaces a proven one. */
  readonly confirm: () => Promise<void>;
}

/**
 * Requests a code that proves a number: the account's current number, or a new one, which the account gets with the proof. The
 * response does not reveal whether another user has the number.
 * @param ip the client's IP address
 * @throws PHONE_MISSING, PHONE_VERIFIED, PHONE_COUNTRY_NOT_SERVED, RATE_LIMITED, SERVICE_UNAVAILABLE if the budget is
 *   used up, UNAUTHORIZED if the credential has ended
 */
export async function request(actor: UserActor, ip: string, newNumber?: NewNumber): Promise<void> {
  const user = await Users.readOwn(actor);
  if (!Stamp.matches(actor, user)) throw fail(Unauthenticated);
  const phone = newNumber?.phone ?? user.phone;
  if (phone === undefined) throw fail(PhoneMissing);
  if (hasProvenPhone(user, phone)) throw fail(PhoneVerifiedAlready);
  if (hasProvenPhone(user)) await newNumber?.confirm();
  await Allowance.assertServed(phone);
  await Allowance.spend({ userId: user.userId, phone, ip });
  const requestId = Ids.secret(12);
  const event = Outbox.write(phoneCodeRequested, { userId: user.userId, requestId });
  await Table.commit([
    Stamp.assertUnchanged(actor),
    { put: Codes.newRequest(actor, { phone, requestId }) },
    event,
  ]);
  await Outbox.dispatch(event);
}

/** The same limit of password attempts as on other web routes. */
const passwordLimit: RateLimit.Limit = { bucket: "phone-passwords", max: 5, windowSeconds: 900 };

/**
 * Works like `request`, for a browser. The password is a proof for a number that replaces a proven one.
 * @param confirm requires a recent proof
 * @throws INVALID_REQUEST if no network has such a number, AUTH_WRONG_PASSWORD, and the errors of `request`
 */
export async function requestOnWeb(
  actor: WebActor,
  ip: string,
  { phone, password }: { readonly phone?: string | undefined; readonly password?: string | undefined },
  confirm: (verified?: ProofMethod) => Promise<void>,
): Promise<void> {
  if (phone === undefined) return request(actor, ip);
  const confirmNumber = async () => {
    if (password) await RateLimit.spend(passwordLimit, actor.userId);
    await confirmAction(actor, password, confirm);
  };
  return request(actor, ip, { phone: await parsePhone(phone), confirm: confirmNumber });
}
