import { invalid } from "./errors.ts";
import type { FormValue } from "./form.ts";
import type { Kind, Tx } from "./tx.ts";

/** `expand[]`: replaces ids in a response by objects. */

type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

/** The kind of object in each expandable field. */
const kinds: Readonly<Record<string, Kind>> = {
  authorization: "issuing.authorization",
  card: "issuing.card",
  cardholder: "issuing.cardholder",
  charge: "charge",
  customer: "customer",
  default_payment_method: "payment_method",
  latest_charge: "charge",
  payment_intent: "payment_intent",
  payment_method: "payment_method",
  product: "product",
  setup_intent: "setup_intent",
  subscription: "subscription",
  transaction: "issuing.transaction",
};

/** Fields of an issued card that are returned only if expanded, and never in events. */
const SECRETS = ["number", "cvc"];

function expandPath(tx: Tx, holder: Holder, path: readonly string[], whole: string): void {
  const [field = "", ...rest] = path;
  const value = holder[field];
  if (field === "data" && Array.isArray(value)) {
    for (const element of value) if (isHolder(element)) expandPath(tx, element, rest, whole);
    return;
  }
  if (holder["object"] === "issuing.card" && SECRETS.includes(field) && rest.length === 0) {
    holder[field] = tx.notes(String(holder["id"]))[field];
    return;
  }
  if (typeof value === "string") {
    const kind = kinds[field];
    // At Stripe, too, a charge's `payment_method` is an id that cannot be expanded.
    if (!kind || (holder["object"] === "charge" && field === "payment_method")) throw notExpandable(whole);
    holder[field] = tx.find(kind, value) ?? value;
  } else if (value === undefined) throw notExpandable(whole);
  const next = holder[field];
  if (rest.length > 0 && isHolder(next)) expandPath(tx, next, rest, whole);
}

const notExpandable = (path: string) =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}'.`,
    "expand",
  );

/** @returns a copy with the requested objects @throws StripeFault for a field that cannot be expanded */
export function expand(tx: Tx, object: object, paths: FormValue | undefined): object {
  if (!Array.isArray(paths)) return object;
  const copy = JSON.parse(JSON.stringify(object)) as Holder;
  for (const path of paths) if (typeof path === "string") expandPath(tx, copy, path.split("."), path);
  return copy;
}
