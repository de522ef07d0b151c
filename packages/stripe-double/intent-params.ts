import * as z from "zod";
import { invalid } from "./errors.ts";
import { methodFields } from "./new-method.ts";
import { boolean, clearable, currency, ignored, integer, metadata, oneOf, text } from "./params.ts";

/** The parameters of payment intents. */

/** Stripe's minimum amounts, in minor units. */
const LEAST: Readonly<Record<string, number>> = {
  gbp: 30,
  sek: 300,
  nok: 300,
  dkk: 250,
  pln: 200,
  czk: 1500,
};
const MOST = 99_999_999;

/** Formats an amount: `€10.00`. */
export const formatAmount = (minor: number, code: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: code }).format(
    minor / (code === "jpy" ? 1 : 100),
  );

/** @throws StripeFault for an amount that Stripe does not charge */
export function assertChargeable(amount: number, code: string, param = "amount"): void {
  if (amount < 1)
    throw invalid("This value must be greater than or equal to 1.", param, "parameter_invalid_integer");
  const least = LEAST[code] ?? 50;
  if (amount < least)
    throw invalid(`Amount must be at least ${formatAmount(least, code)} ${code}`, param, "amount_too_small");
  if (amount > MOST)
    throw invalid(
      `Amount must be no more than ${formatAmount(MOST, code)} ${code}`,
      param,
      "amount_too_large",
    );
}

const automatic = z
  .strictObject({ enabled: boolean, allow_redirects: oneOf("always", "never").optional() })
  .optional();

/** Parameters of creation and update. */
export const common = {
  amount: integer.optional(),
  currency: currency.optional(),
  customer: text.optional(),
  description: clearable.optional(),
  metadata,
  payment_method: text.optional(),
  payment_method_data: z.strictObject(methodFields).optional(),
  allowed_payment_method_types: z.array(text).optional(),
  excluded_payment_method_types: ignored,
  payment_details: ignored,
  payment_method_configuration: ignored,
  receipt_email: clearable.optional(),
  setup_future_usage: oneOf("on_session", "off_session").optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
  transfer_group: text.optional(),
  application_fee_amount: integer.optional(),
  payment_method_options: ignored,
  shipping: ignored,
  amount_details: ignored,
  expand: ignored,
};

/** Parameters of a confirmation. */
export const confirming = {
  off_session: boolean.optional(),
  return_url: text.optional(),
  error_on_requires_action: boolean.optional(),
  use_stripe_sdk: boolean.optional(),
  mandate_data: ignored,
  radar_options: ignored,
};

export const creating = {
  ...common,
  ...confirming,
  amount: integer,
  currency,
  confirm: boolean.optional(),
  capture_method: oneOf("automatic", "automatic_async", "manual").optional(),
  confirmation_method: oneOf("automatic", "manual").optional(),
  automatic_payment_methods: automatic,
  on_behalf_of: text.optional(),
  transfer_data: z.strictObject({ destination: text, amount: integer.optional() }).optional(),
};

export type Creating = z.output<z.ZodObject<typeof creating>>;
export type Common = z.output<z.ZodObject<typeof common>>;
export type Confirming = z.output<z.ZodObject<typeof confirming>>;

/** The statuses in which an intent can be confirmed. */
export const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];
