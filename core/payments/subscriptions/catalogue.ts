import { isMoney } from "../../kernel/assets/index.ts";
import { env } from "../../kernel/env.ts";
import { type FieldProblem, fail } from "../../kernel/errors.ts";
import { UnknownPlan } from "./errors.ts";

/** The plans that can be bought, and what a month of each costs: names and prices are ours, never a buyer's. */

export interface Offer {
  readonly plan: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Of a month, in minor units. */
  readonly amountMinor: bigint;
}

const DEFAULT = "pro:eur:2900 pro:usd:2900 enterprise:eur:29900 enterprise:usd:29900";

/** @throws Error when the setting is not as it should be */
export function offers(): readonly Offer[] {
  const text = env("PLAN_PRICES", DEFAULT);
  return text.split(" ").map((entry) => {
    const [, plan, currency = "", amount = "0"] =
      /^([\w-]{1,40}):([a-z]{3}):([1-9]\d{0,7})$/.exec(entry) ?? [];
    if (plan === undefined || !isMoney(currency.toUpperCase()))
      throw new Error(`PLAN_PRICES must be plan:currency:minor units, as in "${DEFAULT}", got "${entry}"`);
    return { plan, currency, amountMinor: BigInt(amount) };
  });
}

interface Wanted {
  readonly name: string;
  readonly amountMinor: bigint;
  readonly quantity: bigint;
}

/** Whether an order's lines are one month of one plan, at its price. @throws UNKNOWN_PLAN that names the field */
export function checkPlan(lines: readonly Wanted[], currency: string): void {
  const [line] = lines;
  if (!line || lines.length > 1)
    throw refused("lineItems", "must be one line in mode subscription: the plan");
  const known = offers().filter(({ plan }) => plan === line.name);
  const offer = known.find((one) => one.currency === currency);
  const names = [...new Set(offers().map(({ plan }) => plan))].join(", ");
  if (known.length === 0) throw refused("lineItems.0.name", `must be one of our plans: ${names}`);
  if (!offer)
    throw refused("lineItems.0.currency", `must be one of ${known.map((one) => one.currency).join(", ")}`);
  if (line.amountMinor !== offer.amountMinor)
    throw refused("lineItems.0.amount", `must be ${offer.amountMinor}, the price of ${offer.plan}`);
  if (line.quantity !== 1n) throw refused("lineItems.0.quantity", "must be 1: a plan is for one account");
}

const refused = (field: string, message: string) => {
  const fields: readonly FieldProblem[] = [{ field, message }];
  return fail(UnknownPlan, { details: { fields } });
};
