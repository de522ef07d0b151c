import * as z from "zod";
import type { BankEvent, BankHandler } from "../../inbound/bank.ts";
import { positionOf } from "../../inbound/bank.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Table from "../../platform/table/index.ts";
import { id, read as readEvent, type TransferEvent } from "../event-data.ts";
import { withdrawalReference } from "./entity.ts";
import { change, read } from "./record.ts";
import type { WithdrawalRef } from "./schema.ts";
import { heard, type Word } from "./state.ts";

/** Which of the bank's events are about withdrawals: of its transfers those that were ordered here. */

const states = ["pending", "booked", "rejected"] as const satisfies readonly TransferEvent["state"][];

/** The handlers of the bank's events, where a transfer may be a withdrawal, before it is anybody else's. */
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
  /** Of a return (pacs.004): the end-to-end id of what comes back. */
  originalEndToEndId: id.optional().catch(undefined),
});

/**
 * Does what an event says, where it is about a withdrawal.
 * @returns what it came to; undefined where it is about another transfer
 * @throws ZodError when it does not have the fields of a transfer
 */
export async function follow(event: BankEvent, state: TransferEvent["state"]): Promise<string | undefined> {
  const said = readEvent(event.data, state, Assets.find);
  const found = (await byBanksId(said)) ?? (await byReturn(event, said)) ?? (await byOrder(event, said));
  if (!found) return undefined;
  const { money, transactionId, reason } = said;
  const problem = state === "booked" ? problemOf(said, found) : undefined;
  const word: Word = {
    state: found.isReturn ? "returned" : state === "pending" ? "ordered" : state,
    // What comes back has an id of its own.
    ...(!found.isReturn && { transactionId }),
    ...(state === "booked" && { money, problem }),
    reason,
    position: positionOf(event),
  };
  const after = await change(found.name, (before) => heard(before, word));
  return `withdrawal ${after.state}${after.flagged === undefined ? "" : `, flagged: ${after.flagged}`}`;
}

/** Why what was booked is not what it seems: no amount that can be read, or money that went the other way. */
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

async function byBanksId({ transactionId }: TransferEvent): Promise<Found | undefined> {
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
