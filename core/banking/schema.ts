import * as z from "zod";
import { defineTransitions } from "../kernel/state-machine.ts";

/** Accounts, consents and transfers at the bank. */

/** The largest amount of a SEPA credit transfer (EPC rulebook, AT-T002), in cents: 999,999,999.99 EUR. */
export const MAX_SEPA_MINOR = 99_999_999_999n;

export const tracked = z.object({
  position: z.string(),
  /** The ids of the latest applied events. A repeated event without a time of its own would otherwise appear to be the latest. */
  eventIds: z.array(z.string()).default([]),
  /** ISO 8601. */
  updatedAt: z.string(),
  version: z.bigint(),
});

export type Tracked = z.output<typeof tracked>;

const accountStatuses = ["opened", "suspended", "closed"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** An event of the bank has the name of the status that it sets. A suspended account may be opened again. */
export const bankAccountStates = defineTransitions(accountStatuses, {
  opened: { none: "opened", opened: "opened", suspended: "opened" },
  suspended: { none: "suspended", opened: "suspended", suspended: "suspended" },
  closed: { none: "closed", opened: "closed", suspended: "closed" },
});

export const accountItem = tracked.extend({
  accountId: z.string(),
  status: z.enum(accountStatuses),
  /** Missing while the owner is unknown. It never changes. */
  userId: z.string().optional(),
  iban: z.string().optional(),
  currency: z.string().optional(),
});
export type Account = z.output<typeof accountItem>;

const consentStatuses = ["granted", "refused", "expired"] as const;
export type ConsentStatus = (typeof consentStatuses)[number];

export const consentItem = tracked.extend({
  consentId: z.string(),
  status: z.enum(consentStatuses),
  userId: z.string().optional(),
  accountId: z.string().optional(),
  scopes: z.array(z.string()),
  /** ISO 8601; missing if the consent does not expire. */
  expiresAt: z.string().optional(),
});
export type Consent = z.output<typeof consentItem>;

/**
 * The states of a transfer by rank. The highest rank prevails, in any order of the events.
 * - refused: the event cannot be booked, for example in a currency without wallets. A later event may correct it.
 * - rejected: the transfer did not take place. An earlier booking is reversed, and a later one is ignored.
 */
export const transferStates = ["refused", "pending", "booked", "rejected"] as const;
export type TransferState = (typeof transferStates)[number];

/** The two parts of an amount, in minor units: paid from the account, and owed. */
const split = z.object({ paid: z.bigint(), owed: z.bigint() });

export const money = z.object({
  /** Minor units of the currency, which are the ledger's base units. More than zero. */
  amountMinor: z.bigint(),
  /** The ledger's asset. */
  currency: z.string(),
  /** `credit`: to the user. */
  direction: z.enum(["credit", "debit"]),
});
export type Money = z.output<typeof money>;

export const transferItem = z.object({
  transactionId: z.string(),
  state: z.enum(transferStates),
  userId: z.string().optional(),
  /** The user is erased, so no user sees the transfer. A credit pays debts, and the rest goes to `suspense`. */
  erased: z.boolean().optional(),
  accountId: z.string().optional(),
  /** Missing until an event has an amount that can be booked. */
  money: money.optional(),
  /** The state of the event that stated the amount: booked prevails over rejected, and rejected over pending. */
  moneyOf: z.enum(transferStates).optional(),
  description: z.string().optional(),
  counterparty: z.string().optional(),
  /** The bank's reason of a rejection. */
  reason: z.string().optional(),
  /** Why a staff member must check it. */
  flagged: z.string().optional(),
  /** The entry in the ledger. */
  booking: z
    .object({
      entryId: z.string(),
      /** The account of the entry: the user's wallet, even if it is closed, or `suspense` ("nobody"). */
      holder: z.enum(["user", "nobody"]),
      ...split.shape,
    })
    .optional(),
  reversal: z.object({ entryId: z.string(), ...split.shape }).optional(),
  /** The staff member who assigned the transfer to a user. */
  assignedBy: z.string().optional(),
  /** The id of the user's record. */
  shownId: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  bookedAt: z.string().optional(),
  version: z.bigint(),
});
export type Transfer = z.output<typeof transferItem>;
/** A transfer with a known amount. Only such transfers move money. */
export type Priced = Transfer & { readonly money: Money };
export type Split = z.output<typeof split>;
