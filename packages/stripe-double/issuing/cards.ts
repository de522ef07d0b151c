import { randomInt } from "node:crypto";
import type Stripe from "stripe";
import * as z from "zod";
import { endpoint, page, paging } from "../endpoint.ts";
import { invalid } from "../errors.ts";
import { currency, ignored, integer, mergeMetadata, metadata, oneOf, text } from "../params.ts";
import type { Tx } from "../tx.ts";
import { setPin } from "./pins.ts";

/** Cards of cardholders. Number and CVC are stored in the double's notes, and returned only with `expand`. */

type Card = Stripe.Issuing.Card;
type Controls = Stripe.Issuing.Card.SpendingControls;

const address = z.strictObject({
  line1: text,
  line2: text.optional(),
  city: text,
  postal_code: text,
  country: text,
  state: text.optional(),
});

const words = z.array(text).optional();
const controls = z.strictObject({
  allowed_card_presences: words,
  allowed_categories: words,
  allowed_merchant_countries: words,
  blocked_card_presences: words,
  blocked_categories: words,
  blocked_merchant_countries: words,
  spending_limits: z
    .array(
      z.strictObject({
        amount: integer,
        interval: oneOf("per_authorization", "daily", "weekly", "monthly", "yearly", "all_time"),
        categories: words,
      }),
    )
    .optional(),
});

const changeable = {
  status: oneOf("active", "inactive", "canceled").optional(),
  cancellation_reason: oneOf("lost", "stolen").optional(),
  pin: z.strictObject({ encrypted_number: text.optional() }).optional(),
  spending_controls: controls.optional(),
  shipping: z
    .strictObject({
      name: text,
      address,
      service: oneOf("standard", "express", "priority").optional(),
      type: oneOf("individual", "bulk").optional(),
      phone_number: text.optional(),
      require_signature: ignored,
      customs: ignored,
      address_validation: ignored,
    })
    .optional(),
  metadata,
  expand: ignored,
};
type Changes = z.output<z.ZodObject<typeof changeable>>;

/** Generates a card number with its check digit (ISO/IEC 7812-1, annex B). */
function generateNumber(start: string): string {
  const digits = start + Array.from({ length: 15 - start.length }, () => randomInt(10)).join("");
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** The value of unset controls. */
const openControls: Controls = {
  allowed_card_presences: null,
  allowed_categories: null,
  allowed_merchant_countries: null,
  blocked_card_presences: null,
  blocked_categories: null,
  blocked_merchant_countries: null,
  spending_limits: [],
  spending_limits_currency: null,
};

function withControls(card: Card, given: z.output<typeof controls>): void {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const limits = given.spending_limits?.map(({ categories = null, ...limit }) => ({ ...limit, categories }));
  card.spending_controls = {
    ...card.spending_controls,
    ...(set as Partial<Controls>),
    ...(limits && {
      spending_limits: limits as unknown as Controls["spending_limits"],
      spending_limits_currency: card.currency,
    }),
  };
}

function apply(tx: Tx, card: Card, changes: Changes): void {
  const { status, pin, spending_controls: given, shipping } = changes;
  if (card.status === "canceled" && status !== undefined && status !== "canceled")
    throw invalid("A canceled card cannot be updated to another status.", "status");
  if (status !== undefined) card.status = status;
  if (status === "canceled") card.cancellation_reason = changes.cancellation_reason ?? null;
  if (pin?.encrypted_number !== undefined) setPin(tx, card.id, pin.encrypted_number);
  if (given) withControls(card, given);
  card.metadata = mergeMetadata(card.metadata, changes.metadata);
  if (!shipping) return;
  const { line2 = null, state = null, ...rest } = shipping.address;
  card.shipping = {
    address: { ...rest, line2, state },
    address_validation: null,
    business_name: null,
    carrier: null,
    customs: null,
    eta: null,
    name: shipping.name,
    phone_number: shipping.phone_number ?? null,
    require_signature: null,
    service: shipping.service ?? "standard",
    status: "pending",
    tracking_number: null,
    tracking_url: null,
    type: shipping.type ?? "individual",
  };
}

const YEARS = 4;

function blank(tx: Tx, cardholder: Stripe.Issuing.Cardholder, code: string, type: Card["type"]): Card {
  const now = new Date(tx.nowMs);
  return {
    id: tx.newId("ic"),
    object: "issuing.card",
    brand: "Visa",
    cancellation_reason: null,
    cardholder,
    created: tx.now,
    currency: code,
    exp_month: now.getUTCMonth() + 1,
    exp_year: now.getUTCFullYear() + YEARS,
    last4: "",
    latest_fraud_warning: { started_at: null, type: null },
    lifecycle_controls: null,
    livemode: false,
    metadata: {},
    personalization_design: null,
    replaced_by: null,
    replacement_for: null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: openControls,
    status: "inactive",
    type,
    wallets: {
      apple_pay: { eligible: true, ineligible_reason: null },
      google_pay: { eligible: true, ineligible_reason: null },
      primary_account_identifier: null,
    },
  };
}

/** A card's full number and security code. */
export interface Secrets {
  readonly number: string;
  readonly cvc: string;
}

export const cards = [
  endpoint(
    "POST",
    "/v1/issuing/cards",
    { ...changeable, cardholder: text, currency, type: oneOf("virtual", "physical") },
    ({ tx }, { cardholder: holderId, currency: code, type, ...changes }) => {
      const holder = tx.get("issuing.cardholder", holderId, "cardholder");
      if (holder.status !== "active") throw invalid("The cardholder must be active.", "cardholder");
      if (type === "physical" && !changes.shipping)
        throw invalid("Missing required param: shipping.", "shipping", "parameter_missing");
      const card = blank(tx, holder, code, type);
      const secrets: Secrets = {
        number: generateNumber("4000009990"),
        cvc: String(randomInt(1000)).padStart(3, "0"),
      };
      tx.addNotes(card.id, { ...secrets });
      card.last4 = secrets.number.slice(-4);
      apply(tx, card, changes);
      tx.save(card);
      tx.emit("issuing_card.created", card);
      return card;
    },
  ),
  endpoint(
    "GET",
    "/v1/issuing/cards",
    {
      ...paging,
      cardholder: text.optional(),
      status: text.optional(),
      type: text.optional(),
      expand: ignored,
    },
    ({ tx }, params) => {
      const { cardholder, status, type } = params;
      const all = tx
        .list("issuing.card")
        .filter(
          (one) =>
            (cardholder === undefined || one.cardholder.id === cardholder) &&
            (status === undefined || one.status === status) &&
            (type === undefined || one.type === type),
        );
      return page("/v1/issuing/cards", all, params);
    },
  ),
  endpoint("GET", "/v1/issuing/cards/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("issuing.card", id),
  ),
  endpoint("POST", "/v1/issuing/cards/:id", changeable, ({ tx, ids: [id = ""] }, changes) => {
    const card = tx.get("issuing.card", id);
    apply(tx, card, changes);
    tx.save(card);
    tx.emit("issuing_card.updated", card);
    return card;
  }),
];
