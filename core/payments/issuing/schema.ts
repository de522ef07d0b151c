import * as z from "zod";
import { defineTransitions } from "../../kernel/state-machine.ts";
import { storedNumber } from "../../kernel/stored.ts";
import { cardTypes } from "../cards/schema.ts";

/** Cards that the platform issues. Never a number, a security code or a PIN: the provider alone has those. */

/** How many cards a user may have that are not canceled. */
export const MAX_ISSUED = 5;

/** The currency of issued cards: what their accounts hold. */
export const CARD_ASSET = "EUR";

/**
 * `requested` while the provider makes it, and shown to nobody by then. A physical card is `inactive` until its owner
 * has switched it on.
 */
export const issuedStatuses = ["requested", "active", "frozen", "inactive", "canceled"] as const;
export type IssuedStatus = (typeof issuedStatuses)[number];

export const issuedStates = defineTransitions(issuedStatuses, {
  request: { none: "requested" },
  /** The provider has made it. */
  makeVirtual: { requested: "active" },
  makePhysical: { requested: "inactive" },
  /** The provider refuses to make it. */
  giveUp: { requested: "none" },
  freeze: { active: "frozen", frozen: "frozen" },
  unfreeze: { frozen: "active", active: "active", inactive: "active" },
  cancel: { requested: "canceled", active: "canceled", frozen: "canceled", inactive: "canceled" },
});

/** Minor units; missing where the owner has set none. */
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

/** What a new card allows. */
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
  /** Whose it is: another owner of the account cannot spend with it, nor the former one. */
  ownershipId: z.string(),
  /** The wallet that it spends. */
  walletId: z.string(),
  type: z.enum(cardTypes),
  status: z.enum(issuedStatuses),
  /** The request that it was made for: a later try finds it by this. */
  requestKey: z.string().optional(),
  /** The provider's id; missing while it is requested. */
  pspCardId: z.string().optional(),
  brand: z.string().default(""),
  last4: z.string().default(""),
  expMonth: storedNumber.default(0),
  expYear: storedNumber.default(0),
  cardholderName: z.string(),
  /** ISO 3166: a purchase elsewhere is one abroad. */
  homeCountry: z.string(),
  settings,
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** There as long as the provider has yet to learn of a change, or to make the card. */
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

/** What was spent with a card in its latest day and month (of the platform's time zone), in minor units. */
export const spendingItem = z.object({
  cardId: z.string(),
  day: z.string(),
  dayMinor: z.bigint(),
  month: z.string(),
  monthMinor: z.bigint(),
  version: z.bigint(),
});
export type Spending = z.output<typeof spendingItem>;
