import type Stripe from "stripe";
import * as z from "zod";
import { endpoint, page, paging } from "../endpoint.ts";
import { invalid } from "../errors.ts";
import { ignored, mergeMetadata, metadata, oneOf, text } from "../params.ts";

const MAX_NAME = 24;

const address = z.strictObject({
  line1: text,
  line2: text.optional(),
  city: text,
  postal_code: text,
  country: text,
  state: text.optional(),
});

const changeable = {
  email: text.optional(),
  phone_number: text.optional(),
  billing: z.strictObject({ address }).optional(),
  status: oneOf("active", "inactive", "blocked").optional(),
  individual: ignored,
  company: ignored,
  preferred_locales: ignored,
  spending_controls: ignored,
  metadata,
  expand: ignored,
};
type Changes = z.output<z.ZodObject<typeof changeable>>;

const BILLING = "billing[address]";

/** @throws StripeFault with Stripe's message for a name that cannot be printed on a card */
function checkName(name: string): void {
  if (name.length > MAX_NAME)
    throw invalid(
      `Invalid string: ${name.slice(0, 8)}...; must be at most ${MAX_NAME} characters`,
      "name",
      "string_too_long",
    );
  if (/[^A-Za-zÀ-ÿ .'/&-]/.test(name))
    throw invalid("The cardholder's name cannot contain special characters or numbers.", "name");
}

function apply(holder: Stripe.Issuing.Cardholder, changes: Changes): void {
  const { email, phone_number: phone, billing, status } = changes;
  if (phone !== undefined && !/^\+[1-9]\d{5,14}$/.test(phone))
    throw invalid(`${phone} is not a valid phone number`, "phone_number");
  if (email !== undefined) holder.email = email;
  if (phone !== undefined) holder.phone_number = phone;
  if (status !== undefined) holder.status = status;
  holder.metadata = mergeMetadata(holder.metadata, changes.metadata);
  if (!billing) return;
  const { country, line2 = null, state = null, ...rest } = billing.address;
  if (!/^[A-Z]{2}$/.test(country))
    throw invalid(`Country '${country}' is unknown.`, `${BILLING}[country]`, "country_unsupported");
  holder.billing = { address: { ...rest, country, line2, state } };
}

export const cardholders = [
  endpoint(
    "POST",
    "/v1/issuing/cardholders",
    { ...changeable, name: text, type: oneOf("individual", "company").optional() },
    ({ tx }, { name, type = "individual", ...changes }) => {
      checkName(name);
      if (!changes.billing) throw invalid("Missing required param: billing.", "billing", "parameter_missing");
      const holder: Stripe.Issuing.Cardholder = {
        id: tx.newId("ich"),
        object: "issuing.cardholder",
        billing: {
          address: { line1: null, line2: null, city: null, postal_code: null, country: null, state: null },
        },
        company: null,
        created: tx.now,
        email: null,
        individual: null,
        livemode: false,
        metadata: {},
        name,
        phone_number: null,
        preferred_locales: [],
        requirements: { disabled_reason: null, past_due: [] },
        spending_controls: {
          allowed_card_presences: null,
          allowed_categories: [],
          allowed_merchant_countries: [],
          blocked_card_presences: null,
          blocked_categories: [],
          blocked_merchant_countries: [],
          spending_limits: [],
          spending_limits_currency: null,
        },
        status: "active",
        type,
      };
      apply(holder, changes);
      tx.save(holder);
      tx.emit("issuing_cardholder.created", holder);
      return holder;
    },
  ),
  endpoint(
    "GET",
    "/v1/issuing/cardholders",
    { ...paging, email: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const all = tx
        .list("issuing.cardholder")
        .filter(({ email }) => !params.email || email === params.email);
      return page("/v1/issuing/cardholders", all, params);
    },
  ),
  endpoint("GET", "/v1/issuing/cardholders/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("issuing.cardholder", id),
  ),
  endpoint("POST", "/v1/issuing/cardholders/:id", changeable, ({ tx, ids: [id = ""] }, changes) => {
    const holder = tx.get("issuing.cardholder", id);
    apply(holder, changes);
    tx.save(holder);
    tx.emit("issuing_cardholder.updated", holder);
    return holder;
  }),
];
