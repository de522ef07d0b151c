import * as z from "zod";
import { defineTransitions } from "../../kernel/state-machine.ts";
import { storedNumber } from "../../kernel/stored.ts";

/**
 * Scheduled payments to another user or to a bank account, on one date or several.
 * - active: it has a next attempt. completed: all dates are paid.
 * - canceled: by its owner, or because the account was blocked or handed over.
 * - failed: a date could not be paid on three days, or an error was permanent, such as a missing payee. No later date is tried.
 */
export const statuses = ["active", "completed", "canceled", "failed"] as const;

export const scheduledStates = defineTransitions(statuses, {
  schedule: { none: "active" },
  complete: { active: "completed" },
  cancel: { active: "canceled" },
  fail: { active: "failed" },
});

export const frequencies = ["once", "daily", "weekly", "monthly"] as const;

/** The limit of active payments per user. */
export const MAX_ACTIVE = 100;

/** The maximum number of days on which the payment of one date is tried. */
export const MAX_TRIES = 3;

export const scheduledItem = z.object({
  scheduledId: z.string(),
  userId: z.string(),
  ownershipId: z.string(),
  /** The paying account, and its asset. */
  accountId: z.string(),
  asset: z.string(),
  /** Base units. */
  amount: z.bigint(),
  /** The payee as requested: one of these. */
  toAccountId: z.string().optional(),
  toEmail: z.string().optional(),
  /** The confirmed payee: a bank account, or a user if it has no IBAN. A later change of the beneficiary does not change it. */
  payee: z.object({ id: z.string(), name: z.string(), iban: z.string().optional() }).optional(),
  /** The account that the address or id resolved to. A later change of the address does not change it. */
  receiverId: z.string().optional(),
  /** The ownership of the user behind a payee, who is paid only while it lasts. */
  payeeOwnershipId: z.string().optional(),
  /** The text for both sides; may be empty. */
  description: z.string(),
  frequency: z.enum(frequencies),
  /** Dates (ISO 8601) in the time zone, both included. */
  startDate: z.string(),
  endDate: z.string().optional(),
  /** IANA name: the owner's time zone at the request. */
  timeZone: z.string(),
  status: z.enum(statuses),
  /** The number of paid dates, which is the index of the next one. */
  paid: storedNumber,
  /** The number of days on which the next date failed. */
  tries: storedNumber,
  /** The code of the latest error. */
  failure: z.string().optional(),
  nextRunAt: z.string().optional(),
  lastRunAt: z.string().optional(),
  lastTransactionId: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: storedNumber,
});
export type ScheduledPayment = z.output<typeof scheduledItem>;

export interface NewScheduledPayment
  extends Pick<
    ScheduledPayment,
    "accountId" | "toAccountId" | "toEmail" | "description" | "frequency" | "startDate" | "endDate"
  > {
  /** A stored payee: a bank account or a user. */
  readonly toBeneficiaryId?: string | undefined;
  /** Requires `beneficiaryName`, unless it is already a beneficiary. */
  readonly iban?: string | undefined;
  readonly beneficiaryName?: string | undefined;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
}
