import * as Outbox from "../../platform/outbox/index.ts";

/** What a letter to the owner may say of a card. */
interface Shown {
  readonly userId: string;
  readonly cardId: string;
  readonly last4: string;
}

/** The bank has locked a card. */
export const cardLocked = Outbox.define<Shown>()("card-locked", "QUEUE_URL_NOTIFICATIONS");

/** The bank has canceled a card, for good. */
export const cardCanceled = Outbox.define<Shown>()("card-canceled", "QUEUE_URL_NOTIFICATIONS");
