import type { Decimal } from "decimal.js";
import * as z from "zod";
import type { RouteSpec } from "../../contract/route.ts";
import { STEP_UP_ABOVE_EUR } from "../../contract/route.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { Exact } from "../../core/kernel/decimal/index.ts";
import { SvcError } from "../../core/kernel/errors.ts";
import * as Prices from "../../core/prices/index.ts";
import { serving } from "./serve.ts";
import { stepUp } from "./step-up.ts";

/** A route that sends money: from a worth on, its caller confirms. */
type Above = RouteSpec & { readonly auth: "mobile"; readonly stepUp: "above-100-eur" };

/** As `serve`, for a route that asks for a step-up by the worth of what is sent. */
export const serveConfirmedAbove = serving<Above>(() => ({
  informed: [stepUp(({ body }) => isAbove(body))],
}));

/** What every such body has: how much of what. Whatever has another form cannot be valued. */
const sent = z.object({ amount: z.union([z.string(), z.number()]), currency: z.string() });

/** Whether what a body sends is worth more than 100 EUR. What cannot be valued counts as more. */
export async function isAbove(body: unknown): Promise<boolean> {
  const { data } = sent.safeParse(body);
  const amount = data && amountOf(data.amount);
  if (!data || !amount) return true;
  const unit = await priceOf(data.currency);
  return unit === undefined || amount.times(unit).gt(STEP_UP_ABOVE_EUR);
}

function amountOf(written: string | number): Exact | undefined {
  try {
    const amount = new Exact(written);
    return amount.isFinite() && amount.gte(0) ? amount : undefined;
  } catch {
    return undefined;
  }
}

/** What one unit is worth in EUR; undefined where nobody knows at the moment. */
async function priceOf(currency: string): Promise<Decimal | undefined> {
  const asset = Assets.find(currency);
  if (!asset || asset.symbol === "EUR") return asset && new Exact(1);
  try {
    return (await Prices.current(asset.symbol)).eur;
  } catch (error) {
    if (error instanceof SvcError) return undefined;
    throw error;
  }
}
