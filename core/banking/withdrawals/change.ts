import * as Assets from "../../kernel/assets/index.ts";
import { recover } from "../../kernel/errors.ts";
import { accountOf, clearingRef, systemRef } from "../../ledger/accounts.ts";
import type { After, Draft } from "../../ledger/draft.ts";
import { PlatformAccountShort } from "../../ledger/errors.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { withdrawalEvent } from "./api-events.ts";
import { keyOf, withdrawal } from "./entity.ts";
import { withdrawalBooked, withdrawalUndone } from "./events.ts";
import { Overtaken, replacing } from "./record.ts";
import type { Withdrawal, WithdrawalRef } from "./schema.ts";
import { type Due, dueOf } from "./state.ts";

/** Changes of a withdrawal, each with the money that is due for it, in one transaction: so exactly once. */

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
