import type { BankHandler } from "../../inbound/bank.ts";
import type { TransferEvent } from "../transfer-event.ts";
import { follow } from "./follow.ts";

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
