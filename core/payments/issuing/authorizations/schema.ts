import * as z from "zod";
import { storedNumber } from "../../../kernel/stored.ts";

/** What a merchant was authorized to take from an issued card's account, and what became of it. */

/** Why a purchase is declined, for its owner and for whoever helps. */
export const declineReasons = [
  "card_frozen",
  "card_inactive",
  "card_canceled",
  "account_blocked",
  "account_in_debt",
  "insufficient_funds",
  "online_payments_off",
  "contactless_off",
  "atm_withdrawals_off",
  "abroad_off",
  "transaction_limit",
  "daily_limit",
  "monthly_limit",
  "identity_limit",
  "currency",
  "busy",
  "provider",
] as const;
export type DeclineReason = (typeof declineReasons)[number];

const reason = z.enum(declineReasons);

export const merchant = z.object({
  name: z.string(),
  /** The provider's word for what it sells. */
  category: z.string(),
  /** ISO 3166; missing where the network does not say. */
  country: z.string().optional(),
  city: z.string().optional(),
});
export type Merchant = z.output<typeof merchant>;

/** The ledger's hold of one request of an authorization: it says which it is for. */
export const holdIdOf = (authorizationId: string, ordinal: number | string): string =>
  `${authorizationId}:${ordinal}`;

const OF_CARD = /^(iauth_\w+):/;

/** Which authorization a hold is for; undefined where it is for something else. */
export const authorizationOf = (holdId: string): string | undefined => OF_CARD.exec(holdId)?.[1];
export const isOfCard = (holdId: string): boolean => OF_CARD.test(holdId);

/** What we answered to one request of an authorization: the first, or one for more. */
const answered = z.object({
  /** How many requests the provider had decided before. */
  ordinal: storedNumber,
  amountMinor: z.bigint(),
  approved: z.boolean(),
  reason: reason.optional(),
  at: z.string(),
});
export type Answered = z.output<typeof answered>;

/** A hold of the ledger; `leftMinor` is what is left of it. */
const held = z.object({ holdId: z.string(), leftMinor: z.bigint() });
export type Held = z.output<typeof held>;

export const authorizationStatuses = ["pending", "closed", "reversed", "expired", "declined"] as const;
export type AuthorizationStatus = (typeof authorizationStatuses)[number];

export const authorizationItem = z.object({
  /** The provider's id. */
  authorizationId: z.string(),
  userId: z.string(),
  cardId: z.string(),
  last4: z.string(),
  walletId: z.string(),
  merchant,
  status: z.enum(authorizationStatuses),
  /** What was asked for, or is authorized now, in minor units of the account. */
  amountMinor: z.bigint(),
  /** The same as the merchant says it, in minor units of its currency: the provider's figure. */
  merchantMinor: z.bigint(),
  merchantCurrency: z.string(),
  answers: z.array(answered),
  holds: z.array(held),
  /** The transactions that are booked, and what they came to. */
  transactions: z.array(z.string()),
  capturedMinor: z.bigint(),
  refundedMinor: z.bigint(),
  /**
   * The first entry for it: the history tells the purchase there, whatever becomes of it. Where nothing was free, and all
   * of it is owed, the account has no line of it, and the next entry takes its place. Missing before.
   */
  entry: z
    .object({ entryId: z.string(), createdAt: z.string(), hasLine: z.boolean().default(true) })
    .optional(),
  /** How much of what was taken had been booked before it was known: the history tells that by itself. */
  aloneMinor: z.bigint().optional(),
  /** How much of it counts in the day and in the month in which it was last asked for. */
  day: z.string(),
  dayMinor: z.bigint(),
  month: z.string(),
  monthMinor: z.bigint(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.bigint(),
});
export type Authorization = z.output<typeof authorizationItem>;

export const transactionItem = z.object({
  /** The provider's id. */
  transactionId: z.string(),
  authorizationId: z.string().optional(),
  userId: z.string(),
  cardId: z.string(),
  walletId: z.string(),
  merchant,
  /** Minor units of the account; below zero where the card was charged. */
  amountMinor: z.bigint(),
  merchantMinor: z.bigint(),
  merchantCurrency: z.string(),
  entryId: z.string(),
  /** What the account lacked, and is its owner's debt since. */
  owedMinor: z.bigint(),
  createdAt: z.string(),
});
export type CardTransaction = z.output<typeof transactionItem>;

export const disputeItem = z.object({
  /** The provider's id. */
  disputeId: z.string(),
  transactionId: z.string(),
  userId: z.string(),
  walletId: z.string(),
  /** What of it the owner has got back by now, in minor units. */
  returnedMinor: z.bigint(),
  status: z.string(),
  updatedAt: z.string(),
  version: z.bigint(),
});
export type CardDispute = z.output<typeof disputeItem>;
