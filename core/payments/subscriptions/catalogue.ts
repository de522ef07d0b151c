import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import { text } from "../../kernel/texts/index.ts";
import { UnknownPlan } from "./errors.ts";
import { type Offer, planPrices } from "./schema.ts";

/** The plans for sale. Names and prices are ours, never the customer's. */

const DEFAULT = "pro:eur:2900 pro:usd:2900 enterprise:eur:29900 enterprise:usd:29900";

/** Returns the plans for sale. @throws ZodError if the setting is malformed */
export const offers = (): readonly Offer[] => planPrices.parse(env("PLAN_PRICES", DEFAULT));

interface Line {
  readonly name: string;
  readonly amountMinor: bigint;
  readonly quantity: bigint;
}

/** Checks that an order has one line, for one plan at its price. @throws UNKNOWN_PLAN with the field */
export function checkPlan(lines: readonly Line[], currency: string): void {
  const [line] = lines;
  if (!line || lines.length > 1)
    throw reject(
      "lineItems",
      "must be one line in mode subscription: the plan",
      "doit être une seule ligne en mode subscription : la formule",
    );
  const known = offers().filter(({ plan }) => plan === line.name);
  const offer = known.find((one) => one.currency === currency);
  const currencies = known.map((one) => one.currency).join(", ");
  const names = [...new Set(offers().map(({ plan }) => plan))].join(", ");
  if (known.length === 0)
    throw reject(
      "lineItems.0.name",
      `must be one of our plans: ${names}`,
      `doit être une de nos formules : ${names}`,
    );
  if (!offer)
    throw reject(
      "lineItems.0.currency",
      `must be one of ${currencies}`,
      `doit être une de ces valeurs : ${currencies}`,
    );
  if (line.amountMinor !== offer.amountMinor)
    throw reject(
      "lineItems.0.amount",
      `must be ${offer.amountMinor}, the price of ${offer.plan}`,
      `doit être ${offer.amountMinor}, le prix de ${offer.plan}`,
    );
  if (line.quantity !== 1n)
    throw reject(
      "lineItems.0.quantity",
      "must be 1: a plan is for one account",
      "doit être 1 : une formule est pour un seul compte",
    );
}

const reject = (field: string, english: string, french: string) =>
  fail(UnknownPlan, { details: { fields: [{ field, message: text(english, french) }] } });
