import * as z from "zod";

/** What the bank keeps for our users, as its events say. */

/** The most that one SEPA credit transfer carries (EPC rulebook, AT-T002), in cents: 999,999,999.99 EUR. */
export const MAX_SEPA_MINOR = 99_999_999_999n;

export const tracked = z.object({
  /** The position of the event that prevails. */
  position: z.string(),
  /**
   * The latest events that were carried out. One that comes again after its own record has expired would
   * otherwise seem to be news, where it says no time.
   */
  eventIds: z.array(z.string()).default([]),
  /** ISO 8601. */
  updatedAt: z.string(),
  version: z.bigint(),
});

export const accountStatuses = ["opened", "suspended", "closed"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const accountItem = tracked.extend({
  accountId: z.string(),
  /** A suspended account may be opened again; a closed one stays closed. */
  status: z.enum(accountStatuses),
  /** Missing while nobody knows whose it is. Once known it stays. */
  userId: z.string().optional(),
  iban: z.string().optional(),
  currency: z.string().optional(),
});
export type Account = z.output<typeof accountItem>;

export const consentStatuses = ["granted", "refused", "expired"] as const;
export type ConsentStatus = (typeof consentStatuses)[number];

export const consentItem = tracked.extend({
  consentId: z.string(),
  status: z.enum(consentStatuses),
  userId: z.string().optional(),
  accountId: z.string().optional(),
  scopes: z.array(z.string()),
  /** ISO 8601; missing where the bank gave no end. */
  expiresAt: z.string().optional(),
});
export type Consent = z.output<typeof consentItem>;

/**
 * A transfer's states in the order of their rank: whatever order events come in, the highest rank stays.
 * - refused: what the bank says of it cannot be booked, such as a currency that we do not hold. A later event
 * may mend it.
 * - rejected: it did not take place. What was booked before is reversed; what would be booked later is not.
 */
export const transferStates = ["refused", "pending", "booked", "rejected"] as const;
export type TransferState = (typeof transferStates)[number];

/** How the payer paid: out of the account, and the rest owed. Together the amount, in minor units. */
const split = z.object({ paid: z.bigint(), owed: z.bigint() });

export const money = z.object({
  /** Minor units of the currency, which are the ledger's base units. More than zero. */
  amountMinor: z.bigint(),
  /** The ledger's asset. */
  currency: z.string(),
  /** credit: to the user. */
  direction: z.enum(["credit", "debit"]),
});
export type Money = z.output<typeof money>;

export const transferItem = z.object({
  transactionId: z.string(),
  state: z.enum(transferStates),
  userId: z.string().optional(),
  /** Its user is erased: nobody is shown it or told of it, and what it brings pays what was owed, the rest is in `suspense`. */
  erased: z.boolean().optional(),
  accountId: z.string().optional(),
  /** Missing while no event gave an amount that can be booked. */
  money: money.optional(),
  /** Of the event that gave the amount: booked counts before rejected, and that before pending. */
  moneyOf: z.enum(transferStates).optional(),
  description: z.string().optional(),
  counterparty: z.string().optional(),
  /** Why the bank rejected it. */
  reason: z.string().optional(),
  /** Why somebody must look at it. */
  flagged: z.string().optional(),
  /** What stands in the ledger for it, unless it was reversed. */
  booking: z
    .object({
      entryId: z.string(),
      /** Whose account it is in: the user's wallet, which the ledger may know to be closed, or nobody's (`suspense`). */
      holder: z.enum(["user", "nobody"]),
      ...split.shape,
    })
    .optional(),
  reversal: z.object({ entryId: z.string(), ...split.shape }).optional(),
  /** Who of the staff said whose it is. */
  assignedBy: z.string().optional(),
  /** The id that the user sees it under. */
  shownId: z.string().optional(),
  /** ISO 8601. */
  createdAt: z.string(),
  bookedAt: z.string().optional(),
  version: z.bigint(),
});
export type Transfer = z.output<typeof transferItem>;
/** A transfer whose amount is known: only such a one moves money. */
export type Priced = Transfer & { readonly money: Money };
export type Split = z.output<typeof split>;
