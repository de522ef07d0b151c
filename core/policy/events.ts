import type { Mode } from "../kernel/mode.ts";
import * as Outbox from "../platform/outbox/index.ts";

/** Events of a user's debts; the user is notified. Amounts are decimal strings in whole units. */

interface DebtEvent {
  readonly mode: Mode;
  readonly userId: string;
  readonly asset: string;
}

/** Causes of a debt: money was taken back after it was spent, or a merchant took more than was available. */
export const debtCauses = ["returned", "purchase"] as const;
export type DebtCause = (typeof debtCauses)[number];

/** A debt of `amount` was added. */
export const debtIncurred = Outbox.define<
  DebtEvent & { readonly amount: string; readonly cause: DebtCause }
>()("debt-incurred", "QUEUE_URL_NOTIFICATIONS");

/** A credit paid `amount` of a debt, and `owed` of it is left. */
export const debtSettled = Outbox.define<DebtEvent & { readonly amount: string; readonly owed: string }>()(
  "debt-settled",
  "QUEUE_URL_NOTIFICATIONS",
);
