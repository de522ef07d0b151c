import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import type { Approval, Transaction } from "../records/schema.ts";
import { paymentApproved, paymentRejected } from "./events.ts";

/** How an administrator's decision ends, in the very write that ends the payment's wait for it. */

export type Action = "approve" | "reject";

/** What goes into the update of the payment's record, and what beside it. */
export interface Ending {
  /** Clauses, to be joined with those of the update. */
  readonly set: readonly string[];
  readonly remove: readonly string[];
  /** That the decision is still what was seen. */
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
  /** The letter to the payer, once. */
  readonly events: readonly Table.Write[];
}

/** No longer does the approval of a payment hold whose customer has yet to authorise it: who knows what is true of both by then. */
const HOLDS_MS = 7 * 86_400_000;

/** Whether an approval that was not carried out holds no more, at a time in milliseconds. A rejection does for good. */
export const isOutlived = ({ action, at, doneAt }: Approval, nowMs: number): boolean =>
  action === "approve" && doneAt === undefined && nowMs - Date.parse(at) > HOLDS_MS;

/** Payments that are over are out of the index of those that may still be paid. */
const OVER = ["duePk", "dueSk"];

/** The ending of a payment that is now paid (`approve`) or called off (`reject`), over the decision that was read of it. */
export function ending(one: Transaction, action: Action): Ending {
  const { approval } = one;
  const nothing = { set: [], remove: OVER, names: {}, values: {}, events: [] };
  if (!approval) return { ...nothing, condition: "attribute_not_exists(approval)" };
  const names = { "#action": "action" };
  const values = { ":seenAction": approval.action };
  const seen = "approval.#action = :seenAction";
  if (approval.doneAt !== undefined || approval.action !== action)
    return { ...nothing, names, values, condition: seen };
  return {
    set: ["approval.doneAt = :doneAt"],
    remove: [...OVER, "approval.busyUntilMs", "approval.busyBy"],
    condition: `${seen} AND attribute_not_exists(approval.doneAt)`,
    names,
    values: { ...values, ":doneAt": Clock.nowIso() },
    events: [
      Outbox.write(action === "approve" ? paymentApproved : paymentRejected, told(one, one.amountMinor)),
    ],
  };
}

/** What the payer is told of an amount of a payment. */
export const told = ({ userId, transactionId, currency }: Transaction, amountMinor: bigint) => ({
  userId,
  paymentId: transactionId,
  amount: Money.format(amountMinor, Assets.get(currency).decimals),
  asset: currency,
});
