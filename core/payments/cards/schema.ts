import * as z from "zod";

export const cardTypes = ["virtual", "physical"] as const;
export type CardType = (typeof cardTypes)[number];

/** A physical card is `inactive` until its holder has activated it with the bank; `canceled` is for good. */
export const cardStatuses = ["active", "inactive", "locked", "canceled"] as const;
export type CardStatus = (typeof cardStatuses)[number];

export const cardItem = z.object({
  cardId: z.string(),
  userId: z.string(),
  /** The provider's token of the card (`pm_…`); never shown. */
  paymentMethodId: z.string(),
  customerId: z.string(),
  /** The provider's name of the card's number, the same whoever saves it; missing where it gives none. */
  fingerprint: z.string().optional(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.coerce.number(),
  expYear: z.coerce.number(),
  status: z.enum(cardStatuses),
  /** The position of the bank's latest event on the card among its events: an earlier one changes nothing. */
  eventPosition: z.string().optional(),
  type: z.enum(cardTypes),
  /** ISO 8601. */
  createdAt: z.string(),
});

/** A card as the table keeps it. */
export type StoredCard = z.output<typeof cardItem>;

export interface Card extends StoredCard {
  readonly isDefault: boolean;
}

export const holderItem = z.object({
  userId: z.string(),
  /** The provider's customer that the cards are attached to. */
  customerId: z.string(),
  /** How many cards there are that are not canceled. */
  count: z.bigint(),
  defaultCardId: z.string().optional(),
  /** There as long as the provider has yet to learn which card is the default. */
  dueSk: z.string().optional(),
  version: z.bigint(),
});
export type Holder = z.output<typeof holderItem>;
