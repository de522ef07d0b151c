import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import * as z from "zod";
import { env } from "../../kernel/env.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { same, text } from "../../kernel/texts/index.ts";
import * as Correlation from "../correlation.ts";
import { KeyReused } from "../idempotency/errors.ts";
import type * as Idempotency from "../idempotency/index.ts";
import { log } from "../log.ts";
import { secret } from "../secrets.ts";
import { CardRefused, InProgress, ProviderRefused, ProviderUnavailable, StateConflict } from "./errors.ts";
import { cardText, fieldOf, ruleOf } from "./texts.ts";

/** The payment provider: the only module that speaks to Stripe, through its own SDK. */

export type { Stripe };

/**
 * The version that all calls and the webhook endpoint are pinned to: that of the SDK, named so that an update
 * is a decision.
 */
export const API_VERSION = "2026-10-28.endive";

/** Three tries of this long, and the pauses between them, fit into the 29 seconds that API Gateway waits. */
const TIMEOUT_MS = 8000;
const MAX_RETRIES = 2;

let client: Promise<Stripe> | undefined;
let fetchFn: typeof fetch | undefined;

/** Changes how the provider is reached: the local runtime puts its faults in between. */
export function configure(options: { readonly fetch?: typeof fetch }): void {
  client = undefined;
  fetchFn = options.fetch;
}

async function connect(): Promise<Stripe> {
  const [{ Stripe }, { current }] = await Promise.all([
    import("./stripe.lazy.ts"),
    secret("STRIPE_SECRET_KEY"),
  ]);
  const url = new URL(env("STRIPE_URL", "https://api.stripe.com"));
  return new Stripe(current, {
    apiVersion: API_VERSION,
    host: url.hostname,
    port: url.port || (url.protocol === "http:" ? 80 : 443),
    protocol: url.protocol === "http:" ? "http" : "https",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    // Node's own client is loaded anyway, by AWS's; `fetch` would cost a start more than the SDK does.
    httpClient: fetchFn ? Stripe.createFetchHttpClient(fetchFn) : Stripe.createNodeHttpClient(),
  });
}

/**
 * Makes one call of the provider. The SDK tries again on network errors, 409 and 5xx, with the same
 * idempotency key.
 * @throws CARD_REFUSED with Stripe's codes, PROVIDER_REFUSED, PROVIDER_STATE_CONFLICT,
 *   IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS, PROVIDER_UNAVAILABLE
 */
export async function call<T>(run: (stripe: Stripe) => Promise<T>): Promise<T> {
  client ??= connect();
  try {
    return await run(await client);
  } catch (error) {
    // A key that was replaced is read again, and so is one that could not be.
    if (!isFailure(error) || error.type === "StripeAuthenticationError") client = undefined;
    throw isFailure(error) ? errorOf(error) : error;
  }
}

type Failure = InstanceType<typeof Stripe.errors.StripeError>;

/** What the SDK throws says by its `type` which of its classes it is; the SDK need not be loaded to tell. */
const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "type" in error && /^Stripe\w*Error$/.test(String(error.type));

/**
 * The provider's idempotency key of one step of a request: the same for every try of the request, another for
 * each step.
 * @param claim the client's own key; without one the step is told from all others by chance
 */
export function keyOf(
  claim: Pick<Idempotency.Claim<unknown>, "key"> | string | undefined,
  step: string,
): string {
  const base = typeof claim === "string" ? claim : claim ? `${claim.key.pk} ${claim.key.sk}` : randomUUID();
  return `svc_${sha256Hex(`${base} ${step}`)}`;
}

const NO_METHOD = text(
  "There is no such payment method that you can pay with. Make one with the provider's client library, or pay with a saved card.",
  "Ce moyen de paiement n'existe pas pour vous. Créez-en un avec la bibliothèque du prestataire, ou payez avec une carte enregistrée.",
);

/** Stripe's error as our caller is told of it. */
function errorOf(error: Failure): SvcError {
  const { type, code, statusCode, message } = error;
  if (type === "StripeCardError") return refusedCard(error);
  if (type === "StripeIdempotencyError")
    return code === "idempotency_key_in_use" ? fail(InProgress) : fail(KeyReused);
  if (code === "idempotency_key_in_use" || code === "lock_timeout") return fail(InProgress);
  if (type === "StripeInvalidRequestError") {
    if (code?.endsWith("unexpected_state")) return fail(StateConflict, { cause: error });
    return refused(error);
  }
  // Authentication, permission, rate limit, its own failures: none of them is our caller's doing.
  log.error("payment provider: call failed, the caller is told to retry", {
    type,
    code,
    statusCode,
    reason: message,
  });
  return fail(ProviderUnavailable, { details: { retryAfter: 5 }, cause: error });
}

/** Its own words may name what is none of our caller's: they are in the log alone. */
function refused(error: Failure): SvcError {
  const { code, param, message } = error;
  log.info("payment provider: request rejected", { code, param, reason: message });
  if (param === undefined) return fail(ProviderRefused, { cause: error });
  const field = fieldOf(param);
  // The provider tells a method of somebody else's from none, and names our customer.
  const isMethod = field === "paymentMethodId";
  const rule = isMethod
    ? text("is none that you can pay with", "n'est pas un moyen avec lequel vous pouvez payer")
    : ruleOf(code);
  return fail(ProviderRefused, {
    message: isMethod
      ? NO_METHOD
      : text(
          `The payment provider does not take this request: ${field} ${rule.en}.`,
          `Le prestataire de paiement n'accepte pas cette requête : ${field} ${rule.fr}.`,
        ),
    details: { fields: [{ field, message: rule }] },
    cause: error,
  });
}

function refusedCard(error: Error & Pick<Partial<Refusal>, "code" | "decline_code">): SvcError {
  const { code, decline_code } = error;
  const message = cardText(error.message);
  return fail(CardRefused, {
    message,
    cause: error,
    details: {
      fields: [
        { field: "card", message },
        ...(code === undefined ? [] : [{ field: "code", message: same(code) }]),
        ...(decline_code === undefined ? [] : [{ field: "declineCode", message: same(decline_code) }]),
      ],
    },
  });
}

type Refusal = Record<"code" | "decline_code", string | undefined>;

/** The payment intent whose card was refused, of the error that told so. */
export const refusedIntent = ({ cause }: SvcError): Stripe.PaymentIntent | undefined =>
  isFailure(cause) && cause.type === "StripeCardError" ? cause.payment_intent : undefined;

/**
 * The refusal that a payment intent shows as its last try's end; undefined where that ended otherwise, or
 * there was none.
 */
export function refusalOf(intent: Stripe.PaymentIntent): SvcError | undefined {
  const { last_payment_error: error, status } = intent;
  if (status !== "requires_payment_method" || error?.type !== "card_error") return undefined;
  const { code, decline_code, message } = error;
  const known = { type: "StripeCardError", code, decline_code, payment_intent: intent };
  return refusedCard(Object.assign(new Error(message), known));
}

/** Whether the provider says by this error that it has no object of that id. */
const isMissing = ({ cause }: SvcError): boolean =>
  isFailure(cause) && cause.type === "StripeInvalidRequestError" && cause.code === "resource_missing";

/** As `call`; undefined where the provider has no object of that id. */
export const find = <T>(run: (stripe: Stripe) => Promise<T>): Promise<T | undefined> =>
  recover(ProviderRefused, call(run), (error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Of an account that was deleted, the provider says that it is out of reach, as of one that never was. */
const isOutOfReach = ({ cause }: SvcError): boolean =>
  isFailure(cause) && cause.type === "StripePermissionError" && cause.code === "account_invalid";

/** As `find`, of what is done to a connected account: undefined where it is gone. */
export const findAccount = <T>(run: (stripe: Stripe) => Promise<T>): Promise<T | undefined> =>
  recover(ProviderUnavailable, find(run), (error) => {
    if (isOutOfReach(error)) return undefined;
    throw error;
  });

/** How far a signature's time may be from now, in seconds (Stripe's own default). */
const TOLERANCE_SECONDS = 300;

/**
 * Whether the provider has signed this body with one of the secrets, at most 300 seconds from now. (The SDK
 * looks back only.)
 * @param signature the `stripe-signature` header
 * @param nowMs UNIX time in milliseconds
 */
export async function isSigned(
  body: Buffer,
  signature: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<boolean> {
  const { Stripe } = await import("./stripe.lazy.ts");
  const { signature: scheme } = Stripe.webhooks;
  if (!scheme) throw new TypeError("the SDK has no signature scheme");
  const latest = nowMs / 1000 + TOLERANCE_SECONDS;
  const time = /(?:^|,)t=(\d+)(?:,|$)/.exec(signature)?.[1];
  if (time === undefined || Number(time) > latest) return false;
  return secrets.some((one) => {
    try {
      scheme.verifyHeader(body, signature, one, TOLERANCE_SECONDS, undefined, nowMs);
      return true;
    } catch (error) {
      // The SDK also breaks on headers that only look like one; its own kind of error is not all that it throws.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        log.warn("payment provider: signature header unreadable, treated as invalid", { error });
      return false;
    }
  });
}

/** Which request of ours made an object of the provider: its metadata tells each of its events. */

/** The name in the metadata. */
export const REQUEST = "svc_request";

const marked = z.object({ metadata: z.object({ [REQUEST]: z.string() }) });

/** What goes into the metadata of what is made; nothing where no request is known. */
export const requestMetadata = (correlationId: string | undefined): Readonly<Record<string, string>> =>
  correlationId === undefined || correlationId === "" ? {} : { [REQUEST]: correlationId };

/** The id of the request that made an object, as an event shows it. */
export const requestOf = (object: unknown): string | undefined =>
  Correlation.safe(marked.safeParse(object).data?.metadata[REQUEST]);
