import * as z from "zod";
import type { RouteSpec } from "../../contract/route.ts";
import type { MobileActor } from "../../core/identity/actor.ts";
import { STEP_UP_ABOVE_EUR } from "../../core/identity/step-up/schema.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { fail } from "../../core/kernel/errors.ts";
import { amountOf as inBaseUnits } from "../../core/ledger/amount.ts";
import type { AccountRef } from "../../core/ledger/schema.ts";
import { CurrencyMismatch } from "../../core/ledger/transfers/errors.ts";
import { checkCovered } from "../../core/ledger/transfers/index.ts";
import { ownAccount } from "../../core/ledger/transfers/own-account.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { isWorthMore } from "../../core/prices/worth.ts";
import { header, type Step } from "./middleware.ts";
import { serving } from "./serve.ts";
import { stateOf } from "./state.ts";
import { stepUp } from "./step-up.ts";

/** A route that sends money: from a worth on, its caller confirms. */
type Above = RouteSpec & { readonly auth: "mobile"; readonly stepUp: "above-100-eur" };

/** As `serve`, for a route that asks for a step-up by the worth of what is sent. */
export const serveConfirmedAbove = serving<Above>((spec) => ({
  informed: [sendable(spec), stepUp(({ body }) => isAbove(body))],
}));

/**
 * What can be refused before anybody confirms is: nobody is asked to confirm what is no amount, and no code is
 * used up by what no account has.
 */
const sendable = (spec: Above): Step => ({
  before: async ({ event }) => {
    const { actor, body, idempotencyItem } = stateOf(event);
    if (actor?.door !== "mobile") return;
    const leaving = checkSent(actor, body);
    // A repeated request may have emptied the account itself.
    if (!leaving || idempotencyItem || !(await isAbove(body))) return;
    try {
      await checkCovered(actor, leaving);
    } catch (error) {
      const key = header(event, "idempotency-key");
      const known = key && (await Table.get(Idempotency.keyOf(Idempotency.ownerOf(actor), spec.id, key)));
      if (!known) throw error;
    }
  },
});

/**
 * Checks what a body says is sent, as far as the body says it.
 * @returns what leaves which account; undefined where none is named
 * @throws CURRENCY_MISMATCH, INVALID_AMOUNT, WALLET_NOT_FOUND
 */
export function checkSent(actor: MobileActor, body: unknown): Leaving | undefined {
  const { data } = sent.safeParse(body);
  if (!data) return undefined;
  const { amount, currency, accountId, fromAccountId = accountId } = data;
  // An account that is not the caller's is told first, whatever else is wrong.
  const from = fromAccountId === undefined ? undefined : ownAccount(actor, fromAccountId).ref;
  const asset = Assets.find(currency.trim().toUpperCase());
  if (!asset || (from && from.asset !== asset.symbol))
    throw fail(CurrencyMismatch, { details: { ...(from && { account: from.asset }), currency } });
  const units = inBaseUnits("amount", amount, asset.decimals);
  return from && { from, amount: units };
}

/** What leaves an account, in base units. */
interface Leaving {
  readonly from: AccountRef;
  readonly amount: bigint;
}

/** What every such body has: how much of what. Whatever has another form cannot be valued. */
const sent = z.object({
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  accountId: z.string().optional(),
  fromAccountId: z.string().optional(),
});

/** Whether what a body sends is worth so much that it is confirmed. What cannot be valued counts as more. */
export async function isAbove(body: unknown): Promise<boolean> {
  const { data } = sent.safeParse(body);
  return data === undefined || isWorthMore(data, STEP_UP_ABOVE_EUR);
}
