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
import { applyNews, type BankNews, isOver } from "./state.ts";
import { nextAt, nextNews } from "./test-outcomes.ts";

/**
 * Orders to the bank, and questions about them. The bank identifies an order by its end-to-end id: if it is sent again
 * after a lost answer, the bank pays once. In a sandbox the destination decides the outcome, by the sandbox's clock.
 */

/** Returns the bank's path for orders to bank accounts, or to addresses, to which it sends as our custodian. */
const pathOf = ({ iban }: Withdrawal) => (iban === undefined ? "/chain-transfers" : "/credit-transfers");

/** The bank's answer about a transfer. */
const answered = z.looseObject({
  transactionId: id,
  status: z.enum(["pending", "booked", "rejected", "returned"]),
  reason: z.string().max(500).optional(),
});

function newsOf(answer: unknown): BankNews {
  const { transactionId, status, reason } = answered.parse(answer);
  const state = status === "pending" ? "ordered" : status;
  return { state, transactionId, reason, position: Clock.nowIso() };
}

/** A withdrawal of the live ledger: a bank receives no other. */
type LiveRef = Omit<WithdrawalRef, "mode">;
const refOf = ({ userId, withdrawalId }: LiveRef): WithdrawalRef => ({ mode: "live", userId, withdrawalId });

/**
 * Sends the order of a withdrawal to the bank, unless the bank has it.
 * @returns the state of the withdrawal
 * @throws OutboundFailure if it is unknown whether the bank has it
 */
export async function order(of: LiveRef): Promise<string> {
  const name = refOf(of);
  const one = await read(name);
  if (one.state !== "requested") return one.state;
  const news = await sendOrder(one);
  return (await change(name, (before) => (isOver(before) ? undefined : applyNews(before, news)))).state;
}

/** Returns the body of an order. The amount has at most the decimals of the asset. */
function bodyOf({ endToEndId, amountMinor, currency, name, iban, address, description }: Withdrawal) {
  const about = { endToEndId, amount: { value: Assets.format(amountMinor, currency), currency } };
  if (iban === undefined) return { ...about, network: Assets.get(currency).network, address };
  return {
    ...about,
    creditor: { name: sepaText(name, 70), iban },
    ...(description !== "" && { remittanceInformation: sepaText(description, 140) }),
  };
}

async function sendOrder(one: Withdrawal): Promise<BankNews> {
  try {
    return newsOf(await Bank.order(pathOf(one), one.endToEndId, bodyOf(one)));
  } catch (error) {
    if (!(error instanceof Bank.InstructionRejected)) throw error;
    return { state: "rejected", reason: error.reason, position: Clock.nowIso() };
  }
}

/** The time without an answer after which a staff member must look. */
const SILENT_MS = 3 * DAY_MS;
const SILENT = "the bank has said nothing for 3 days";

/** Asks the bank about withdrawals without a timely event. @returns the number of due ones */
export const askDue = (): Promise<number> =>
  Due.sweep(withdrawalDue, (item) => ask(withdrawal.parse(item)), Due.PROVIDER_PACE);

async function ask(found: Withdrawal): Promise<void> {
  const name = refOf(found);
  const one = await read(name);
  if (isOver(one)) return;
  const answer = one.state === "requested" ? undefined : await Bank.query(`${pathOf(one)}/${one.endToEndId}`);
  // The order was never sent, or the bank has lost it.
  const news = answer === undefined ? await sendOrder(one) : newsOf(answer);
  await change(name, (before) => {
    if (isOver(before)) return undefined;
    const after = applyNews(before, news) ?? before;
    const isSilent = !isOver(after) && Clock.nowMs() - Date.parse(after.createdAt) >= SILENT_MS;
    return { ...after, asked: after.asked + 1, flagged: after.flagged ?? (isSilent ? SILENT : undefined) };
  });
}

/** Settles all due withdrawals of sandboxes. @returns the number of settled ones */
export const settleDue = (): Promise<number> =>
  Sandbox.sweep(testWithdrawalDue, (item) => testWithdrawal.parse(item).mode, settle);

/** The open withdrawals of an owner's sandbox, and the work that settles one. */
export const settlements = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = testWithdrawal.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: testWithdrawal.prefix })).filter(Due.isOpen);
  },
  work: settle,
} as const;

/** @returns whether this run settled it */
async function settle(found: Table.Item): Promise<boolean> {
  let isDone = false;
  await change(testWithdrawal.parse(found), (before) => {
    const at = nextAt(before);
    isDone = at !== undefined && at <= LedgerClock.nowIso();
    return isDone ? applyNews(before, nextNews(before, LedgerClock.nowIso())) : undefined;
  });
  return isDone;
}
