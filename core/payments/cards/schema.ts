import * as z from "zod";
import { defineTransitions } from "../../kernel/state-machine.ts";

export const cardTypes = ["virtual", "physical"] as const;
export type CardType = (typeof cardTypes)[number];

export const cardStatuses = ["active", "inactive", "locked", "canceled"] as const;

/**
 * A physical card is `inactive` until its holder activates it with the bank. The bank's events are named by the status
 * that they set; they may arrive in any order.
 */
export const savedCardStates = defineTransitions(cardStatuses, {
  saveVirtual: { none: "active" },
  savePhysical: { none: "inactive" },
  active: { inactive: "active", active: "active", locked: "active" },
  locked: { inactive: "locked", active: "locked", locked: "locked" },
  canceled: { inactive: "canceled", active: "canceled", locked: "canceled" },
});
/** An event of the bank on a card. */
export type CardEvent = "active" | "locked" | "canceled";

export const cardItem = z.object({
  cardId: z.string(),
  userId: z.string(),
  /** The provider's token of the card (`pm_…`); never shown. */
  paymentMethodId: z.string(),
  customerId: z.string(),
  /** The provider's fingerprint of the card's number, the same for every user. */
  fingerprint: z.string().optional(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.coerce.number(),
  expYear: z.coerce.number(),
  status: z.enum(cardStatuses),
  /** The position of the bank's latest event: an earlier event changes nothing. */
  eventPosition: z.string().optional(),
  type: z.enum(cardTypes),
  /** ISO 8601. */
  createdAt: z.string(),
});

export type StoredCard = z.output<typeof cardItem>;

export interface Card extends StoredCard {
  readonly isDefault: boolean;
}

export const holderItem = z.object({
  userId: z.string(),
  /** The provider's customer of the cards. */
  customerId: z.string(),
  /** The number of cards that are not canceled. */
  count: z.bigint(),
  defaultCardId: z.string().optional(),
  /** Present while the default card is due at the provider. */
  dueSk: z.string().optional(),
  version: z.bigint(),
});
export type Holder = z.output<typeof holderItem>;
