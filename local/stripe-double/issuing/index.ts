import type { Endpoint } from "../endpoint.ts";
import { authorizations } from "./authorizations.ts";
import { cardholders } from "./cardholders.ts";
import { cards } from "./cards.ts";
import { disputes } from "./disputes.ts";
import { keys } from "./keys.ts";
import { purchases } from "./purchases.ts";
import { transactions } from "./transactions.ts";

/** Stripe Issuing: cards that the platform issues, and what a merchant does with them (test helpers). */

export const issuing: readonly Endpoint[] = [
  ...cardholders,
  ...cards,
  ...authorizations,
  ...purchases,
  ...transactions,
  ...disputes,
  ...keys,
];
