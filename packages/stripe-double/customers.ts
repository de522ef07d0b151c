import type Stripe from "stripe";
import * as z from "zod";
import { endpoint, page, paging } from "./endpoint.ts";
import { invalid } from "./errors.ts";
import { clearable, ignored, mergeMetadata, metadata, text } from "./params.ts";
import { attach, resolveMethod } from "./payment-methods.ts";
import { idOf, randomText, type Tx } from "./tx.ts";

const fields = {
  email: clearable.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  description: clearable.optional(),
  metadata,
  invoice_settings: z
    .strictObject({ default_payment_method: clearable.optional(), custom_fields: ignored, footer: ignored })
    .optional(),
  address: ignored,
  shipping: ignored,
  preferred_locales: ignored,
  tax_exempt: ignored,
  expand: ignored,
};

type Fields = z.output<z.ZodObject<typeof fields>>;

function apply(tx: Tx, customer: Stripe.Customer, params: Fields): void {
  const { email, name, phone, description, invoice_settings: invoices } = params;
  if (email !== undefined && email !== null && !email.includes("@"))
    throw invalid(`Invalid email address: ${email}`, "email", "email_invalid");
  if (email !== undefined) customer.email = email;
  if (name !== undefined) customer.name = name;
  if (phone !== undefined) customer.phone = phone;
  if (description !== undefined) customer.description = description;
  customer.metadata = mergeMetadata(customer.metadata, params.metadata);
  const method = invoices?.default_payment_method;
  if (method === undefined) return;
  const param = "invoice_settings[default_payment_method]";
  if (method !== null && idOf(tx.get("payment_method", method, param).customer) !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      param,
      "resource_missing",
    );
  customer.invoice_settings.default_payment_method = method;
}

const blank = (tx: Tx): Stripe.Customer => ({
  id: `cus_${randomText(14)}`,
  object: "customer",
  address: null,
  balance: 0,
  created: tx.now,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: randomText(8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: null,
});

/** Creates a customer, as the API and hosted checkout do. */
export function createCustomer(tx: Tx, params: Fields): Stripe.Customer {
  const customer = blank(tx);
  apply(tx, customer, params);
  tx.save(customer);
  tx.emit("customer.created", customer);
  return customer;
}

export const customers = [
  endpoint("POST", "/v1/customers", { ...fields, payment_method: text.optional() }, ({ tx }, params) => {
    const { payment_method: methodId, invoice_settings: invoices, ...rest } = params;
    const customer = createCustomer(tx, rest);
    if (methodId !== undefined) attach(tx, resolveMethod(tx, methodId), customer.id);
    if (!invoices) return customer;
    apply(tx, customer, { invoice_settings: invoices });
    tx.save(customer);
    return customer;
  }),
  endpoint(
    "GET",
    "/v1/customers",
    { ...paging, email: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const all = tx.list("customer").filter(({ email }) => !params.email || email === params.email);
      return page("/v1/customers", all, params);
    },
  ),
  endpoint("GET", "/v1/customers/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("customer", id),
  ),
  endpoint("POST", "/v1/customers/:id", fields, ({ tx, ids: [id = ""] }, params) => {
    const customer = tx.get("customer", id);
    apply(tx, customer, params);
    tx.save(customer);
    tx.emit("customer.updated", customer);
    return customer;
  }),
  endpoint("DELETE", "/v1/customers/:id", {}, ({ tx, ids: [id = ""] }) => {
    const customer = tx.get("customer", id);
    tx.delete(`customer/${id}`);
    tx.emit("customer.deleted", customer);
    return { id, object: "customer", deleted: true };
  }),
];
