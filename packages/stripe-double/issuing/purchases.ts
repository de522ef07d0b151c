import type Stripe from "stripe";
import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { invalid, wrongState } from "../errors.ts";
import { boolean, currency, ignored, integer, oneOf, text } from "../params.ts";
import { randomText, type Tx } from "../tx.ts";
import { type Authorization, heldAmount, release, request } from "./authorizations.ts";
import { merchantFields, merchantOf } from "./merchants.ts";
import { book } from "./transactions.ts";

/** Merchants' actions: Stripe's test helpers for authorizations. */

const amountDetails = z
  .strictObject({ atm_fee: integer.optional(), cashback_amount: integer.optional() })
  .optional();

const created = {
  card: text,
  amount: integer.optional(),
  amount_details: amountDetails,
  authorization_method: oneOf("chip", "contactless", "keyed_in", "online", "swipe").optional(),
  currency: currency.optional(),
  is_amount_controllable: boolean.optional(),
  merchant_amount: integer.optional(),
  merchant_currency: currency.optional(),
  merchant_data: merchantFields,
  wallet: oneOf("apple_pay", "google_pay", "samsung_pay").optional(),
  fleet: ignored,
  fuel: ignored,
  fraud_disputability_likelihood: ignored,
  network_data: ignored,
  risk_assessment: ignored,
  verification_data: ignored,
  expand: ignored,
};
type Created = z.output<z.ZodObject<typeof created>>;

function pendingOf(card: Stripe.Issuing.Card, params: Created): Stripe.Issuing.Authorization.PendingRequest {
  const { amount = params.merchant_amount ?? 0, merchant_amount = amount } = params;
  if (amount < 0)
    throw invalid("This value must be greater than or equal to 0.", "amount", "parameter_invalid_integer");
  const { atm_fee = null, cashback_amount = null } = params.amount_details ?? {};
  return {
    amount,
    amount_details: { atm_fee, cashback_amount },
    currency: card.currency,
    is_amount_controllable: params.is_amount_controllable ?? false,
    merchant_amount,
    merchant_currency: params.merchant_currency ?? params.currency ?? card.currency,
    network_risk_score: null,
  };
}

const NO_FUEL = {
  industry_product_code: null,
  quantity_decimal: null,
  type: null,
  unit: null,
  unit_cost_decimal: null,
};

function blank(tx: Tx, card: Stripe.Issuing.Card, params: Created): Authorization {
  const pending = pendingOf(card, params);
  const method = params.authorization_method ?? "online";
  const isAbsent = method === "online" || method === "keyed_in";
  return {
    id: tx.newId("iauth"),
    object: "issuing.authorization",
    amount: 0,
    amount_details: pending.amount_details,
    approved: false,
    authorization_method: method,
    balance_transactions: [],
    card,
    card_presence: isAbsent ? "not_present" : "present",
    cardholder: card.cardholder.id,
    created: tx.now,
    currency: card.currency,
    fleet: null,
    fraud_challenges: null,
    fuel: NO_FUEL,
    livemode: false,
    merchant_amount: 0,
    merchant_currency: pending.merchant_currency,
    merchant_data: merchantOf(params.merchant_data),
    metadata: {},
    network_data: {
      acquiring_institution_id: null,
      system_trace_audit_number: null,
      transaction_id: randomText(12),
    },
    pending_request: null,
    request_history: [],
    status: "pending",
    token: null,
    transactions: [],
    verification_data: {
      address_line1_check: "not_provided",
      address_postal_code_check: "not_provided",
      authentication_exemption: null,
      cvc_check: "match",
      expiry_check: "match",
      postal_code: null,
      three_d_secure: null,
    },
    verified_by_fraud_challenge: null,
    wallet: params.wallet ?? null,
  };
}

/** How long an authorization holds an amount that is not captured. */
const LAPSE_MS = 7 * 86_400_000;

/** Sets the authorization's state after the first decision. */
function openAuthorization(tx: Tx, id: string, approved: boolean): object {
  const one = tx.get("issuing.authorization", id);
  const [first] = one.request_history;
  one.approved = approved;
  one.amount = first?.amount ?? 0;
  one.merchant_amount = first?.merchant_amount ?? 0;
  one.status = approved ? "pending" : "closed";
  tx.save(one);
  if (approved) tx.setTimer("lapse", id, tx.nowMs + LAPSE_MS);
  tx.emit("issuing_authorization.created", one);
  return one;
}

function incrementAuthorization(tx: Tx, id: string, approved: boolean): object {
  const one = tx.get("issuing.authorization", id);
  const last = one.request_history.at(-1);
  if (approved) {
    one.amount += last?.amount ?? 0;
    one.merchant_amount += last?.merchant_amount ?? 0;
  }
  tx.save(one);
  tx.emit("issuing_authorization.updated", one);
  return one;
}

/** @throws StripeFault if the authorization is closed or declined */
function requireOpen({ id, status, approved }: Authorization): void {
  if (status === "pending" && approved) return;
  throw wrongState(
    "authorization_unexpected_state",
    `The authorization ${id} is ${approved ? status : "declined"}: only an approved one that is pending can be changed.`,
  );
}

function endAuthorization(tx: Tx, one: Authorization, status: "reversed" | "expired"): Authorization {
  one.status = status;
  release(tx, one);
  tx.save(one);
  tx.emit("issuing_authorization.updated", one);
  return one;
}

/** Expires an authorization that was not captured in time. */
export function lapse(tx: Tx, id: string): void {
  const one = tx.find("issuing.authorization", id);
  if (one?.status === "pending" && one.approved) endAuthorization(tx, one, "expired");
}

const HELPERS = "/v1/test_helpers/issuing/authorizations";

/** @throws StripeFault unless the amount is above zero */
function positive(amount: number, param: string): number {
  if (amount > 0) return amount;
  throw invalid("This value must be greater than or equal to 1.", param, "parameter_invalid_integer");
}

export const purchases = [
  endpoint("POST", HELPERS, created, ({ tx }, params) => {
    const card = tx.get("issuing.card", params.card, "card");
    const one = blank(tx, card, params);
    return request(tx, one, pendingOf(card, params), openAuthorization);
  }),
  endpoint(
    "POST",
    `${HELPERS}/:id/increment`,
    { increment_amount: integer, is_amount_controllable: boolean.optional(), expand: ignored },
    ({ tx, ids: [id = ""] }, { increment_amount: given }) => {
      const one = tx.get("issuing.authorization", id);
      requireOpen(one);
      // The card's current state decides.
      one.card = tx.get("issuing.card", one.card.id);
      const amount = positive(given, "increment_amount");
      return request(
        tx,
        one,
        {
          amount,
          amount_details: null,
          currency: one.currency,
          is_amount_controllable: false,
          merchant_amount: amount,
          merchant_currency: one.merchant_currency,
          network_risk_score: null,
        },
        incrementAuthorization,
      );
    },
  ),
  endpoint(
    "POST",
    `${HELPERS}/:id/capture`,
    {
      capture_amount: integer.optional(),
      close_authorization: boolean.optional(),
      purchase_details: ignored,
      expand: ignored,
    },
    ({ tx, ids: [id = ""] }, params) => {
      const one = tx.get("issuing.authorization", id);
      requireOpen(one);
      const { capture_amount: given = heldAmount(one), close_authorization: closes = true } = params;
      const amount = positive(given, "capture_amount");
      book(tx, { card: one.card, amount: -amount, type: "capture", merchant: one.merchant_data, of: one });
      release(tx, one, closes ? undefined : amount);
      if (closes) one.status = "closed";
      tx.save(one);
      tx.emit("issuing_authorization.updated", one);
      return one;
    },
  ),
  endpoint("POST", `${HELPERS}/:id/expire`, { expand: ignored }, ({ tx, ids: [id = ""] }) => {
    const one = tx.get("issuing.authorization", id);
    requireOpen(one);
    return endAuthorization(tx, one, "expired");
  }),
  endpoint(
    "POST",
    `${HELPERS}/:id/reverse`,
    { reverse_amount: integer.optional(), expand: ignored },
    ({ tx, ids: [id = ""] }, { reverse_amount: given }) => {
      const one = tx.get("issuing.authorization", id);
      requireOpen(one);
      const held = heldAmount(one);
      const amount = positive(given ?? held, "reverse_amount");
      if (amount > held)
        throw invalid(`Only ${held} of the authorization is left to be reversed.`, "reverse_amount");
      one.amount -= amount;
      if (amount === held) return endAuthorization(tx, one, "reversed");
      release(tx, one, amount);
      tx.save(one);
      tx.emit("issuing_authorization.updated", one);
      return one;
    },
  ),
];
