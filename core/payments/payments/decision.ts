import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { Approval, Transaction } from "../records/schema.ts";
import { awaitingApproval } from "./entity.ts";
import { paymentApproved, paymentRejected } from "./events.ts";

/** How an administrator's decision ends, in the very write that ends the payment's wait for it. */

export type Action = "approve" | "reject";

/** What goes into the update of the payment's record, and what beside it. */
export interface Ending {
  readonly set: Readonly<Record<string, unknown>>;
  /** That the decision is still what was read. */
  readonly where: Where.Where;
  /** The payer's e-mail, once. */
  readonly events: readonly Table.Write[];
  /** That nobody has to decide on it any more. */
  readonly settled: readonly Table.Write[];
}

/** How long an approval waits for the customer to authorise: who knows what is true of both by then. */
const HOLDS_MS = 7 * DAY_MS;

/** Whether an approval that was not carried out holds no more. A rejection holds for good. */
export const isExpired = ({ action, at, doneAt }: Approval, nowMs: number): boolean =>
  action === "approve" && doneAt === undefined && nowMs - Date.parse(at) > HOLDS_MS;

/**
 * The end of a payment that is now paid (`approve`) or called off (`reject`), over the decision that was
 * read.
 */
export function ending(one: Transaction, action: Action): Ending {
  const { approval } = one;
  const seen = Where.is({ "approval.action": approval?.action });
  const settled = one.needsApproval ? [{ remove: awaitingApproval.key(one) }] : [];
  // A payment that is over is out of the index of those that may still be paid.
  if (approval?.action !== action || approval.doneAt !== undefined)
    return { set: Due.done, where: seen, events: [], settled };
  const event = action === "approve" ? paymentApproved : paymentRejected;
  return {
    set: {
      ...Due.done,
      "approval.doneAt": Clock.nowIso(),
      "approval.busyUntilMs": undefined,
      "approval.busyBy": undefined,
    },
    where: Where.all(seen, Where.lacks("approval.doneAt")),
    events: [Outbox.write(event, payloadOf(one, one.amountMinor))],
    settled,
  };
}

/** What an event says of an amount of a payment. */
export const payloadOf = ({ userId, transactionId, currency }: Transaction, amountMinor: bigint) => ({
  userId,
  paymentId: transactionId,
  amount: Assets.format(amountMinor, currency),
  asset: currency,
});
