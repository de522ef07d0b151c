import * as Outbox from "../../platform/outbox/index.ts";

export interface OfCard {
  readonly userId: string;
  readonly cardId: string;
  readonly last4: string;
}

export const cardLocked = Outbox.define<OfCard>()("card-locked", "QUEUE_URL_NOTIFICATIONS");

export const cardCanceled = Outbox.define<OfCard>()("card-canceled", "QUEUE_URL_NOTIFICATIONS");
