import * as z from "zod";
import type { RouteSpec } from "../../contract/route.ts";
import type { MobileActor } from "../../core/identity/actor.ts";
import { STEP_UP_ABOVE_EUR } from "../../core/identity/step-up/schema.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import {
  isWorthMore,
  type Outgoing,
  parseOutgoing,
  parseSum,
  type Sum,
} from "../../core/transfers/outgoing.ts";
import { header, type Step } from "./middleware.ts";
import { serving } from "./serve.ts";
import { stateOf } from "./state.ts";
import { stepUp } from "./step-up.ts";

/** A route that sends money: its caller confirms sums above a worth. */
type Above = RouteSpec & { readonly auth: "mobile"; readonly stepUp: "above-100-eur" };

/** As `serve`, for a route that asks for a step-up by the worth of the sum it sends. */
export const serveConfirmedAbove = serving<Above>((spec) => {
  const sums = new WeakMap<object, Sum | undefined>();
  return {
    informed: [resolveSum(spec, sums), stepUp(async (state) => isLarge(sums.get(state)))],
  };
});

/**
 * Resolves the sum that a body sends, for the handler and for the step-up. Rejects first what would be rejected
 * after it: nobody confirms a wrong amount, and no code is used up by a sum that no account has.
 */
const resolveSum = (spec: Above, sums: WeakMap<object, Sum | undefined>): Step => ({
  before: async ({ event }) => {
    const state = stateOf(event);
    const { actor, body, idempotencyItem } = state;
    if (actor?.door !== "mobile") return;
    const sum = sumIn(actor, body);
    sums.set(state, sum);
    if (!sum || !isOutgoing(sum)) return;
    state.outgoing = sum;
    // A repeated request may have emptied the account itself.
    if (idempotencyItem || !(await isLarge(sum))) return;
    try {
      await sum.assertCovered();
    } catch (error) {
      const key = header(event, "idempotency-key");
      const known = key && (await Table.get(Idempotency.keyOf(Idempotency.ownerOf(actor), spec.id, key)));
      if (!known) throw error;
    }
  },
});

/**
 * Parses the sum of a body: of one that names no account, a payment by card, the sum alone.
 * @throws CURRENCY_MISMATCH, INVALID_AMOUNT, WALLET_NOT_FOUND
 */
function sumIn(actor: MobileActor, body: unknown): Sum | Outgoing | undefined {
  const { data } = sent.safeParse(body);
  if (!data) return undefined;
  const { accountId, fromAccountId = accountId, ...written } = data;
  return fromAccountId === undefined
    ? parseSum(written)
    : parseOutgoing(actor, { ...written, accountId: fromAccountId });
}

/** The fields that state a sum. A body of another shape cannot be valued. */
const sent = z.object({
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  accountId: z.string().optional(),
  fromAccountId: z.string().optional(),
});

const isOutgoing = (sum: Sum | Outgoing): sum is Outgoing => "from" in sum;

/** Returns whether a sum must be confirmed. A body that cannot be valued must. */
const isLarge = async (sum: Sum | undefined): Promise<boolean> =>
  sum === undefined || isWorthMore(sum, STEP_UP_ABOVE_EUR);
