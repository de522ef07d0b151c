import { defineTransitions } from "../../kernel/state-machine.ts";
import { type State, states, type Withdrawal } from "./schema.ts";

/** The state of a withdrawal after the bank's news, in whatever order it comes. Pure. */

/** The news of the bank, by an event or as the answer to a question. */
export interface BankNews {
  readonly state: Exclude<State, "requested">;
  readonly transactionId?: string | undefined;
  /** The amount that was paid or returned, if stated: base units of its currency. */
  readonly money?: { readonly amountMinor: bigint; readonly currency: string } | undefined;
  /** Why the paid amount is unreadable. */
  readonly problem?: string | undefined;
  readonly reason?: string | undefined;
  /** The position among all news of the bank, sortable as text. */
  readonly position: string;
}

/**
 * The events are the bank's news, which may arrive in any order. A booking after a rejection or return changes nothing.
 * A rejection after a booking means that the money was returned.
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
 * Returns the withdrawal after a piece of news; undefined if it changes nothing. A rejection or return always wins, so
 * a booking after it is ignored, but flagged if the bank made it later.
 */
export function applyNews(before: Withdrawal, news: BankNews): Withdrawal | undefined {
  const problem = problemOf(before, news);
  const known: Withdrawal = {
    ...before,
    transactionId: before.transactionId ?? news.transactionId,
    flagged: problem ?? before.flagged,
  };
  const after = problem === undefined ? moved(known, news) : known;
  const isSame = (["state", "transactionId", "flagged"] as const).every(
    (name) => after[name] === before[name],
  );
  return isSame ? undefined : after;
}

function moved(one: Withdrawal, { state: event, reason, position }: BankNews): Withdrawal {
  const state = withdrawalStates.next(one.state, event);
  if (state === undefined) return one;
  return isUndone({ state }) ? { ...one, state, reason, endedBy: position } : { ...one, state };
}

const OTHER_AMOUNT = "the bank has paid another amount than it was asked to";

/** Returns why a staff member must look at the news, which then moves nothing. */
function problemOf(before: Withdrawal, { state, money, problem, position }: BankNews): string | undefined {
  const { amountMinor, currency, endedBy } = before;
  const isOther = money && (money.amountMinor !== amountMinor || money.currency !== currency);
  if (state === "booked" && problem !== undefined) return `${OTHER_AMOUNT}: ${problem}`;
  if (state === "booked" && isOther) return OTHER_AMOUNT;
  // The answer to a question states the payment, but no amount.
  if (state === "booked" && !money && before.flagged?.startsWith(OTHER_AMOUNT)) return before.flagged;
  if (state === "returned" && isOther) return "another amount came back than was paid";
  const isLater = isUndone(before) && endedBy !== undefined && timeOf(position) > timeOf(endedBy);
  return state === "booked" && isLater
    ? "the bank has paid what it had rejected, and what was given back"
    : undefined;
}

/** Returns the time of a position, which begins with it. */
const timeOf = (position: string): string => position.split(" ")[0] ?? "";

/** The entry that the ledger still lacks. */
export type Due = "pay" | "release" | "give back";

export function dueOf(one: Withdrawal): Due | undefined {
  if (one.state === "booked" && one.bookedEntryId === undefined) return "pay";
  if (!isUndone(one) || one.undoneEntryId !== undefined) return undefined;
  return one.bookedEntryId === undefined ? "release" : "give back";
}
