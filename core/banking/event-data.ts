import * as z from "zod";
import * as Assets from "../kernel/assets/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Amounts from "../kernel/money/index.ts";
import { rule } from "../kernel/texts/index.ts";
import { MAX_SEPA_MINOR, type Money, type Transfer, type TransferState } from "./schema.ts";

/** Parses the data of the bank's events. Malformed optional fields are ignored. */

/** An id that becomes part of a key. A lone surrogate is rejected, because DynamoDB would change it. */
export const id = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(
    (text) => text.isWellFormed(),
    rule("must be well-formed Unicode text", "doit être un texte Unicode bien formé"),
  );

/** A text of limited length. Lone surrogates are replaced. */
export const wellFormed = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.toWellFormed());

/** A text, truncated to a length. Undefined if the field is missing, empty or not a text. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((value) => value.slice(0, max).toWellFormed())
    .optional()
    .catch(undefined);

/** The fields that identify the user of an event. */
export const subject = z.looseObject({
  /** Our id. */
  userId: id.optional().catch(undefined),
  /** The bank's id. */
  accountId: id.optional().catch(undefined),
  /** The IBAN of the user's account, with or without spaces. */
  iban: z
    .string()
    .max(50)
    .transform((value) => value.replace(/\s/g, "").toUpperCase())
    .optional()
    .catch(undefined),
});

/** Returns the asset of a symbol, if it may be booked. */
type FindAsset = (symbol: string) => Assets.Asset | undefined;

const findMoney: FindAsset = (symbol) => (Assets.isMoney(symbol) ? Assets.find(symbol) : undefined);

/** The codes of ISO 20022 for credit and debit (CreditDebitCode). */
const iso20022: ReadonlyMap<string, string> = new Map([
  ["crdt", "credit"],
  ["dbit", "debit"],
]);

const amount = z.looseObject({ value: z.string(), currency: z.string() });

const shared = {
  transactionId: id,
  /** Credit or debit. Accepts the codes of ISO 20022 (CRDT, DBIT). A negative amount is a debit; with the direction credit it is an error. */
  direction: z
    .string()
    .transform((code) => code.toLowerCase())
    .transform((code) => iso20022.get(code) ?? code)
    .pipe(z.enum(["credit", "debit"]))
    .optional(),
  description: optionalText(500),
  reference: optionalText(500),
  /** A name, or an object with one. */
  counterparty: z
    .union([z.string().transform((name) => ({ name })), z.looseObject({})])
    .pipe(z.looseObject({ name: optionalText(140) }))
    .optional()
    .catch(undefined),
  reason: optionalText(500),
};

const announcement = z.looseObject({ ...shared, amount });
/** A rejection needs no amount: it reverses the stored booking. */
const rejection = z.looseObject({ ...shared, amount: amount.optional().catch(undefined) });

export interface TransferEvent
  extends Pick<Transfer, "transactionId" | "description" | "counterparty" | "reason"> {
  readonly state: Exclude<TransferState, "refused">;
  /** Missing if the event has no amount that can be booked. */
  readonly money?: Money | undefined;
  /** The reason why the amount cannot be booked. */
  readonly problem?: string | undefined;
  /** The direction of an amount that cannot be booked, if known. */
  readonly direction?: Money["direction"] | undefined;
}

/**
 * Parses the data of a transfer's event.
 * @param find returns the asset of the amount. Defaults to fiat currencies only
 * @throws ZodError if required fields are missing: the event then becomes a dead letter
 */
export function parseTransfer(data: unknown, state: TransferEvent["state"], find = findMoney): TransferEvent {
  const fields = (state === "rejected" ? rejection : announcement).parse(data);
  const { transactionId, description, reference, counterparty, reason } = fields;
  return {
    transactionId,
    state,
    ...(fields.amount && parseMoney(fields.amount, fields.direction, find)),
    description: description ?? reference,
    counterparty: counterparty?.name,
    reason,
  };
}

function parseMoney(
  { value, currency }: z.output<typeof amount>,
  stated: Money["direction"] | undefined,
  find: FindAsset,
): Pick<TransferEvent, "money" | "problem" | "direction"> {
  const asset = find(currency.trim().toUpperCase());
  const isNegative = value.startsWith("-");
  if (isNegative && stated === "credit") return { problem: "the amount of a credit is below zero" };
  const direction = isNegative ? "debit" : stated;
  if (!asset) return { problem: `there are no wallets of ${quote(currency)}`, direction };
  const units = parseUnits(isNegative ? value.slice(1) : value, asset);
  if (typeof units === "string") return { problem: units, direction };
  return { money: { amountMinor: units, currency: asset.symbol, direction: direction ?? "credit" } };
}

/** Returns the amount in base units, or the reason why it is invalid. */
function parseUnits(value: string, { symbol, decimals }: Assets.Asset): bigint | string {
  try {
    // A longer value exceeds the maximum in any case.
    const units = Amounts.parse(value.slice(0, 64), decimals);
    if (units === 0n) return "the amount is zero";
    const max = Assets.isMoney(symbol) ? MAX_SEPA_MINOR : Amounts.MAX_AMOUNT;
    if (units > max || value.length > 64) return "the amount exceeds the limit of a transfer";
    return units;
  } catch (error) {
    if (error instanceof SvcError && error.is(Amounts.InvalidAmount)) return error.message;
    throw error;
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 10));
