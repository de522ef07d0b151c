import * as Flags from "../../flags/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import * as Transactions from "../../payments/records/index.ts";
import type { NewTransaction, TransactionStatus } from "../../payments/records/schema.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { keyOf, testWithdrawalDue, withdrawalDue, withdrawalReference } from "./entity.ts";
import { withdrawalFlagged } from "./events.ts";
import { nextAt } from "./fates.ts";
import type { State, Withdrawal } from "./schema.ts";
import { isOver } from "./state.ts";

/** A withdrawal as the table has it: its item, what names it, and its record among its user's transactions. */

/** Another word of the bank was faster: what it comes to must be decided anew. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** An order that was not handed over by then is handed over again. */
const ORDER_AGAIN_MS = 5 * MINUTE_MS;
/** SEPA pays within a business day: the pause before each time that the bank is asked, the last for all after. */
const PAUSES_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/** The attributes by which it is found when something is to be done for it. */
function dueAt(one: Withdrawal): object {
  if (one.mode !== "live") {
    const at = nextAt(one);
    return at === undefined ? {} : testWithdrawalDue.at(one.withdrawalId, at);
  }
  if (isOver(one)) return {};
  const pause =
    one.state === "requested" ? ORDER_AGAIN_MS : (PAUSES_MS[one.asked] ?? PAUSES_MS.at(-1) ?? HOUR_MS);
  return withdrawalDue.at(one.withdrawalId, new Date(Clock.nowMs() + pause).toISOString());
}

const itemOf = (one: Withdrawal) => ({ ...one, ...keyOf(one), ...dueAt(one) });

const referring = (reference: string, { userId, withdrawalId }: Withdrawal): Table.Write => ({
  put: withdrawalReference.item({ reference, userId, withdrawalId }),
});

/** The writes of a new withdrawal. */
export const opening = (one: Withdrawal): readonly Table.Write[] => [
  { put: itemOf(one), where: Where.absent },
  ...(one.mode === "live" ? [referring(one.endToEndId, one)] : []),
  ...(isRecorded(one) ? Transactions.opening(recordOf(one)) : []),
];

/** The writes of a withdrawal over what it was. Refused: Overtaken. */
export const replacing = (before: Withdrawal, after: Withdrawal): readonly Table.Write[] => [
  {
    put: itemOf({ ...after, updatedAt: LedgerClock.nowIso(), version: before.version + 1n }),
    where: Where.is({ version: before.version }),
    onConditionFailed: () => new Overtaken(),
  },
  ...(after.transactionId !== undefined && before.transactionId === undefined
    ? [referring(after.transactionId, after)]
    : []),
  ...(after.flagged !== undefined && after.flagged !== before.flagged
    ? [Flags.raising({ kind: "withdrawal", id: after.withdrawalId }, { ...after, why: after.flagged })]
    : []),
  ...(after.flagged !== undefined && before.flagged === undefined ? [toldOfFlag(after)] : []),
  ...(isRecorded(after) ? Transactions.replacing(recordOf(after)) : []),
];

/** Its user hears once that somebody looks at it. Why is for whoever looks. */
const toldOfFlag = ({ userId, amountMinor, currency: asset }: Withdrawal): Table.Write =>
  Outbox.write(withdrawalFlagged, { userId, asset, amount: Assets.format(amountMinor, asset) });

const statuses: Readonly<Record<State, TransactionStatus>> = {
  requested: "PENDING",
  ordered: "PENDING",
  booked: "SUCCEEDED",
  rejected: "FAILED",
  returned: "REFUNDED",
};

/** The records are of money that banks and cards move: of the live ledger alone. */
const isRecorded = ({ mode, currency }: Withdrawal): boolean => mode === "live" && Assets.isMoney(currency);

function recordOf(one: Withdrawal): NewTransaction {
  const { withdrawalId, userId, state, amountMinor, currency, name, description, entryId, createdAt } = one;
  return {
    transactionId: withdrawalId,
    userId,
    type: "bank_transfer",
    status: statuses[state],
    amountMinor,
    currency,
    description: description || "Withdrawal to a bank account",
    metadata: { direction: "debit", counterparty: name },
    createdAt,
    completedAt: isOver(one) ? one.updatedAt : undefined,
    failureReason: one.reason,
    refundedMinor: state === "returned" ? amountMinor : 0n,
    needsApproval: false,
    entryId,
    flagged: one.flagged,
  };
}
