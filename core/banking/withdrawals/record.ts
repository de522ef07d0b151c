import * as Flags from "../../flags/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { recover } from "../../kernel/errors.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "../../kernel/time.ts";
import { accountOf, clearingRef, systemRef } from "../../ledger/accounts.ts";
import { type After, type Draft, mergePostings, posting } from "../../ledger/draft.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import * as Transactions from "../../payments/records/index.ts";
import type { NewTransaction, TransactionStatus } from "../../payments/records/schema.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { keyOf, testWithdrawalDue, withdrawal, withdrawalDue, withdrawalReference } from "./entity.ts";
import { withdrawalBooked, withdrawalEvent, withdrawalFlagged, withdrawalUndone } from "./events.ts";
import type { State, Withdrawal, WithdrawalRef } from "./schema.ts";
import { type Due, dueOf, isOver } from "./state.ts";
import { nextAt } from "./test-outcomes.ts";

/** Stores withdrawals. Each change and its ledger entry are one transaction, so money moves exactly once. */

/** @throws TypeError if the withdrawal is missing, because withdrawals are never deleted */
export async function read(ref: WithdrawalRef): Promise<Withdrawal> {
  const found = await Table.get(keyOf(ref));
  if (!found) throw new TypeError(`the withdrawal ${ref.withdrawalId} does not exist`);
  return withdrawal.parse(found);
}

/**
 * Changes a withdrawal, and posts the ledger entry that the change requires.
 * @param next returns the new withdrawal; undefined if nothing changes. It may run more than once
 * @throws CONTENTION, and as `Policy.post`
 */
export const change = (
  ref: WithdrawalRef,
  next: (before: Withdrawal) => Withdrawal | undefined,
): Promise<Withdrawal> =>
  Table.retryPlan(async () => {
    const before = await read(ref);
    const changed = next(before);
    if (!changed) return before;
    const due = dueOf(changed);
    if (!due) await Table.commit(replaceWrites(before, changed));
    const after = due ? await move(before, changed, due) : changed;
    const { withdrawalId, flagged } = after;
    if (flagged !== before.flagged)
      log.error("withdrawal: flagged; compare it with the bank, then resolve the flag in the admin queue", {
        withdrawalId,
        flagged,
      });
    return after;
  });

const walletOf = (one: Withdrawal): AccountRef => accountOf(one, one.currency);

/** Posts the due entry. If `treasury` has already spent the fee, `receivable` returns it. */
function move(before: Withdrawal, after: Withdrawal, due: Due): Promise<Withdrawal> {
  const post = (feesOf: "treasury" | "receivable") => {
    const wallet = walletOf(after);
    const holdRef = { ...wallet, holdId: after.holdId };
    return Policy.post<Withdrawal>(
      {
        initiator: wallet.account,
        ...(due === "return" ? { opens: [wallet] } : { holds: [holdRef] }),
        reads: { current: keyOf(after) },
        payDebtsFirst: due !== "pay",
        suspendAs: { kind: "withdrawal", id: after.withdrawalId },
      },
      ({ items: { current } }) => {
        // A concurrent update has used the hold.
        if (withdrawal.parse(current ?? {}).version !== before.version) throw new Table.ConcurrentUpdate();
        return draftOf(before, after, due, feesOf);
      },
    );
  };
  return recover(PlatformAccountShort, post("treasury"), () => post("receivable"));
}

function draftOf(
  before: Withdrawal,
  after: Withdrawal,
  due: Due,
  feesOf: "treasury" | "receivable",
): Draft<Withdrawal> {
  const { mode, amountMinor, feeMinor, currency, withdrawalId, holdId } = after;
  const wallet = walletOf(after);
  const all = amountMinor + feeMinor;
  const bank = clearingRef(mode, currency);
  const fees = systemRef(mode, due === "pay" ? "treasury" : feesOf, currency);
  const held = posting(wallet, -all, "held");
  const sign = due === "pay" ? 1n : -1n;
  const outside = mergePostings([posting(bank, sign * amountMinor), posting(fees, sign * feeMinor)]);
  const postings: Readonly<Record<Due, readonly Posting[]>> = {
    pay: [held, ...outside],
    release: [held, posting(wallet, all)],
    return: [...outside, posting(wallet, all)],
  };
  const afterEntry = ({ entryId }: After): Withdrawal => ({
    ...after,
    ...(due === "pay" ? { bookedEntryId: entryId } : { undoneEntryId: entryId }),
  });
  return {
    type: due === "pay" ? "PAYOUT" : "PAYOUT_RETURN",
    postings: postings[due],
    holds: due === "return" ? [] : [{ ...wallet, holdId, change: -all }],
    actorId: mode === "live" ? "bank" : "sandbox",
    reason: `withdrawal ${withdrawalId}`,
    reference: { kind: "withdrawal", id: withdrawalId },
    counterparties: new Map([[wallet.account, after.name]]),
    events: (entry) => [
      ...(mode === "live" ? [ownerEvent(after, due, entry.settled(wallet.account))] : []),
      withdrawalEvent(due === "pay" ? "withdrawal.completed" : "withdrawal.failed", after),
    ],
    extraWrites: (entry) => replaceWrites(before, afterEntry(entry)),
    result: afterEntry,
  };
}

function ownerEvent(
  { userId, amountMinor, feeMinor, currency: asset }: Withdrawal,
  due: Due,
  settled: bigint,
) {
  const amount = (units: bigint) => Assets.format(units, asset);
  if (due === "pay") return Outbox.write(withdrawalBooked, { userId, asset, amount: amount(amountMinor) });
  const returned = { amount: amount(amountMinor + feeMinor), settled: amount(settled) };
  return Outbox.write(withdrawalUndone, { userId, asset, ...returned });
}

/** The time after which an order without an answer is sent again. */
const RESEND_MS = 5 * MINUTE_MS;
/** The pauses between queries to the bank. The last one repeats: SEPA pays within a business day. */
const PAUSES_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/** Returns the attributes that make a withdrawal due for its next action. */
function dueAt(one: Withdrawal): object {
  if (one.mode !== "live") {
    const at = nextAt(one);
    return at === undefined ? {} : testWithdrawalDue.at(one.withdrawalId, at);
  }
  if (isOver(one)) return {};
  const pause = one.state === "requested" ? RESEND_MS : (PAUSES_MS[one.asked] ?? PAUSES_MS.at(-1) ?? HOUR_MS);
  return withdrawalDue.at(one.withdrawalId, toIso(Clock.nowMs() + pause));
}

const itemOf = (one: Withdrawal) => ({ ...one, ...keyOf(one), ...dueAt(one) });

const referenceWrite = (reference: string, { userId, withdrawalId }: Withdrawal): Table.Write => ({
  put: withdrawalReference.item({ reference, userId, withdrawalId }),
});

export const createWrites = (one: Withdrawal): readonly Table.Write[] => [
  { put: itemOf(one), where: Where.absent },
  ...(one.mode === "live" ? [referenceWrite(one.endToEndId, one)] : []),
  ...(isRecorded(one) ? Transactions.openWrites(recordOf(one)) : []),
];

/** Returns the writes of a changed withdrawal. They fail with ConcurrentUpdate if it has changed since it was read. */
export const replaceWrites = (before: Withdrawal, after: Withdrawal): readonly Table.Write[] => [
  {
    put: itemOf({ ...after, updatedAt: LedgerClock.nowIso(), version: before.version + 1n }),
    where: withdrawal.unchanged(before),
    onConditionFailed: () => new Table.ConcurrentUpdate(),
  },
  ...(after.transactionId !== undefined && before.transactionId === undefined
    ? [referenceWrite(after.transactionId, after)]
    : []),
  ...(after.flagged !== undefined && after.flagged !== before.flagged
    ? [Flags.raiseWrite({ kind: "withdrawal", id: after.withdrawalId }, { ...after, why: after.flagged })]
    : []),
  ...(after.flagged !== undefined && before.flagged === undefined ? [flaggedEvent(after)] : []),
  ...(isRecorded(after) ? Transactions.replaceWrites(recordOf(after)) : []),
];

/** Returns the event that notifies the user that the withdrawal is being checked. Only staff members see the reason. */
const flaggedEvent = ({ userId, amountMinor, currency: asset }: Withdrawal): Table.Write =>
  Outbox.write(withdrawalFlagged, { userId, asset, amount: Assets.format(amountMinor, asset) });

const statuses: Readonly<Record<State, TransactionStatus>> = {
  requested: "PENDING",
  ordered: "PENDING",
  booked: "SUCCEEDED",
  rejected: "FAILED",
  returned: "REFUNDED",
};

/** Returns whether a withdrawal has a transaction record: only one of a fiat currency in live mode has. */
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
