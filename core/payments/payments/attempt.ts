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
 * Tries of one request. A client's key holds for 7 days here and for 24 hours at the provider. So a further
 * try does not rest on the provider's memory: it looks for the intent that an earlier one has made.
 */

export interface Attempt {
  /** The provider's idempotency key: of a client's key the same at every try. */
  readonly key: string;
  /** As the first try found it: an account may come of age before the next. */
  readonly needsApproval: boolean;
  /** What of it counts against the payer's limits, as `limit-count.ts` writes it; empty where nothing does. */
  readonly counted: string;
  /** The first try's request: the provider is to be asked the same again. */
  readonly request: string;
  /** When the first of several tries was; undefined where this is it, or nobody can try again. */
  readonly before: string | undefined;
}

const STEP = "create";

/** Starts a request's attempt, or takes it up again. @throws IDEMPOTENCY_KEY_REUSED, KYC_LIMIT_EXCEEDED, PRICES_STALE */
export async function start(
  actor: LiveActor,
  { amount, currency, merchantId }: NewPayment,
  claim: Idempotency.Claim<Payment> | undefined,
): Promise<Attempt> {
  const key = Psp.keyOf(claim, STEP);
  // What goes to a merchant is not the payer's own money coming in.
  const cents =
    merchantId === undefined
      ? await worthInCents(Assets.get(currency.toUpperCase()), BigInt(amount))
      : undefined;
  const planOf = ({ needsApproval, at }: { readonly needsApproval: boolean; readonly at: string }): Plan => ({
    needsApproval,
    counted: cents === undefined ? "" : Counting.formatCount({ cents, at }),
    request: Correlation.current() ?? "",
  });
  if (!claim) return { ...planOf(await Counting.counted(actor, amount, cents)), key, before: undefined };
  const { plan, startedAt, isFirst } = await Attempts.begin<Plan>(claim, STEP, async (noting) =>
    planOf(await Counting.counted(actor, amount, cents, (decided) => [noting(planOf(decided))])),
  );
  return { ...plan, key, before: isFirst ? undefined : startedAt };
}

/** Whether the provider may have been asked by an earlier try of a request. */
export const hasStarted = async (claim: Idempotency.Claim<Payment> | undefined): Promise<boolean> =>
  claim !== undefined && Attempts.hasBegun(claim, STEP);

type Plan = Pick<Attempt, "needsApproval" | "counted" | "request">;

/** How far the provider's clock may be behind ours. */
const SKEW_SECONDS = 300;

/**
 * The intent that an earlier try has made, if any. Two tries that find none ask the provider with the same
 * key, so one intent comes of both.
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
