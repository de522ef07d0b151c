import * as z from "zod";
import type { BankEvent, BankHandler } from "../../inbound/bank.ts";
import { positionOf } from "../../inbound/bank.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import { id, read as readEvent, type TransferEvent } from "../event-data.ts";
import { withdrawalReference } from "./entity.ts";
import { change, read } from "./record.ts";
import type { WithdrawalRef } from "./schema.ts";
import { applyNews, type BankNews } from "./state.ts";

/**
 * The bank's events on transfers that are withdrawals. The payer writes an end-to-end id, so another user's transfer may
 * carry one of ours: it names a withdrawal only in a transfer that we ordered. A returned transfer names the original.
 */

const states = ["pending", "booked", "rejected"] as const satisfies readonly TransferEvent["state"][];

/** Returns the bank's handlers, which first try each transfer as a withdrawal. */
export function withWithdrawals(
  handlers: Readonly<Record<string, BankHandler>>,
): Readonly<Record<string, BankHandler>> {
  const transfers = states.map((state): [string, BankHandler] => {
    const type = `transaction.${state}`;
    const other: BankHandler = handlers[type] ?? (async () => "not handled");
    return [type, async (event) => (await follow(event, state)) ?? other(event)];
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
 * @throws ZodError if it lacks the fields of a transfer
 */
async function follow(event: BankEvent, state: TransferEvent["state"]): Promise<string | undefined> {
  const transfer = readEvent(event.data, state, Assets.find);
  const found =
    (await byBankId(transfer)) ?? (await byReturn(event, transfer)) ?? (await byOrder(event, transfer));
  if (!found) return undefined;
  const { money, transactionId, reason } = transfer;
  const problem = state === "booked" ? problemOf(transfer, found) : undefined;
  const news: BankNews = {
    state: found.isReturn ? "returned" : state === "pending" ? "ordered" : state,
    // A returned transfer has its own id.
    ...(!found.isReturn && { transactionId }),
    ...(state === "booked" && { money, problem }),
    reason,
    position: positionOf(event),
  };
  const after = await change(found.name, (before) => applyNews(before, news));
  return `withdrawal ${after.state}${after.flagged === undefined ? "" : `, flagged: ${after.flagged}`}`;
}

/** Returns why a booked transfer cannot be ours: an unreadable amount, or the opposite direction. */
const problemOf = ({ money, problem }: TransferEvent, { isReturn }: Found): string | undefined =>
  !isReturn && money?.direction === "credit" ? "it says that money came in" : problem;

interface Found {
  readonly name: WithdrawalRef;
  readonly isReturn: boolean;
}

async function named(reference: string | undefined): Promise<WithdrawalRef | undefined> {
  if (reference === undefined) return undefined;
  const found = await Table.find(withdrawalReference, { reference });
  return found && { ...found, mode: "live" };
}

async function byBankId({ transactionId }: TransferEvent): Promise<Found | undefined> {
  const name = await named(transactionId);
  return name && { name, isReturn: false };
}

async function byReturn(event: BankEvent, { state, money }: TransferEvent): Promise<Found | undefined> {
  if (state !== "booked" || money?.direction !== "credit") return undefined;
  const name = await named(ids.parse(event.data).originalEndToEndId);
  return name && { name, isReturn: true };
}

async function byOrder(
  event: BankEvent,
  { transactionId, money, direction = money?.direction, state }: TransferEvent,
): Promise<Found | undefined> {
  const isDebit = direction === "debit" || (state === "rejected" && !money);
  const name = isDebit ? await named(ids.parse(event.data).endToEndId) : undefined;
  if (!name) return undefined;
  const one = await read(name);
  return one.transactionId === undefined || one.transactionId === transactionId
    ? { name, isReturn: false }
    : undefined;
}
