import * as z from "zod";
import * as Assets from "../kernel/assets/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Amounts from "../kernel/money/index.ts";
import { rule } from "../kernel/texts/index.ts";
import { MAX_SEPA_MINOR, type Money, type TransferState } from "./schema.ts";

/** Fields of the bank's events: what an event cannot do without is required, the rest taken where sound. */

/** An id. It becomes part of a key, where half a character would become another one. */
export const id = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(
    (text) => text.isWellFormed(),
    rule("must be well-formed Unicode text", "doit être un texte Unicode bien formé"),
  );

/** A text of at most so many characters; half a character of it is replaced. */
export const wellFormed = (most: number) =>
  z
    .string()
    .max(most)
    .transform((written) => written.toWellFormed());

/** A text, cut to a length; undefined where it is none. */
export const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((written) => written.slice(0, most).toWellFormed())
    .optional()
    .catch(undefined);

/** Whom an event is about. */
export const subject = z.looseObject({
  /** Our own id. */
  userId: id.optional().catch(undefined),
  /** The bank's. */
  accountId: id.optional().catch(undefined),
  /** That of a user's account which money comes to; with or without spaces. */
  iban: z
    .string()
    .max(50)
    .transform((written) => written.replace(/\s/g, "").toUpperCase())
    .optional()
    .catch(undefined),
});

/** Finds the asset of a symbol where it is one that may be booked. */
export type Finding = (symbol: string) => Assets.Asset | undefined;

/** What comes in by bank transfer. */
const money: Finding = (symbol) => (Assets.isMoney(symbol) ? Assets.find(symbol) : undefined);

/** Credit or debit as the codes of ISO 20022 have it (CreditDebitCode). */
const iso20022: ReadonlyMap<string, string> = new Map([
  ["crdt", "credit"],
  ["dbit", "debit"],
]);

const amount = z.looseObject({ value: z.string(), currency: z.string() });

const shared = {
  transactionId: id,
  /** A value below zero is a debit, so it may not be a credit. ISO 20022 writes CRDT and DBIT. */
  direction: z
    .string()
    .transform((code) => code.toLowerCase())
    .transform((code) => iso20022.get(code) ?? code)
    .pipe(z.enum(["credit", "debit"]))
    .optional(),
  description: text(500),
  reference: text(500),
  /** A name, or whatever has one. */
  counterparty: z
    .union([z.string().transform((name) => ({ name })), z.looseObject({})])
    .pipe(z.looseObject({ name: text(140) }))
    .optional()
    .catch(undefined),
  reason: text(500),
};

const announcement = z.looseObject({ ...shared, amount });
/** What did not take place needs no amount: what was booked for it is known. */
const rejection = z.looseObject({ ...shared, amount: amount.optional().catch(undefined) });

export interface TransferEvent {
  readonly transactionId: string;
  readonly state: Exclude<TransferState, "refused">;
  /** Missing where the event gives no amount that can be booked. */
  readonly money?: Money | undefined;
  /** Why its amount cannot be booked. */
  readonly problem?: string | undefined;
  /** Which way the money went that cannot be booked, where the event says so. */
  readonly direction?: Money["direction"] | undefined;
  readonly description?: string | undefined;
  readonly counterparty?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * Reads what an event says of a transfer.
 * @param find which assets its amount may be of: money unless told
 * @throws ZodError when it does not have the fields of one: nobody can tell what the bank means, so it must
 * not count as done
 */
export function read(data: unknown, state: TransferEvent["state"], find = money): TransferEvent {
  const fields = (state === "rejected" ? rejection : announcement).parse(data);
  const { transactionId, description, reference, counterparty, reason } = fields;
  return {
    transactionId,
    state,
    ...(fields.amount && moneyOf(fields.amount, fields.direction, find)),
    description: description ?? reference,
    counterparty: counterparty?.name,
    reason,
  };
}

function moneyOf(
  { value, currency }: z.output<typeof amount>,
  said: Money["direction"] | undefined,
  find: Finding,
): Pick<TransferEvent, "money" | "problem" | "direction"> {
  const asset = find(currency.trim().toUpperCase());
  const isNegative = value.startsWith("-");
  if (isNegative && said === "credit") return { problem: "the value is below zero, and it is a credit" };
  const direction = isNegative ? "debit" : said;
  if (!asset) return { problem: `there are no wallets of ${shortened(currency)}`, direction };
  const units = unitsOf(isNegative ? value.slice(1) : value, asset);
  if (typeof units === "string") return { problem: units, direction };
  return { money: { amountMinor: units, currency: asset.symbol, direction: direction ?? "credit" } };
}

/** The amount in base units, or why it is none. */
function unitsOf(value: string, { symbol, decimals }: Assets.Asset): bigint | string {
  try {
    // Longer ones are above the most in any case.
    const units = Amounts.parse(value.slice(0, 64), decimals);
    if (units === 0n) return "the amount is zero";
    const most = Assets.isMoney(symbol) ? MAX_SEPA_MINOR : Amounts.MAX_AMOUNT;
    if (units > most || value.length > 64) return "the amount is more than a transfer can carry";
    return units;
  } catch (error) {
    if (error instanceof SvcError && error.is(Amounts.InvalidAmount)) return error.message;
    throw error;
  }
}

const shortened = (text: string): string => JSON.stringify(text.slice(0, 10));
