import * as Flags from "../../flags/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import { recover } from "../../kernel/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../kernel/time.ts";
import { accountOf, clearingRef, systemRef } from "../../ledger/accounts.ts";
import type { After, Draft } from "../../ledger/draft.ts";
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

/** A withdrawal as the table has it: its item, what names it, and its record among its user's transactions. */

/** @throws TypeError where it is gone: nothing ever deletes one */
export async function read(name: WithdrawalRef): Promise<Withdrawal> {
  const found = await Table.get(keyOf(name));
  if (!found) throw new TypeError(`the withdrawal ${name.withdrawalId} is gone`);
  return withdrawal.parse(found);
}

/**
 * Changes a withdrawal, and moves what is due for it.
 * @param next makes it after; undefined where nothing changes. It may be called more than once
 * @returns it after
 * @throws CONTENTION, and as `Policy.post`
 */
export const change = (
  name: WithdrawalRef,
  next: (before: Withdrawal) => Withdrawal | undefined,
): Promise<Withdrawal> =>
  Table.retry(async () => {
    const before = await read(name);
    const wanted = next(before);
    if (!wanted) return before;
    try {
      const after = await write(before, wanted);
      if (after.flagged !== before.flagged)
        log.error("a withdrawal is to be looked at", {
          withdrawalId: after.withdrawalId,
          flagged: after.flagged,
        });
      return after;
    } catch (error) {
      if (error instanceof Overtaken) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
  });

async function write(before: Withdrawal, after: Withdrawal): Promise<Withdrawal> {
  const due = dueOf(after);
  if (due) return move(before, after, due);
  await Table.commit(replacing(before, after));
  return after;
}

const walletOf = (one: Withdrawal): AccountRef => accountOf(one, one.currency);

const posting = (ref: AccountRef, bucket: Posting["bucket"], amount: bigint): Posting => ({
  ...ref,
  bucket,
  amount,
});

/** Books what is due. A fee that the treasury has spent already comes back all the same. */
function move(before: Withdrawal, after: Withdrawal, due: Due): Promise<Withdrawal> {
  const book = (feesOf: "treasury" | "receivable") => {
    const wallet = walletOf(after);
    const holdRef = { ...wallet, holdId: after.holdId };
    return Policy.post<Withdrawal>(
      {
        initiator: wallet.account,
        ...(due === "give back" ? { opens: [wallet] } : { holds: [holdRef] }),
        reads: { current: keyOf(after) },
        payDebtsFirst: due !== "pay",
        suspendAs: { kind: "withdrawal", id: after.withdrawalId },
      },
      ({ items: { current } }) => {
        // A concurrent update has used the hold.
        if (withdrawal.parse(current ?? {}).version !== before.version) throw new Overtaken();
        return draftOf(before, after, due, feesOf);
      },
    );
  };
  return recover(PlatformAccountShort, book("treasury"), () => book("receivable"));
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
  const [bank, fees] = [
    clearingRef(mode, currency),
    systemRef(mode, due === "pay" ? "treasury" : feesOf, currency),
  ];
  const held = posting(wallet, "held", -all);
  const sign = due === "pay" ? 1n : -1n;
  const outside = [
    posting(bank, "available", sign * amountMinor),
    ...(feeMinor > 0n ? [posting(fees, "available", sign * feeMinor)] : []),
  ];
  const postings: Readonly<Record<Due, readonly Posting[]>> = {
    pay: [held, ...outside],
    release: [held, posting(wallet, "available", all)],
    "give back": [...outside, posting(wallet, "available", all)],
  };
  const done = ({ entryId }: After): Withdrawal => ({
    ...after,
    ...(due === "pay" ? { bookedEntryId: entryId } : { undoneEntryId: entryId }),
  });
  return {
    type: due === "pay" ? "PAYOUT" : "PAYOUT_RETURN",
    postings: postings[due],
    holds: due === "give back" ? [] : [{ ...wallet, holdId, change: -all }],
    actorId: mode === "live" ? "bank" : "sandbox",
    reason: `withdrawal ${withdrawalId}`,
    reference: { kind: "withdrawal", id: withdrawalId },
    counterparties: new Map([[wallet.account, after.name]]),
    events: (entry) => [
      ...(mode === "live" ? [told(after, due, entry.settled(wallet.account))] : []),
      withdrawalEvent(due === "pay" ? "withdrawal.completed" : "withdrawal.failed", after),
    ],
    extraWrites: (entry) => replacing(before, done(entry)),
    result: done,
  };
}

function told({ userId, amountMinor, feeMinor, currency: asset }: Withdrawal, due: Due, settled: bigint) {
  const amount = (units: bigint) => Assets.format(units, asset);
  if (due === "pay") return Outbox.write(withdrawalBooked, { userId, asset, amount: amount(amountMinor) });
  const back = { amount: amount(amountMinor + feeMinor), settled: amount(settled) };
  return Outbox.write(withdrawalUndone, { userId, asset, ...back });
}

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
