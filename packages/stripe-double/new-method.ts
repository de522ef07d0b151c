import type Stripe from "stripe";
import * as z from "zod";
import { cardOf, fingerprintOf, namedCard, type TestCard } from "./cards.ts";
import { cardError, invalid } from "./errors.ts";
import { ignored, integer, mergeMetadata, metadata, oneOf, text } from "./params.ts";
import type { Tx } from "./tx.ts";

/** Creates payment methods: cards, and bank accounts that are debited minutes later (SEPA). Numbers are not stored. */

export const billing = z
  .looseObject({ name: z.string().optional(), email: z.string().optional(), phone: z.string().optional() })
  .optional();

/** A payment method's parameters, which also occur within an intent (`payment_method_data`). */
export const methodFields = {
  type: oneOf("card", "sepa_debit").optional(),
  card: z
    .strictObject({
      number: text.optional(),
      exp_month: integer.optional(),
      exp_year: integer.optional(),
      cvc: text.optional(),
      token: text.optional(),
      networks: ignored,
    })
    .optional(),
  sepa_debit: z.strictObject({ iban: text }).optional(),
  billing_details: billing,
  metadata,
  allow_redisplay: ignored,
  radar_options: ignored,
};

export type MethodFields = z.output<z.ZodObject<typeof methodFields>>;

type CardFields = NonNullable<MethodFields["card"]>;

const incorrect = (code: string, message: string, param: string) => cardError({ code, message }, { param });

/** @throws StripeFault for an invalid card */
function cardFrom(tx: Tx, params: CardFields): { card: TestCard; month: number; year: number } {
  const now = new Date(tx.nowMs);
  if (params.token !== undefined) {
    const card = namedCard(params.token);
    if (!card) throw invalid(`No such token: '${params.token}'`, "card[token]", "resource_missing");
    return { card, month: 12, year: now.getUTCFullYear() + 4 };
  }
  const { number, exp_month: month, exp_year: shortYear, cvc } = params;
  for (const [name, value] of Object.entries({ number, exp_month: month, exp_year: shortYear }))
    if (value === undefined)
      throw invalid(`Missing required param: card[${name}].`, `card[${name}]`, "parameter_missing");
  const card = cardOf(number ?? "");
  if (!card) throw incorrect("incorrect_number", "Your card number is incorrect.", "number");
  const year = (shortYear ?? 0) < 100 ? 2000 + (shortYear ?? 0) : (shortYear ?? 0);
  if (month === undefined || month < 1 || month > 12)
    throw incorrect("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  const thisYear = now.getUTCFullYear();
  if (year < thisYear || year > thisYear + 50)
    throw incorrect("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (year === thisYear && month < now.getUTCMonth() + 1)
    throw incorrect("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  const digits = card.brand === "amex" ? 4 : 3;
  if (cvc !== undefined && !new RegExp(`^\\d{${digits}}$`).test(cvc))
    throw incorrect("invalid_cvc", "Your card's security code is invalid.", "cvc");
  return { card, month, year };
}

const cardObject = (card: TestCard, month: number, year: number): Stripe.PaymentMethod.Card => ({
  brand: card.brand,
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "unchecked" },
  country: "US",
  display_brand: card.brand,
  exp_month: month,
  exp_year: year,
  fingerprint: fingerprintOf(card.number),
  funding: card.funding,
  generated_from: null,
  last4: card.number.slice(-4),
  networks: { available: [card.brand], preferred: null },
  regulated_status: "unregulated",
  three_d_secure_usage: { supported: true },
  wallet: null,
});

/** SEPA test accounts, by the outcome of a debit. */
export const sepaAccounts = {
  pays: "DE89370400440532013000",
  refuses: "DE62370400440532013001",
} as const;

function sepaObject(iban: string): Stripe.PaymentMethod.SepaDebit {
  const account = iban.replaceAll(" ", "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(account))
    throw invalid("The IBAN you have entered is not valid.", "sepa_debit[iban]", "invalid_bank_account_iban");
  return {
    bank_code: account.slice(4, 12),
    branch_code: null,
    country: account.slice(0, 2),
    fingerprint: fingerprintOf(account),
    generated_from: { charge: null, setup_attempt: null },
    last4: account.slice(-4),
  };
}

function methodOf(
  tx: Tx,
  more: Pick<Stripe.PaymentMethod, "type" | "card" | "sepa_debit">,
  params: MethodFields,
) {
  const details = params.billing_details;
  const method: Stripe.PaymentMethod = {
    id: tx.newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: details?.email ?? null,
      name: details?.name ?? null,
      phone: details?.phone ?? null,
      tax_id: null,
    },
    created: tx.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    ...more,
  };
  tx.save(method);
  return method;
}

/** Creates a payment method from a customer's input or a token. */
export function createMethod(tx: Tx, params: MethodFields): Stripe.PaymentMethod {
  if (params.type === undefined) throw invalid("Missing required param: type.", "type", "parameter_missing");
  if (params.type === "sepa_debit") {
    if (!params.sepa_debit)
      throw invalid("Missing required param: sepa_debit.", "sepa_debit", "parameter_missing");
    return methodOf(tx, { type: "sepa_debit", sepa_debit: sepaObject(params.sepa_debit.iban) }, params);
  }
  if (!params.card) throw invalid("Missing required param: card.", "card", "parameter_missing");
  const { card, month, year } = cardFrom(tx, params.card);
  return methodOf(tx, { type: "card", card: cardObject(card, month, year) }, params);
}
