import * as z from "zod";
import { defineTransitions } from "../../kernel/state-machine.ts";
import { storedNumber } from "../../kernel/stored.ts";
import { cardTypes } from "../cards/schema.ts";

/** Cards that the platform issues. Only the provider has their numbers, security codes and PINs. */

/** The maximum of a user's cards, not counting canceled ones. */
export const MAX_ISSUED = 5;

/** The currency of issued cards and their accounts. */
export const CARD_ASSET = "EUR";

/** A card is `requested` and hidden until the provider creates it. A physical one is `inactive` until its activation. */
export const issuedStatuses = ["requested", "active", "frozen", "inactive", "canceled"] as const;
export type IssuedStatus = (typeof issuedStatuses)[number];

export const issuedStates = defineTransitions(issuedStatuses, {
  request: { none: "requested" },
  makeVirtual: { requested: "active" },
  makePhysical: { requested: "inactive" },
  /** After a rejection by the provider. */
  giveUp: { requested: "none" },
  freeze: { active: "frozen", frozen: "frozen" },
  unfreeze: { frozen: "active", active: "active", inactive: "active" },
  cancel: { requested: "canceled", active: "canceled", frozen: "canceled", inactive: "canceled" },
});

/** Minor units; missing without a limit. */
const limit = z.bigint().optional();

const settings = z.object({
  onlinePayments: z.boolean(),
  contactless: z.boolean(),
  atmWithdrawals: z.boolean(),
  abroad: z.boolean(),
  limits: z.object({ perTransaction: limit, daily: limit, monthly: limit }),
});
export type Settings = z.output<typeof settings>;
export type Limits = Settings["limits"];

/** The settings of a new card. */
export const defaultSettings: Settings = {
  onlinePayments: true,
  contactless: true,
  atmWithdrawals: true,
  abroad: true,
  limits: { perTransaction: 200_000n, daily: 300_000n, monthly: 1_000_000n },
};

export const issuedCardItem = z.object({
  cardId: z.string(),
  userId: z.string(),
  /** The ownership of the account when the card was issued. After a change of owner the card cannot pay. */
  ownershipId: z.string(),
  /** The wallet that the card pays from. */
  walletId: z.string(),
  type: z.enum(cardTypes),
  status: z.enum(issuedStatuses),
  /** The key of its request, by which a retry finds the card. */
  requestKey: z.string().optional(),
  /** The provider's id; missing while it is requested. */
  pspCardId: z.string().optional(),
  brand: z.string().default(""),
  last4: z.string().default(""),
  expMonth: storedNumber.default(0),
  expYear: storedNumber.default(0),
  cardholderName: z.string(),
  /** ISO 3166: a purchase in another country is abroad. */
  homeCountry: z.string(),
  settings,
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Present while the card is due at the provider. */
  dueSk: z.string().optional(),
  version: z.bigint(),
});
export type IssuedCard = z.output<typeof issuedCardItem>;

export const issuedHolderItem = z.object({
  userId: z.string(),
  ownershipId: z.string().optional(),
  /** The provider's cardholder of that ownership. */
  pspCardholderId: z.string().optional(),
  homeCountry: z.string().optional(),
  version: z.bigint(),
});
export type IssuedHolder = z.output<typeof issuedHolderItem>;

/** Spending of a card in its latest day and month (in the platform's time zone), in minor units. */
export const spendingItem = z.object({
  cardId: z.string(),
  day: z.string(),
  dayMinor: z.bigint(),
  month: z.string(),
  monthMinor: z.bigint(),
  version: z.bigint(),
});
export type Spending = z.output<typeof spendingItem>;
