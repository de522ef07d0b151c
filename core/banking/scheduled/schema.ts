import * as z from "zod";
import { storedNumber } from "../../kernel/stored.ts";

/**
 * Scheduled payments: money that goes to another user or to a bank account on a date, or on one date after the other.
 * - active: it has a next try. completed: all of its dates are paid.
 * - canceled: by its owner, or because the account was blocked or handed over.
 * - failed: a date could not be paid on three days, or nobody is there to be paid. No later date is tried.
 */
export const statuses = ["active", "completed", "canceled", "failed"] as const;

export const frequencies = ["once", "daily", "weekly", "monthly"] as const;
export type Frequency = (typeof frequencies)[number];

/** How many a user may have that are active. */
export const MAX_ACTIVE = 100;

/** On how many days a payment is tried. */
export const MAX_TRIES = 3;

export const scheduledItem = z.object({
  scheduledId: z.string(),
  userId: z.string(),
  ownershipId: z.string(),
  /** The account that pays, and its asset. */
  accountId: z.string(),
  asset: z.string(),
  /** Base units. */
  amount: z.bigint(),
  /** Whom it is for, as it was asked: one of these. */
  toAccountId: z.string().optional(),
  toEmail: z.string().optional(),
  /** A bank account, as it was confirmed: a beneficiary that is changed or deleted later does not change it. */
  payee: z.object({ id: z.string(), name: z.string(), iban: z.string() }).optional(),
  /** The account that the address or the id was found to be: an address may change, whom it stood for does not. */
  receiverId: z.string().optional(),
  /** What both read; may be empty. */
  description: z.string(),
  frequency: z.enum(frequencies),
  /** Dates (ISO 8601) in the time zone, both included. */
  startDate: z.string(),
  endDate: z.string().optional(),
  /** IANA: the owner's when it was made. */
  timeZone: z.string(),
  status: z.enum(statuses),
  /** How many of its dates are paid: the next one's place among them. */
  paid: storedNumber,
  /** On how many days the next one was tried in vain. */
  tries: storedNumber,
  /** Why, the last time: the code of the error. */
  failure: z.string().optional(),
  nextRunAt: z.string().optional(),
  lastRunAt: z.string().optional(),
  lastTransactionId: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: storedNumber,
});
export type ScheduledPayment = z.output<typeof scheduledItem>;

/** What is asked for. */
export interface NewScheduledPayment
  extends Pick<ScheduledPayment, "accountId" | "description" | "frequency" | "startDate"> {
  readonly toAccountId?: string | undefined;
  readonly toEmail?: string | undefined;
  /** With the name of its holder, where it is no beneficiary yet. */
  readonly iban?: string | undefined;
  readonly beneficiaryName?: string | undefined;
  readonly endDate?: string | undefined;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
}
