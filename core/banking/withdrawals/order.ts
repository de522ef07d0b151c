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
 * Sends orders to the bank, and queries their state. The bank identifies an order by its end-to-end id, so an order that
 * is sent again after a lost response is paid once. In a sandbox, the destination decides the outcome and the sandbox's
 * clock its time.
 */

/** Returns the bank's path for orders to bank accounts, or to addresses, to which the bank sends as our custodian. */
const pathOf = ({ iban }: Withdrawal) => (iban === undefined ? "/chain-transfers" : "/credit-transfers");

/** The bank's response about a transfer. */
const bankResponse = z.looseObject({
  transactionId: id,
  status: z.enum(["pending", "booked", "rejected", "returned"]),
  reason: z.string().max(500).optional(),
});

function toNews(response: unknown): BankNews {
  const { transactionId, status, reason } = bankResponse.parse(response);
  const state = status === "pending" ? "ordered" : status;
  return { state, transactionId, reason, position: Clock.nowIso() };
}

/**
 * Sends the order of a withdrawal of the live ledger to the bank, unless the bank has it.
 * @returns the state of the withdrawal
 * @throws OutboundFailure if it is unknown whether the bank has the order
 */
export async function submitOrder(live: Omit<WithdrawalRef, "mode">): Promise<string> {
  const ref = { ...live, mode: "live" } as const;
  const one = await read(ref);
  if (one.state !== "requested") return one.state;
  const news = await sendOrder(one);
  return (await change(ref, (before) => (isOver(before) ? undefined : applyNews(before, news)))).state;
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
    return toNews(await Bank.order(pathOf(one), one.endToEndId, bodyOf(one)));
  } catch (error) {
    if (!(error instanceof Bank.InstructionRejected)) throw error;
    return { state: "rejected", reason: error.reason, position: Clock.nowIso() };
  }
}

/** The time without a final answer after which a staff member must check a withdrawal. */
const SILENT_MS = 3 * DAY_MS;
const SILENT = "the bank has not answered for 3 days";

/** Queries the bank about withdrawals without a timely event. @returns the number of processed withdrawals */
export const queryDue = (): Promise<number> =>
  Due.sweep(withdrawalDue, (item) => queryBank(withdrawal.parse(item)), Due.PROVIDER_PACE);

async function queryBank(found: Withdrawal): Promise<void> {
  const one = await read(found);
  if (isOver(one)) return;
  const answer = one.state === "requested" ? undefined : await Bank.query(`${pathOf(one)}/${one.endToEndId}`);
  // The order was never sent, or the bank has lost it.
  const news = answer === undefined ? await sendOrder(one) : toNews(answer);
  await change(one, (before) => {
    if (isOver(before)) return undefined;
    const after = applyNews(before, news) ?? before;
    const isSilent = !isOver(after) && Clock.nowMs() - Date.parse(after.createdAt) >= SILENT_MS;
    return { ...after, asked: after.asked + 1, flagged: after.flagged ?? (isSilent ? SILENT : undefined) };
  });
}

/** Settles the due withdrawals of all sandboxes. @returns the number of settled withdrawals */
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

/** Applies the next outcome of a withdrawal. @returns whether an outcome was due */
async function settle(found: Table.Item): Promise<boolean> {
  let isDone = false;
  await change(testWithdrawal.parse(found), (before) => {
    const at = nextAt(before);
    isDone = at !== undefined && at <= LedgerClock.nowIso();
    return isDone ? applyNews(before, nextNews(before, LedgerClock.nowIso())) : undefined;
  });
  return isDone;
}
