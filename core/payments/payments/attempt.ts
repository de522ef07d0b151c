import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Attempts from "../../platform/attempts/index.ts";
import * as Correlation from "../../platform/correlation.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import { worthInCents } from "../../policy/valuation.ts";
import * as Customers from "../customers/index.ts";
import { ATTEMPT } from "../records/psp-objects.ts";
import * as Counting from "./counting.ts";
import { EXPAND } from "./intent.ts";
import type { NewPayment, Payment } from "./schema.ts";

/**
 * Attempts of one request. A client's key lives 7 days here and 24 hours at the provider, so a retry looks for the
 * intent of an earlier attempt instead of relying on the provider's key.
 */

export interface Attempt {
  /** The provider's idempotency key, the same at every attempt with a client's key. */
  readonly key: string;
  /** The decision of the first attempt: an account may cease to be new before the next. */
  readonly needsApproval: boolean;
  /** The part that counts against the payer's limit, in the format of `counting.ts`, or empty. */
  readonly counted: string;
  /** The correlation id of the first attempt, so that a retry sends the same parameters. */
  readonly request: string;
  /** The time of the first attempt; undefined in the first attempt, and without an idempotency key. */
  readonly before: string | undefined;
}

const STEP = "create";

/**
 * Starts the attempt of a request, or resumes it, which counts nothing again.
 * @param unconfirmed whether the payment counts against the allowance without a proof
 * @throws IDEMPOTENCY_KEY_REUSED, KYC_LIMIT_EXCEEDED, PRICES_STALE, AllowanceExceeded
 */
export async function start(
  actor: LiveActor,
  { amount, currency, merchantId }: NewPayment,
  claim: Idempotency.Claim<Payment> | undefined,
  unconfirmed: boolean,
): Promise<Attempt> {
  const key = Psp.keyOf(claim, STEP);
  const worth =
    merchantId === undefined || unconfirmed
      ? await worthInCents(Assets.get(currency.toUpperCase()), BigInt(amount))
      : undefined;
  // A payment to a merchant is not incoming money of the payer.
  const cents = merchantId === undefined ? worth : undefined;
  const unconfirmedCents = unconfirmed ? worth : undefined;
  const planOf = ({ needsApproval, at }: { readonly needsApproval: boolean; readonly at: string }): Plan => ({
    needsApproval,
    counted: cents === undefined ? "" : Counting.formatCount({ cents, at }),
    request: Correlation.current() ?? "",
  });
  if (!claim)
    return {
      ...planOf(await Counting.countRequest(actor, amount, cents, { unconfirmedCents })),
      key,
      before: undefined,
    };
  const { plan, startedAt, isFirst } = await Attempts.begin<Plan>(claim, STEP, async (noting) =>
    planOf(
      await Counting.countRequest(actor, amount, cents, {
        unconfirmedCents,
        beside: (decision) => [noting(planOf(decision))],
      }),
    ),
  );
  return { ...plan, key, before: isFirst ? undefined : startedAt };
}

/** Returns whether an earlier attempt may have reached the provider. */
export const hasStarted = async (claim: Idempotency.Claim<Payment> | undefined): Promise<boolean> =>
  claim !== undefined && Attempts.hasBegun(claim, STEP);

type Plan = Pick<Attempt, "needsApproval" | "counted" | "request">;

/** The tolerance for a provider's clock that is behind ours. */
const SKEW_SECONDS = 300;

/**
 * Returns the intent of an earlier attempt, if any. Two concurrent attempts without one send the same key, so the
 * provider makes one intent.
 */
export async function findIntent(
  userId: string,
  { key, before }: Attempt,
): Promise<Psp.Stripe.PaymentIntent | undefined> {
  const customer = before === undefined ? undefined : await Customers.find(userId);
  if (customer === undefined || before === undefined) return undefined;
  const gte = Math.floor(Date.parse(before) / 1000) - SKEW_SECONDS;
  return Psp.call(async (stripe) => {
    const all = stripe.paymentIntents.list({ customer, created: { gte }, limit: 100 });
    for await (const { id, metadata } of all)
      if (metadata[ATTEMPT] === key) return stripe.paymentIntents.retrieve(id, { expand: EXPAND });
    return undefined;
  });
}
