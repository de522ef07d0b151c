import * as z from "zod";
import type { RouteSpec } from "../../contract/route.ts";
import type { PersonActor } from "../../core/identity/actor.ts";
import { STEP_UP_ABOVE_EUR } from "../../core/identity/schema.ts";
import {
  isWorthMore,
  type Outgoing,
  parseOutgoing,
  parseSum,
  type Sum,
} from "../../core/transfers/outgoing.ts";
import { isPreview, recentProof } from "./proof.ts";
import { type Step, stateOf } from "./request.ts";
import { makeServe } from "./serve.ts";

/** A route that sends money and requires a recent proof above the allowance. */
type Above = RouteSpec & { readonly auth: "mobile" | "person"; readonly proof: "above-allowance" };

/**
 * As `serve`, for a route whose proof depends on the amount. Rejects an invalid or uncovered amount before the proof, so that it
 * does not use up a code. Separate, because its imports are large.
 */
export const serveConfirmedAbove = makeServe<Above>(() => {
  const sums = new WeakMap<object, Sum | undefined>();
  const proof = recentProof(async (state) => !isPreview(state.body) && isLarge(sums.get(state)));
  return {
    afterInput: [resolveSum(sums), ...proof.afterInput],
    async beforeWork(event) {
      const { outgoing, body } = stateOf(event);
      if (outgoing && !isPreview(body) && (await isLarge(outgoing))) await outgoing.assertCovered();
      await proof.beforeWork(event);
    },
  };
});

/** Resolves the amount that a body sends, for the handler and for the proof. */
const resolveSum = (sums: WeakMap<object, Sum | undefined>): Step => ({
  before: ({ event }) => {
    const state = stateOf(event);
    const { actor, body } = state;
    if (actor === undefined || actor.channel === "apiKey") return;
    const sum = sumIn(actor, body);
    sums.set(state, sum);
    if (sum && isOutgoing(sum)) state.outgoing = sum;
  },
});

/**
 * Parses the amount of a body; without an account, as in a payment by card, the amount alone.
 * @throws CURRENCY_MISMATCH, INVALID_AMOUNT, WALLET_NOT_FOUND
 */
function sumIn(actor: PersonActor, body: unknown): Sum | Outgoing | undefined {
  const { data } = sent.safeParse(body);
  if (!data) return undefined;
  const { accountId, fromAccountId = accountId, ...written } = data;
  return fromAccountId === undefined
    ? parseSum(written)
    : parseOutgoing(actor, { ...written, accountId: fromAccountId });
}

/** The fields that state an amount. A body of another shape cannot be valued. */
const sent = z.object({
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  accountId: z.string().optional(),
  fromAccountId: z.string().optional(),
});

const isOutgoing = (sum: Sum | Outgoing): sum is Outgoing => "from" in sum;

/** Returns whether an amount must be confirmed. True if the amount cannot be valued. */
const isLarge = async (sum: Sum | undefined): Promise<boolean> =>
  sum === undefined || isWorthMore(sum, STEP_UP_ABOVE_EUR);
