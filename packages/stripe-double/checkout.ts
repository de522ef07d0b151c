import { assertLines, createLines, linesOfSession } from "./checkout-lines.ts";
import {
  blank,
  type Creating,
  creating,
  noDetails,
  type Session,
  type SessionNotes,
} from "./checkout-params.ts";
import { type Call, endpoint, page, paging } from "./endpoint.ts";
import { invalid } from "./errors.ts";
import { assertChargeable } from "./intent-params.ts";
import { ignored, mergeMetadata, text } from "./params.ts";
import { randomText, type Tx } from "./tx.ts";

/** Checkout sessions: create, read, expire. `checkout-payment.ts` has the customer's payment. */

function assertUrl(url: string, param: string): void {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw invalid("Not a valid URL", param, "url_invalid");
}

const HOUR = 3600;
const DAY = 24 * HOUR;

function expiryOf(tx: Tx, params: Creating): number {
  const { expires_at: at = tx.now + DAY } = params;
  if (at < tx.now + HOUR / 2 || at > tx.now + DAY + 60)
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.",
      "expires_at",
    );
  return at;
}

function create({ tx, settings }: Call, params: Creating): Session {
  const { mode, success_url: success, cancel_url: cancel } = params;
  if (success === undefined)
    throw invalid("Missing required param: success_url.", "success_url", "parameter_missing");
  assertUrl(success, "success_url");
  if (cancel !== undefined) assertUrl(cancel, "cancel_url");
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalid("You may only specify one of these parameters: customer, customer_email.", "customer");
  const other = mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (params[other]) throw invalid(`You can not pass \`${other}\` in \`${mode}\` mode.`, other);
  const customer =
    params.customer === undefined ? undefined : tx.get("customer", params.customer, "customer");
  const lines = createLines(tx, params);
  assertLines(lines, mode);
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const code = lines[0]?.currency ?? "eur";
  if (total > 0) assertChargeable(total, code, "line_items");
  const id = `cs_test_${randomText(58)}`;
  const session: Session = {
    ...blank,
    id,
    amount_subtotal: total,
    amount_total: total,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    cancel_url: cancel ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: tx.now,
    currency: code,
    customer: customer?.id ?? null,
    customer_creation: customer
      ? null
      : mode === "subscription"
        ? "always"
        : (params.customer_creation ?? "if_required"),
    customer_details: customer
      ? { ...noDetails, email: customer.email }
      : params.customer_email === undefined
        ? null
        : { ...noDetails, email: params.customer_email },
    customer_email: params.customer_email ?? null,
    expires_at: expiryOf(tx, params),
    metadata: mergeMetadata({}, params.metadata),
    mode,
    payment_method_collection: mode === "subscription" ? "always" : "if_required",
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    payment_method_types: offeredTypes(code, params),
    success_url: success,
    url: `${settings.base}/pages/checkout/${id}`,
  };
  for (const line of lines) tx.save(line);
  const notes: SessionNotes = {
    intent: params.payment_intent_data,
    subscription: params.subscription_data,
    lines: lines.map((line) => line.id),
  };
  tx.addNotes(id, { ...notes });
  tx.save(session);
  tx.setTimer("expire", id, session.expires_at * 1000);
  return session;
}

function offeredTypes(
  code: string,
  { mode, payment_intent_data: data, allowed_payment_method_types: allowed }: Creating,
) {
  const debits = code === "eur" && mode === "payment" && data?.capture_method !== "manual";
  const all = debits ? ["card", "sepa_debit"] : ["card"];
  return allowed ? all.filter((type) => allowed.includes(type)) : all;
}

/** Expires an unpaid session. @throws StripeFault if it is not open */
export function expireSession(tx: Tx, session: Session): void {
  if (session.status !== "open")
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      "session",
    );
  session.status = "expired";
  session.url = null;
  tx.cancelTimer("expire", session.id);
  tx.save(session);
  tx.emit("checkout.session.expired", session);
}

export const checkoutSessions = [
  endpoint("POST", "/v1/checkout/sessions", creating, create),
  endpoint(
    "GET",
    "/v1/checkout/sessions",
    { ...paging, customer: text.optional(), payment_intent: text.optional(), expand: ignored },
    ({ tx }, params) => {
      const { customer, payment_intent: intent } = params;
      const all = tx
        .list("checkout.session")
        .filter(
          (session) =>
            (customer === undefined || session.customer === customer) &&
            (intent === undefined || session.payment_intent === intent),
        );
      return page("/v1/checkout/sessions", all, params);
    },
  ),
  endpoint("GET", "/v1/checkout/sessions/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) =>
    tx.get("checkout.session", id),
  ),
  endpoint("POST", "/v1/checkout/sessions/:id/expire", { expand: ignored }, ({ tx, ids: [id = ""] }) => {
    const session = tx.get("checkout.session", id);
    expireSession(tx, session);
    return session;
  }),
  endpoint(
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    { ...paging, expand: ignored },
    ({ tx, ids: [id = ""] }, params) => {
      tx.get("checkout.session", id);
      return page(`/v1/checkout/sessions/${id}/line_items`, linesOfSession(tx, id), params);
    },
  ),
];
