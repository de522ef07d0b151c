import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import type { UserActor } from "../actor.ts";
import { phoneCodeRequested } from "../events.ts";
import * as Stamp from "../stamp.ts";
import { hasProvenPhone } from "../user.ts";
import * as Users from "../users.ts";
import * as Allowance from "./allowance.ts";
import * as Codes from "./codes.ts";
import { PhoneMissing, PhoneVerifiedAlready } from "./errors.ts";

/** Asking for the code that proves a phone number: `confirm.ts` takes it. */

/** Another number than the account's own. */
export interface Other {
  /** E.164. */
  readonly phone: string;
  /** Asks for what a change of the address asks for, where the number takes a proven one's place. */
  readonly confirm: () => Promise<void>;
}

/**
 * Has a code sent that proves a number: the account's own, or another one, which the account has once it is
 * proven. The answer is the same whether or not the number is somebody else's: nobody else's is looked at.
 * @param ip the address that it is asked from
 * @throws PHONE_MISSING, PHONE_VERIFIED, PHONE_COUNTRY_NOT_SERVED, RATE_LIMITED, SERVICE_UNAVAILABLE where the month's
 *   budget is spent, UNAUTHORIZED where the credential has ended
 */
export async function request(actor: UserActor, ip: string, other?: Other): Promise<void> {
  const user = await Users.own(actor);
  if (!Stamp.isOf(actor, user)) throw fail(Unauthenticated);
  const phone = other?.phone ?? user.phone;
  if (phone === undefined) throw fail(PhoneMissing);
  if (hasProvenPhone(user, phone)) throw fail(PhoneVerifiedAlready);
  if (hasProvenPhone(user)) await other?.confirm();
  await Allowance.checkCountry(phone);
  await Allowance.spend({ userId: user.userId, phone, ip });
  const requestId = Ids.secret(12);
  const asked = Outbox.write(phoneCodeRequested, { userId: user.userId, requestId });
  await Table.commit([Stamp.stillHolds(actor), { put: Codes.requested(actor, { phone, requestId }) }, asked]);
  await Outbox.dispatch(asked);
}
