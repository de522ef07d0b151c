import * as z from "zod";
import type { BankEvent, BankHandler } from "../../inbound/bank.ts";
import { positionOf } from "../../inbound/bank.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import { id, parseTransfer, type TransferEvent } from "../event-data.ts";
import { withdrawalReference } from "./entity.ts";
import { change, read } from "./record.ts";
import type { WithdrawalRef } from "./schema.ts";
import { applyNews, type BankNews } from "./state.ts";

/**
 * Handles the bank's events on withdrawals. The payer of a transfer chooses its end-to-end id, so an incoming transfer may
 * contain one of ours: the id names a withdrawal only in a transfer that we ordered. A return names the original transfer.
 */

const states = ["pending", "booked", "rejected"] as const satisfies readonly TransferEvent["state"][];

/** Returns the bank's handlers with a first attempt to handle each transfer as a withdrawal. */
export function withWithdrawals(
  handlers: Readonly<Record<string, BankHandler>>,
): Readonly<Record<string, BankHandler>> {
  const transfers = states.map((state): [string, BankHandler] => {
    const type = `transaction.${state}`;
    const other: BankHandler = handlers[type] ?? (async () => "not handled");
    return [type, async (event) => (await applyToWithdrawal(event, state)) ?? other(event)];
  });
  return { ...handlers, ...Object.fromEntries(transfers) };
}

const ids = z.looseObject({
  endToEndId: id.optional().catch(undefined),
  /** In a return (pacs.004): the end-to-end id of the original transfer. */
  originalEndToEndId: id.optional().catch(undefined),
});

/**
 * Applies an event to its withdrawal.
 * @returns the outcome; undefined if the event is about another transfer
 * @throws ZodError if the event lacks the fields of a transfer; CONTENTION
 */
async function applyToWithdrawal(
  event: BankEvent,
  state: TransferEvent["state"],
): Promise<string | undefined> {
  const transfer = parseTransfer(event.data, state, Assets.find);
  const found = await findWithdrawal(event, transfer);
  if (!found) return undefined;
  const { money, transactionId, reason } = transfer;
  // The transfer of our own order is a debit, so a credit contradicts it.
  const isIncoming = !found.isReturn && money?.direction === "credit";
  const problem = isIncoming ? "the bank reports it as incoming" : transfer.problem;
  const news: BankNews = {
    state: found.isReturn ? "returned" : state === "pending" ? "ordered" : state,
    // A returned transfer has its own id.
    ...(!found.isReturn && { transactionId }),
    ...(state === "booked" && { money, problem }),
    reason,
    position: positionOf(event),
  };
  const after = await change(found.ref, (before) => applyNews(before, news));
  return `withdrawal ${after.state}${after.flagged === undefined ? "" : `, flagged: ${after.flagged}`}`;
}

interface Found {
  readonly ref: WithdrawalRef;
  readonly isReturn: boolean;
}

async function findRef(reference: string | undefined): Promise<WithdrawalRef | undefined> {
  if (reference === undefined) return undefined;
  const found = await Table.find(withdrawalReference, { reference });
  return found && { ...found, mode: "live" };
}

/** Finds the withdrawal of a transfer by the bank's id, by the original of a return, or by the id of our order. */
async function findWithdrawal(
  event: BankEvent,
  { transactionId, money, direction = money?.direction, state }: TransferEvent,
): Promise<Found | undefined> {
  const known = await findRef(transactionId);
  if (known) return { ref: known, isReturn: false };
  const { endToEndId, originalEndToEndId } = ids.parse(event.data);
  const isCredit = state === "booked" && money?.direction === "credit";
  const original = isCredit ? await findRef(originalEndToEndId) : undefined;
  if (original) return { ref: original, isReturn: true };
  const isDebit = direction === "debit" || (state === "rejected" && !money);
  const ordered = isDebit ? await findRef(endToEndId) : undefined;
  const bankId = ordered && (await read(ordered)).transactionId;
  return ordered && (bankId ?? transactionId) === transactionId
    ? { ref: ordered, isReturn: false }
    : undefined;
}
