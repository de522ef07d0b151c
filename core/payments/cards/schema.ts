import * as z from "zod";

export const cardTypes = ["virtual", "physical"] as const;
export type CardType = (typeof cardTypes)[number];

/** A physical card is `inactive` until the bank tells that its holder has activated it; `canceled` is for good. */
export const cardStatuses = ["active", "inactive", "locked", "canceled"] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** A counter, small enough for a JS number. */
const whole = z.bigint().transform(Number);

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
  expMonth: whole,
  expYear: whole,
  status: z.enum(cardStatuses),
  /** The place among the bank's events of the last one that told of the card: an earlier event changes nothing. */
  toldPlace: z.string().optional(),
  type: z.enum(cardTypes),
  /** Since when the provider is to let go of the card, ISO 8601: that it was canceled. Missing once it has. */
  leavingSince: z.string().optional(),
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
  /** Since when the provider is to be told of the default card, ISO 8601; missing once it is. */
  untoldSince: z.string().optional(),
  version: z.bigint(),
});
export type Holder = z.output<typeof holderItem>;
