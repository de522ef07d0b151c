import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { HttpAnswer } from "../http-event.ts";
import { accounts } from "./accounts.ts";
import { charges } from "./charges.ts";
import { checkoutSessions } from "./checkout.ts";
import { customers } from "./customers.ts";
import type { Call, Endpoint, Settings } from "./endpoint.ts";
import { invalid, StripeFault } from "./errors.ts";
import { expand } from "./expand.ts";
import { type Form, parseForm } from "./form.ts";
import { invoices } from "./invoices.ts";
import { paymentIntents } from "./payment-intents.ts";
import { paymentMethods } from "./payment-methods.ts";
import { prices } from "./prices.ts";
import { refunds } from "./refunds.ts";
import { setupIntents } from "./setup-intents.ts";
import type { Store } from "./store.ts";
import { subscriptions } from "./subscriptions.ts";
import { API_VERSION, chance, type Within } from "./tx.ts";

/** Stripe's API over HTTP: who may call, what was asked before, and which endpoint answers. */

const endpoints: readonly Endpoint[] = [
  ...accounts,
  ...checkoutSessions,
  ...charges,
  ...customers,
  ...paymentIntents,
  ...paymentMethods,
  ...prices,
  ...refunds,
  ...setupIntents,
  ...subscriptions,
  ...invoices,
];

export interface ApiOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly secretKey: string;
  readonly within: Within;
  /** Runs while a request is carried out. What it throws is an error of the provider's own. */
  readonly during: (method: string, path: string) => Promise<void> | void;
  readonly report: (line: string) => void;
}

const MAX_KEY_LENGTH = 255;
/** Stripe keeps the results of idempotency keys for at least 24 hours. */
export const KEPT_MS = 24 * 3_600_000;

/** The first answer to an idempotency key. */
interface Kept {
  readonly endpoint: string;
  readonly params: string;
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly keptMs: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly text: string;
  readonly requestId: string;
  readonly client: Call["client"];
  readonly idempotencyKey: string | undefined;
}

interface Answered {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What Stripe.js sends along and no endpoint reads. */
const NOISE =
  /^(key|guid|muid|sid|referrer|payment_user_agent|time_on_page|expected_payment_method_type|_stripe_.*|client_attribution_metadata|client_context)$/;

/** The key that a request carries: `Authorization: Bearer`, HTTP Basic's user, or a browser's `key`. */
function keyOf(request: IncomingMessage, form: Form): string | undefined {
  const [scheme = "", value = ""] = (request.headers.authorization ?? "").split(" ");
  if (/^bearer$/i.test(scheme)) return value;
  if (/^basic$/i.test(scheme)) return Buffer.from(value, "base64").toString().split(":")[0];
  return typeof form["key"] === "string" ? form["key"] : undefined;
}

const unauthorised = (message: string, code?: string) =>
  new StripeFault(401, { type: "invalid_request_error", message, ...(code !== undefined && { code }) });

const masked = (key: string): string =>
  key.length > 12
    ? `${key.slice(0, 8)}${"*".repeat(key.length - 12)}${key.slice(-4)}`
    : "*".repeat(key.length);

const conflict = (status: number, message: string, code?: string) =>
  new StripeFault(status, { type: "idempotency_error", message, ...(code !== undefined && { code }) });

export function openApi(
  options: ApiOptions,
): (request: IncomingMessage, text: string) => Promise<HttpAnswer> {
  const { store, settings, secretKey, within } = options;
  const running = new Set<string>();

  /** @throws StripeFault 401 */
  function clientOf(request: IncomingMessage, form: Form): Call["client"] {
    const key = keyOf(request, form);
    if (key === undefined || key === "")
      throw unauthorised(
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
      );
    if (key === secretKey) return undefined;
    if (!key.startsWith("pk_test_")) throw unauthorised(`Invalid API Key provided: ${masked(key)}`);
    const secret = form["client_secret"];
    return { secret: typeof secret === "string" ? secret : "" };
  }

  function execute({ method, path, form, client, requestId, idempotencyKey }: Asked): Answered {
    const found = endpoints.find((one) => one.method === method && one.pattern.test(path));
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
    const ids = (found.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
    const answer = within(
      (tx) => expand(tx, found.run({ tx, settings, ids, client }, form), form["expand"]),
      { requestId, idempotencyKey: idempotencyKey ?? null },
    );
    return { status: 200, body: JSON.stringify(answer, null, 2) };
  }

  function failed(error: unknown, { method, path }: Pick<Asked, "method" | "path">): Answered {
    if (error instanceof StripeFault)
      return { status: error.status, body: JSON.stringify(error.toJson(), null, 2) };
    options.report(`${method} ${path}: ${error instanceof Error ? error.stack : error}`);
    const fault = new StripeFault(500, { type: "api_error", message: "An unknown error occurred." });
    return { status: 500, body: JSON.stringify(fault.toJson(), null, 2) };
  }

  /** @returns the first answer, where there was one @throws StripeFault where the key was used otherwise */
  function repeated(key: string, endpoint: string, params: string): Answered | undefined {
    const json = store.get(`idempotency/${key}`);
    const kept = json === undefined ? undefined : (JSON.parse(json) as Kept);
    if (!kept || Clock.nowMs() - kept.keptMs > KEPT_MS) return undefined;
    if (kept.endpoint !== endpoint)
      throw conflict(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${kept.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (kept.params !== params)
      throw conflict(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    const headers = {
      "idempotent-replayed": "true",
      "original-request": kept.requestId,
      // A failure that was kept is the same at every try.
      ...(kept.status >= 500 && { "stripe-should-retry": "false" }),
    };
    return { status: kept.status, body: kept.body, headers };
  }

  async function run(asked: Asked): Promise<Answered> {
    await options.during(asked.method, asked.path);
    return execute(asked);
  }

  /** Carries a request out once for its key (docs.stripe.com/api/idempotent_requests). */
  async function once(asked: Asked, key: string): Promise<Answered> {
    const { path, text, requestId } = asked;
    if (key.length > MAX_KEY_LENGTH)
      throw invalid(
        `Idempotency key is ${key.length} characters long, which is longer than the maximum length of ${MAX_KEY_LENGTH} characters.`,
      );
    const params = createHash("sha256").update(text).digest("base64url");
    const before = repeated(key, path, params);
    if (before) return before;
    if (running.has(key))
      throw conflict(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        "idempotency_key_in_use",
      );
    running.add(key);
    const keep = ({ status, body }: Answered) => {
      const kept: Kept = { endpoint: path, params, status, body, requestId, keptMs: Clock.nowMs() };
      store.commit(new Map([[`idempotency/${key}`, JSON.stringify(kept)]]));
    };
    try {
      const answered = await run(asked);
      keep(answered);
      return answered;
    } catch (error) {
      const answered = failed(error, asked);
      // What failed validation is not kept: with the same key it can be mended.
      if (!(error instanceof StripeFault) || error.executed) keep(answered);
      return answered;
    } finally {
      running.delete(key);
    }
  }

  async function answer(request: IncomingMessage, text: string, requestId: string): Promise<Answered> {
    const method = request.method ?? "GET";
    const [path = "/", query = ""] = (request.url ?? "/").split("?");
    const form = parseForm(method === "POST" ? text : query);
    try {
      const client = clientOf(request, form);
      if (request.headers["stripe-account"] !== undefined)
        throw invalid(
          "This double of Stripe keeps no objects of connected accounts: leave Stripe-Account out.",
        );
      const given = client
        ? Object.fromEntries(Object.entries(form).filter(([name]) => !NOISE.test(name)))
        : form;
      const header = request.headers["idempotency-key"];
      const idempotencyKey =
        method === "POST" && typeof header === "string" && header !== "" ? header : undefined;
      const asked: Asked = { method, path, form: given, text, requestId, client, idempotencyKey };
      return await (idempotencyKey === undefined ? run(asked) : once(asked, idempotencyKey));
    } catch (error) {
      return failed(error, { method, path });
    }
  }

  return async (request, text) => {
    const requestId = `req_${chance(14)}`;
    const { status, body, headers } = await answer(request, text, requestId);
    const echoed = request.headers["idempotency-key"];
    return {
      status,
      headers: {
        "content-type": "application/json",
        "request-id": requestId,
        "stripe-version": String(request.headers["stripe-version"] ?? API_VERSION),
        "cache-control": "no-cache, no-store",
        // Stripe.js calls from other sites' pages.
        "access-control-allow-origin": "*",
        ...(typeof echoed === "string" && { "idempotency-key": echoed }),
        ...headers,
      },
      body: Buffer.from(body),
    };
  };
}
