import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";

/**
 * Withdrawals: money that goes from an account to a bank account, by SEPA credit transfer (EPC125-05). The
 * amount and the fee are held from the request on.
 * - requested: the order is on its way to the bank. ordered: the bank has it.
 * - booked: the bank has paid; what was held is gone.
 * - rejected: the bank did not pay. returned: what it paid came back. Then all is back, the fee too.
 */
export const states = ["requested", "ordered", "booked", "rejected", "returned"] as const;
export type State = (typeof states)[number];

export const withdrawalItem = z.object({
  withdrawalId: z.string(),
  userId: z.string(),
  /** What banks know it by (AT-T014): 35 characters at most. */
  endToEndId: z.string(),
  state: z.enum(states),
  /** What arrives, and what the platform keeps of it once it is booked: cents. */
  amountMinor: z.bigint(),
  feeMinor: z.bigint(),
  /** The ledger's asset. */
  currency: z.string(),
  beneficiaryId: z.string(),
  /** The payee as the user named it, and its account. */
  name: z.string(),
  iban: z.string(),
  /** What the user wrote with it. */
  description: z.string(),
  holdId: z.string(),
  /** The entry that opened the hold, and what its account had free after it. */
  entryId: z.string(),
  availableAfter: z.bigint(),
  /** The entry that paid, and the one that gave back. */
  bookedEntryId: z.string().optional(),
  undoneEntryId: z.string().optional(),
  /** The bank's own id of it. */
  transactionId: z.string().optional(),
  /** Why the bank did not pay, or took it back. */
  reason: z.string().optional(),
  /** Where the event that ended it stands among all events. */
  endedBy: z.string().optional(),
  /** Why somebody must look at it. */
  flagged: z.string().optional(),
  /** How often the bank was asked about it. */
  asked: storedNumber,
  /** ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.bigint(),
});
export type Withdrawal = z.output<typeof withdrawalItem>;

/** What is asked for: to a beneficiary that is kept, or to an IBAN that becomes one. */
export interface NewWithdrawal {
  readonly accountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
  readonly iban?: string | undefined;
  readonly beneficiaryName?: string | undefined;
  readonly beneficiaryId?: string | undefined;
  /** For the payee; may be empty. */
  readonly description: string;
}

export interface Requested {
  /** As the history names it. */
  readonly transactionId: string;
  readonly beneficiaryId: string;
  /** Cents. */
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** What the account has free after it. */
  readonly available: bigint;
}
