import { defineTransitions } from "../../kernel/state-machine.ts";
import { type State, states, type Withdrawal } from "./schema.ts";

/** Computes the state of a withdrawal after the bank's news, in any order. Pure. */

/** News of the bank: an event, or the answer to a query. */
export interface BankNews {
  readonly state: Exclude<State, "requested">;
  readonly transactionId?: string | undefined;
  /** The paid or returned amount, if known: base units of its currency. */
  readonly money?: { readonly amountMinor: bigint; readonly currency: string } | undefined;
  /** The reason why the paid amount cannot be read. */
  readonly problem?: string | undefined;
  readonly reason?: string | undefined;
  /** The position among all news of the bank, sortable as text. */
  readonly position: string;
}

/**
 * The events are the bank's news. A booking after a rejection or return changes nothing. A rejection after a booking means
 * that the money was returned.
 */
export const withdrawalStates = defineTransitions(states, {
  request: { none: "requested" },
  ordered: { requested: "ordered" },
  booked: { requested: "booked", ordered: "booked" },
  rejected: { requested: "rejected", ordered: "rejected", booked: "returned" },
  returned: { requested: "returned", ordered: "returned", booked: "returned" },
});

export const isOver = ({ state }: Pick<Withdrawal, "state">): boolean =>
  state === "booked" || isUndone({ state });

export const isUndone = ({ state }: Pick<Withdrawal, "state">): boolean =>
  state === "rejected" || state === "returned";

/**
 * Returns the withdrawal after the news; undefined if nothing changes. A rejection or return always prevails: a booking
 * after it is ignored, and flagged if the bank made it later.
 */
export function applyNews(before: Withdrawal, news: BankNews): Withdrawal | undefined {
  const problem = problemOf(before, news);
  const updated: Withdrawal = {
    ...before,
    transactionId: before.transactionId ?? news.transactionId,
    flagged: problem ?? before.flagged,
  };
  const after = problem === undefined ? applyState(updated, news) : updated;
  const isSame = (["state", "transactionId", "flagged"] as const).every(
    (name) => after[name] === before[name],
  );
  return isSame ? undefined : after;
}

function applyState(one: Withdrawal, { state: event, reason, position }: BankNews): Withdrawal {
  const state = withdrawalStates.next(one.state, event);
  if (state === undefined) return one;
  return isUndone({ state }) ? { ...one, state, reason, endedBy: position } : { ...one, state };
}

/** A part of stored flags, which are compared with it: its text cannot change. */
const OTHER_AMOUNT = "the bank has paid another amount than it was asked to";

/** Returns why a staff member must check the news, which then moves no money. */
function problemOf(before: Withdrawal, { state, money, problem, position }: BankNews): string | undefined {
  const { amountMinor, currency, endedBy } = before;
  const isOther = money && (money.amountMinor !== amountMinor || money.currency !== currency);
  if (state === "booked" && problem !== undefined) return `${OTHER_AMOUNT}: ${problem}`;
  if (state === "booked" && isOther) return OTHER_AMOUNT;
  // The answer to a query confirms the payment without an amount.
  if (state === "booked" && !money && before.flagged?.startsWith(OTHER_AMOUNT)) return before.flagged;
  if (state === "returned" && isOther) return "the returned amount differs from the paid amount";
  const isLater = isUndone(before) && endedBy !== undefined && timeOf(position) > timeOf(endedBy);
  return state === "booked" && isLater
    ? "the bank has paid a withdrawal that it had rejected, and whose money was returned to the user"
    : undefined;
}

const timeOf = (position: string): string => position.split(" ")[0] ?? "";

/** The missing entry of the ledger. */
export type Due = "pay" | "release" | "return";

export function dueOf(one: Withdrawal): Due | undefined {
  if (one.state === "booked" && one.bookedEntryId === undefined) return "pay";
  if (!isUndone(one) || one.undoneEntryId !== undefined) return undefined;
  return one.bookedEntryId === undefined ? "release" : "return";
}
