import type { IncomingMessage } from "node:http";
import { accounts } from "./accounts.ts";
import { balance, charges } from "./charges.ts";
import { checkoutSessions } from "./checkout.ts";
import { customers } from "./customers.ts";
import { disputes } from "./disputes.ts";
import { type Call, type Endpoint, Question, type Settings, type Verdict } from "./endpoint.ts";
import { invalid, StripeFault } from "./errors.ts";
import { expand } from "./expand.ts";
import { type Form, parseForm } from "./form.ts";
import { type ApiAnswer, type ApiRequest, openIdempotency } from "./idempotency.ts";
import { invoices } from "./invoices.ts";
import { authorizations } from "./issuing/authorizations.ts";
import { cardholders } from "./issuing/cardholders.ts";
import { cards } from "./issuing/cards.ts";
import { disputes as issuingDisputes } from "./issuing/disputes.ts";
import { keys } from "./issuing/keys.ts";
import { purchases } from "./issuing/purchases.ts";
import { transactions } from "./issuing/transactions.ts";
import { paymentIntents } from "./payment-intents.ts";
import { paymentMethods } from "./payment-methods.ts";
import { prices } from "./prices.ts";
import { refunds } from "./refunds.ts";
import type { HttpAnswer } from "./server.ts";
import { setupIntents } from "./setup-intents.ts";
import type { Store } from "./store.ts";
import { subscriptions } from "./subscriptions.ts";
import { API_VERSION, randomText, type Tx, type Within } from "./tx.ts";

/** Stripe's API over HTTP: the caller's key, the idempotency key, the endpoint. */

const endpoints: readonly Endpoint[] = [
  ...accounts,
  ...balance,
  ...checkoutSessions,
  ...charges,
  ...customers,
  ...disputes,
  ...paymentIntents,
  ...paymentMethods,
  ...prices,
  ...refunds,
  ...setupIntents,
  ...subscriptions,
  ...invoices,
  ...cardholders,
  ...cards,
  ...authorizations,
  ...purchases,
  ...transactions,
  ...issuingDisputes,
  ...keys,
];

export interface ApiOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly secretKey: string;
  readonly within: Within;
  /** Runs before a request is executed. An error becomes the provider's error 500. */
  readonly during: (method: string, path: string) => Promise<void> | void;
  /** Asks the platform for a decision. */
  readonly ask: (event: Question["event"]) => Promise<Verdict>;
  readonly report: (line: string) => void;
}

interface Parsed extends ApiRequest {
  readonly method: string;
  readonly form: Form;
  readonly client: Call["client"];
  readonly idempotencyKey: string | undefined;
}

/** Parameters that Stripe.js adds and no endpoint reads. */
const NOISE =
  /^(key|guid|muid|sid|referrer|payment_user_agent|time_on_page|expected_payment_method_type|_stripe_.*|client_attribution_metadata|client_context)$/;

const withoutNoise = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !NOISE.test(name)));

/** Returns the key of a request: `Authorization: Bearer`, HTTP Basic's user, or a browser's `key`. */
function keyOf(request: IncomingMessage, form: Form): string | undefined {
  const [scheme = "", value = ""] = (request.headers.authorization ?? "").split(" ");
  if (/^bearer$/i.test(scheme)) return value;
  if (/^basic$/i.test(scheme)) return Buffer.from(value, "base64").toString().split(":")[0];
  return typeof form["key"] === "string" ? form["key"] : undefined;
}

const unauthorised = (message: string, code?: string) =>
  new StripeFault(401, { type: "invalid_request_error", message, ...(code !== undefined && { code }) });

const maskKey = (key: string): string =>
  key.length > 12
    ? `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}`
    : "*".repeat(key.length);

/** @throws StripeFault 401 */
function clientOf(request: IncomingMessage, form: Form, secretKey: string): Call["client"] {
  const key = keyOf(request, form);
  if (key === undefined || key === "")
    throw unauthorised(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  if (key === secretKey) return undefined;
  if (!key.startsWith("pk_test_")) throw unauthorised(`Invalid API Key provided: ${maskKey(key)}`);
  const secret = form["client_secret"];
  return { secret: typeof secret === "string" ? secret : "" };
}

/** @throws StripeFault if the key is wrong, or the request names a connected account */
function parse(request: IncomingMessage, text: string, requestId: string, secretKey: string): Parsed {
  const method = request.method ?? "GET";
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  const form = parseForm(method === "POST" ? text : query);
  const client = clientOf(request, form, secretKey);
  if (request.headers["stripe-account"] !== undefined)
    throw invalid("This double of Stripe stores no objects of connected accounts: omit Stripe-Account.");
  const header = request.headers["idempotency-key"];
  const idempotencyKey =
    method === "POST" && typeof header === "string" && header !== "" ? header : undefined;
  return { method, path, form: client ? withoutNoise(form) : form, text, requestId, client, idempotencyKey };
}

/** @throws StripeFault if no endpoint matches, or the caller's key may not call it */
function endpointOf({ method, path, client }: Parsed): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.method === method && endpoint.pattern.test(path));
  if (!found)
    throw new StripeFault(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  if (client && !found.open)
    throw unauthorised(
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
      "secret_key_required",
    );
  return found;
}

async function execute({ within, settings, ask }: ApiOptions, request: Parsed): Promise<ApiAnswer> {
  const { path, form, client, requestId, idempotencyKey = null } = request;
  const { pattern, run } = endpointOf(request);
  const ids = (pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
  const origin = { requestId, idempotencyKey };
  const shown = (tx: Tx, object: object) => expand(tx, object, form["expand"]);
  const given = within((tx) => {
    const first = run({ tx, settings, ids, client }, form);
    return first instanceof Question ? first : shown(tx, first);
  }, origin);
  if (!(given instanceof Question)) return { status: 200, body: JSON.stringify(given, null, 2) };
  const verdict = await ask(given.event);
  const answer = within((tx) => shown(tx, given.answered(tx, verdict)), origin);
  return { status: 200, body: JSON.stringify(answer, null, 2) };
}

/** Returns the response to an error, and reports bugs of the double. */
function failed(error: unknown, report: ApiOptions["report"]): ApiAnswer {
  if (error instanceof StripeFault)
    return { status: error.status, body: JSON.stringify(error.toJson(), null, 2) };
  report(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const fault = new StripeFault(500, { type: "api_error", message: "An unknown error occurred." });
  return { status: 500, body: JSON.stringify(fault.toJson(), null, 2) };
}

export function openApi(
  options: ApiOptions,
): (request: IncomingMessage, text: string) => Promise<HttpAnswer> {
  const once = openIdempotency(options.store, options.settings.nowMs);

  async function answer(request: IncomingMessage, text: string, requestId: string): Promise<ApiAnswer> {
    const answerTo = (error: unknown) =>
      failed(error, (line) => options.report(`${request.method} ${request.url}: ${line}`));
    try {
      const parsed = parse(request, text, requestId, options.secretKey);
      const run = async () => {
        await options.during(parsed.method, parsed.path);
        return execute(options, parsed);
      };
      const { idempotencyKey: key } = parsed;
      return await (key === undefined ? run() : once(key, parsed, { run, answerTo }));
    } catch (error) {
      return answerTo(error);
    }
  }

  return async (request, text) => {
    const requestId = `req_${randomText(14)}`;
    const { status, body, headers } = await answer(request, text, requestId);
    const idempotencyKey = request.headers["idempotency-key"];
    return {
      status,
      headers: {
        "content-type": "application/json",
        "request-id": requestId,
        "stripe-version": String(request.headers["stripe-version"] ?? API_VERSION),
        "cache-control": "no-cache, no-store",
        // Stripe.js calls from other origins.
        "access-control-allow-origin": "*",
        ...(typeof idempotencyKey === "string" && { "idempotency-key": idempotencyKey }),
        ...headers,
      },
      body: Buffer.from(body),
    };
  };
}
