import type { Mode } from "../kernel/mode.ts";
import * as Outbox from "../platform/outbox/index.ts";

/** What a user owes has changed: the user is told. Amounts are decimal strings, in whole units. */

interface OfDebtor {
  readonly mode: Mode;
  readonly userId: string;
  readonly asset: string;
}

/** Why something is owed: money was taken back that was spent, or a merchant took more than there was. */
export const debtCauses = ["returned", "purchase"] as const;
export type DebtCause = (typeof debtCauses)[number];

/** This much is owed from now on. */
export const debtIncurred = Outbox.define<
  OfDebtor & { readonly amount: string; readonly cause: DebtCause }
>()("debt-incurred", "QUEUE_URL_NOTIFICATIONS");

/** This much of what came in has paid what was owed, and this much is owed still. */
export const debtSettled = Outbox.define<OfDebtor & { readonly amount: string; readonly owed: string }>()(
  "debt-settled",
  "QUEUE_URL_NOTIFICATIONS",
);
