import * as z from "zod";
import * as Sandbox from "../../identity/sandboxes/index.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as LedgerClock from "../../kernel/clock/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Bank from "../../platform/bank.ts";
import * as Due from "../../platform/due/index.ts";
import * as Table from "../../platform/table/index.ts";
import { id } from "../event-data.ts";
import { testWithdrawal, testWithdrawalDue, withdrawal, withdrawalDue } from "./entity.ts";
import { change, read } from "./record.ts";
import type { Withdrawal, WithdrawalRef } from "./schema.ts";
import { sepaText } from "./sepa.ts";
import { heard, isOver, type Word } from "./state.ts";
import { nextAt, nextWord } from "./test-outcomes.ts";

/**
 * Orders to the bank, and questions what became of them. The bank knows an order by its end-to-end id: handed
 * over again, as after a lost answer, it pays once.
 */

/** Where the bank takes orders to accounts of banks, and to addresses, which it sends to as our custodian. */
const pathOf = ({ iban }: Withdrawal) => (iban === undefined ? "/chain-transfers" : "/credit-transfers");

/** What the bank answers of a transfer. */
const answered = z.looseObject({
  transactionId: id,
  status: z.enum(["pending", "booked", "rejected", "returned"]),
  reason: z.string().max(500).optional(),
});

function wordOf(answer: unknown): Word {
  const { transactionId, status, reason } = answered.parse(answer);
  const state = status === "pending" ? "ordered" : status;
  return { state, transactionId, reason, position: Clock.nowIso() };
}

/** A withdrawal that a bank may hear of: one of the live ledger. */
export type LiveRef = Omit<WithdrawalRef, "mode">;
const refOf = ({ userId, withdrawalId }: LiveRef): WithdrawalRef => ({ mode: "live", userId, withdrawalId });

/**
 * Hands the order of a withdrawal to the bank, unless it has it.
 * @returns what became of it
 * @throws OutboundFailure where nobody knows whether the bank has it
 */
export async function order(of: LiveRef): Promise<string> {
  const name = refOf(of);
  const one = await read(name);
  if (one.state !== "requested") return one.state;
  const word = await handOver(one);
  return (await change(name, (before) => (isOver(before) ? undefined : heard(before, word)))).state;
}

/** An order as the bank reads it. The amount has as many decimals as the asset at most. */
function bodyOf({ endToEndId, amountMinor, currency, name, iban, address, description }: Withdrawal) {
  const about = { endToEndId, amount: { value: Assets.format(amountMinor, currency), currency } };
  if (iban === undefined) return { ...about, network: Assets.get(currency).network, address };
  return {
    ...about,
    creditor: { name: sepaText(name, 70), iban },
    ...(description !== "" && { remittanceInformation: sepaText(description, 140) }),
  };
}

async function handOver(one: Withdrawal): Promise<Word> {
  try {
    return wordOf(await Bank.order(pathOf(one), one.endToEndId, bodyOf(one)));
  } catch (error) {
    if (!(error instanceof Bank.OrderRefused)) throw error;
    return { state: "rejected", reason: error.reason, position: Clock.nowIso() };
  }
}

/** After so long without a word somebody looks. */
const SILENT_MS = 3 * DAY_MS;
const SILENT = "the bank has said nothing for 3 days";

/** Asks the bank about the withdrawals of which nothing was heard in time. @returns how many were due */
export const askDue = (): Promise<number> =>
  Due.sweep(
    withdrawalDue,
    async (item) => {
      await ask(withdrawal.parse(item));
      return true;
    },
    { batch: 25, concurrency: 5 },
  );

async function ask(found: Withdrawal): Promise<void> {
  const name = refOf(found);
  const one = await read(name);
  if (isOver(one)) return;
  const answer = one.state === "requested" ? undefined : await Bank.ask(`${pathOf(one)}/${one.endToEndId}`);
  // It was never handed over, or the bank has lost it.
  const word = answer === undefined ? await handOver(one) : wordOf(answer);
  await change(name, (before) => {
    if (isOver(before)) return undefined;
    const after = heard(before, word) ?? before;
    const isSilent = !isOver(after) && Clock.nowMs() - Date.parse(after.createdAt) >= SILENT_MS;
    return { ...after, asked: after.asked + 1, flagged: after.flagged ?? (isSilent ? SILENT : undefined) };
  });
}

/** Does what is due of all of them. @returns for how many */
export const settleDue = (): Promise<number> =>
  Sandbox.sweep(testWithdrawalDue, (item) => testWithdrawal.parse(item).mode, settle);

/** What is still to become of an owner's. */
export const settlements = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = testWithdrawal.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: testWithdrawal.prefix })).filter(Due.isOpen);
  },
  work: settle,
} as const;

/** @returns whether something became of it now: not by another run before */
async function settle(found: Table.Item): Promise<boolean> {
  let isDone = false;
  await change(testWithdrawal.parse(found), (before) => {
    const at = nextAt(before);
    isDone = at !== undefined && at <= LedgerClock.nowIso();
    return isDone ? heard(before, nextWord(before, LedgerClock.nowIso())) : undefined;
  });
  return isDone;
}
