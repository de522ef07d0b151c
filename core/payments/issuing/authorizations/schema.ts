import * as z from "zod";
import { storedNumber } from "../../../kernel/stored.ts";

/** Authorizations of merchants to charge an issued card, its transactions and disputes. */

/** Reasons to decline a purchase, for the cardholder and for support. */
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
  /** The provider's category of the merchant. */
  category: z.string(),
  /** ISO 3166; missing if the network does not state it. */
  country: z.string().optional(),
  city: z.string().optional(),
});
export type Merchant = z.output<typeof merchant>;

/** Returns the id of the ledger's hold for one request of an authorization. */
export const holdIdOf = (authorizationId: string, ordinal: number | string): string =>
  `${authorizationId}:${ordinal}`;

const OF_CARD = /^(iauth_\w+):/;

/** Returns the authorization of a hold; undefined if the hold is not of a card. */
export const authorizationOf = (holdId: string): string | undefined => OF_CARD.exec(holdId)?.[1];
export const isOfCard = (holdId: string): boolean => OF_CARD.test(holdId);

/** Our answer to one request of an authorization: the first, or an increment. */
const answered = z.object({
  /** The number of requests that the provider had decided before. */
  ordinal: storedNumber,
  amountMinor: z.bigint(),
  approved: z.boolean(),
  reason: reason.optional(),
  at: z.string(),
});
export type Answered = z.output<typeof answered>;

/** A hold of the ledger, with its remaining amount. */
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
  /** The requested amount, later the authorized one, in minor units of the account. */
  amountMinor: z.bigint(),
  /** The same amount in minor units of the merchant's currency: the provider's figure. */
  merchantMinor: z.bigint(),
  merchantCurrency: z.string(),
  answers: z.array(answered),
  holds: z.array(held),
  /** The booked transactions, and their sums. */
  transactions: z.array(z.string()),
  capturedMinor: z.bigint(),
  refundedMinor: z.bigint(),
  /**
   * The entry at which the history shows the purchase: the first with a line. An entry that only creates a debt has no
   * line, so the next entry replaces it.
   */
  entry: z
    .object({ entryId: z.string(), createdAt: z.string(), hasLine: z.boolean().default(true) })
    .optional(),
  /** The amount of transactions that were booked before the authorization was known: the history shows them separately. */
  aloneMinor: z.bigint().optional(),
  /** The amounts that count in the day and month of the last request. */
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
  /** Minor units of the account; negative for a charge. */
  amountMinor: z.bigint(),
  merchantMinor: z.bigint(),
  merchantCurrency: z.string(),
  entryId: z.string(),
  /** The amount that the account lacked, which became its owner's debt. */
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
  /** The amount returned to the cardholder, in minor units. */
  returnedMinor: z.bigint(),
  status: z.string(),
  updatedAt: z.string(),
  version: z.bigint(),
});
export type CardDispute = z.output<typeof disputeItem>;
