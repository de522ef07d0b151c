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

/** Calls the payment provider: the only module that calls Stripe, with its SDK. */

export type { Stripe };

/** The pinned API version of all calls and of the webhook endpoint. It is the SDK's version, stated so that an update is deliberate. */
export const API_VERSION = "2026-10-28.endive";

/** Three attempts with this timeout and their pauses fit into API Gateway's 29 seconds. */
const TIMEOUT_MS = 8000;
const MAX_RETRIES = 2;

let client: Promise<Stripe> | undefined;
let fetchFn: typeof fetch | undefined;

/** Changes how the provider is called: the local runtime injects faults. */
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
    // AWS's SDK has loaded Node's client already; `fetch` would cost a cold start more than Stripe's SDK does.
    httpClient: fetchFn ? Stripe.createFetchHttpClient(fetchFn) : Stripe.createNodeHttpClient(),
  });
}

/**
 * Calls the provider. The SDK retries network errors, 409 and 5xx with the same idempotency key.
 * @throws CARD_REFUSED with Stripe's codes, PROVIDER_REFUSED, PROVIDER_STATE_CONFLICT,
 *   IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS, PROVIDER_UNAVAILABLE
 */
export async function call<T>(run: (stripe: Stripe) => Promise<T>): Promise<T> {
  client ??= connect();
  try {
    return await run(await client);
  } catch (error) {
    // A rotated or unreadable key is read again by the next call.
    if (!isFailure(error) || error.type === "StripeAuthenticationError") client = undefined;
    throw isFailure(error) ? errorOf(error) : error;
  }
}

type Failure = InstanceType<typeof Stripe.errors.StripeError>;

/** Returns whether an error is the SDK's, by its `type`, without loading the SDK. */
const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && "type" in error && /^Stripe\w*Error$/.test(String(error.type));

/**
 * Returns the provider's idempotency key of a step of a request: the same at every attempt, another for each step.
 * @param claim the client's key; without one the key is random
 */
export function keyOf(
  claim: Pick<Idempotency.Claim<unknown>, "key"> | string | undefined,
  step: string,
): string {
  const base = typeof claim === "string" ? claim : claim ? `${claim.key.pk} ${claim.key.sk}` : randomUUID();
  return `svc_${sha256Hex(`${base} ${step}`)}`;
}

const NO_METHOD = text(
  "This payment method does not exist for your account. Create one with the provider's client library, or pay with a saved card.",
  "Ce moyen de paiement n'existe pas pour votre compte. Créez-en un avec la bibliothèque du prestataire, ou payez avec une carte enregistrée.",
);

/** Converts an error of Stripe for our caller. */
function errorOf(error: Failure): SvcError {
  const { type, code, statusCode, message } = error;
  if (type === "StripeCardError") return refusedCard(error);
  if (type === "StripeIdempotencyError")
    return code === "idempotency_key_in_use" ? fail(InProgress) : fail(KeyReused);
  if (code === "idempotency_key_in_use" || code === "lock_timeout") return fail(InProgress);
  if (type === "StripeInvalidRequestError") {
    if (code?.endsWith("unexpected_state")) return fail(StateConflict, { cause: error });
    return rejected(error);
  }
  // Authentication, permission, rate limit and the provider's own failures are not the caller's fault.
  log.error("payment provider: call failed, the caller gets PROVIDER_UNAVAILABLE", {
    type,
    code,
    statusCode,
    reason: message,
  });
  return fail(ProviderUnavailable, { details: { retryAfter: 5 }, cause: error });
}

/** The provider's text may name objects of others, so it is only logged. */
function rejected(error: Failure): SvcError {
  const { code, param, message } = error;
  log.info("payment provider: our request was rejected, not retried", { code, param, reason: message });
  if (param === undefined) return fail(ProviderRefused, { cause: error });
  const field = fieldOf(param);
  // The provider distinguishes another user's payment method from a missing one, and names our customer.
  const isMethod = field === "paymentMethodId";
  const rule = isMethod
    ? text("is not one that you can pay with", "n'est pas un moyen avec lequel vous pouvez payer")
    : ruleOf(code);
  return fail(ProviderRefused, {
    message: isMethod
      ? NO_METHOD
      : text(
          `The payment provider does not accept this request: ${field} ${rule.en}.`,
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

/** Returns the payment intent of a rejected card's error. */
export const refusedIntent = ({ cause }: SvcError): Stripe.PaymentIntent | undefined =>
  isFailure(cause) && cause.type === "StripeCardError" ? cause.payment_intent : undefined;

/** Returns the rejection of a payment intent's last attempt; undefined if it was not rejected or does not exist. */
export function refusalOf(intent: Stripe.PaymentIntent): SvcError | undefined {
  const { last_payment_error: error, status } = intent;
  if (status !== "requires_payment_method" || error?.type !== "card_error") return undefined;
  const { code, decline_code, message } = error;
  const known = { type: "StripeCardError", code, decline_code, payment_intent: intent };
  return refusedCard(Object.assign(new Error(message), known));
}

/** Returns whether the error means that the provider's object does not exist. */
const isMissing = ({ cause }: SvcError): boolean =>
  isFailure(cause) && cause.type === "StripeInvalidRequestError" && cause.code === "resource_missing";

/** As `call`; undefined if the provider's object does not exist. */
export const find = <T>(run: (stripe: Stripe) => Promise<T>): Promise<T | undefined> =>
  recover(ProviderRefused, call(run), (error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Returns whether an account is unavailable: the provider does not distinguish deleted from unknown accounts. */
const isOutOfReach = ({ cause }: SvcError): boolean =>
  isFailure(cause) && cause.type === "StripePermissionError" && cause.code === "account_invalid";

/** As `find`, for a connected account: undefined if it was deleted. */
export const findAccount = <T>(run: (stripe: Stripe) => Promise<T>): Promise<T | undefined> =>
  recover(ProviderUnavailable, find(run), (error) => {
    if (isOutOfReach(error)) return undefined;
    throw error;
  });

/** The maximum difference between a signature's time and now, in seconds (Stripe's default). */
const TOLERANCE_SECONDS = 300;

/**
 * Returns whether the provider has signed this body with one of the secrets, at most 300 seconds ago or ahead. (The SDK
 * only checks the past.)
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
      // For a malformed header the SDK throws other errors than its own.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        log.warn("payment provider: signature header unreadable, treated as invalid", { error });
      return false;
    }
  });
}

/** The name of the correlation id in the metadata of the provider's objects. */
export const REQUEST = "svc_request";

const marked = z.object({ metadata: z.object({ [REQUEST]: z.string() }) });

/** Returns the metadata that names the current request; empty without one. */
export const requestMetadata = (correlationId: string | undefined): Readonly<Record<string, string>> =>
  correlationId === undefined || correlationId === "" ? {} : { [REQUEST]: correlationId };

/** Returns the id of the request that created an object, from an event's object. */
export const requestOf = (object: unknown): string | undefined =>
  Correlation.safe(marked.safeParse(object).data?.metadata[REQUEST]);
