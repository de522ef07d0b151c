import * as Outbox from "../../platform/outbox/index.ts";

/** What happens to the phone numbers of accounts. No event has a code, and none a whole number. */

const QUEUE = "QUEUE_URL_NOTIFICATIONS";

/** Somebody asks for a code by text message: it is made as the message is written. */
export const phoneCodeRequested = Outbox.define<{ readonly userId: string; readonly requestId: string }>()(
  "phone-code-requested",
  QUEUE,
);

export interface OfNumber {
  readonly userId: string;
  /** The last two digits. */
  readonly ending: string;
}

/** An account has proven a number: it is paid by it from now on. */
export const phoneVerified = Outbox.define<OfNumber>()("phone-verified", QUEUE);

/** An account has given up a number that it had proven, for another or for none. */
export const phoneGivenUp = Outbox.define<OfNumber>()("phone-given-up", QUEUE);

/** Somebody else has proven a number that was this account's: they have the telephone now. */
export const phoneMoved = Outbox.define<OfNumber>()("phone-moved", QUEUE);

/** The write that tells the owner, with as much of the number as others may read. */
export const told = <Type extends string>(
  definition: Outbox.EventDefinition<Type, OfNumber>,
  userId: string,
  phone: string,
): Outbox.EventWrite => Outbox.write(definition, { userId, ending: phone.slice(-2) });
