import { defineTransitions } from "../../kernel/state-machine.ts";
import { type State, states, type Withdrawal } from "./schema.ts";

/** A withdrawal as what the bank says of it comes to, in whatever order that comes. Pure. */

/** What the bank says, by an event or as it is asked. */
export interface Word {
  readonly state: Exclude<State, "requested">;
  readonly transactionId?: string | undefined;
  /** How much was paid or came back, where it says so: base units of that currency. */
  readonly money?: { readonly amountMinor: bigint; readonly currency: string } | undefined;
  /** Why nobody can tell how much was paid. */
  readonly problem?: string | undefined;
  readonly reason?: string | undefined;
  /** Where it stands among all that the bank says: it sorts as text. */
  readonly position: string;
}

/**
 * The events are the bank's words, which may arrive in any order. A booking after a rejection or return changes nothing.
 * A rejection after a booking means that the money came back.
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
 * The withdrawal after a word. What does not arrive is given back, whichever word comes first; so a booking
 * that comes behind counts for nothing, but it is flagged where it was made after what it contradicts.
 * @returns undefined where the word changes nothing
 */
export function heard(before: Withdrawal, word: Word): Withdrawal | undefined {
  const problem = problemOf(before, word);
  const known: Withdrawal = {
    ...before,
    transactionId: before.transactionId ?? word.transactionId,
    flagged: problem ?? before.flagged,
  };
  const after = problem === undefined ? moved(known, word) : known;
  const isSame = (["state", "transactionId", "flagged"] as const).every(
    (name) => after[name] === before[name],
  );
  return isSame ? undefined : after;
}

function moved(one: Withdrawal, { state: event, reason, position }: Word): Withdrawal {
  const state = withdrawalStates.next(one.state, event);
  if (state === undefined) return one;
  return isUndone({ state }) ? { ...one, state, reason, endedBy: position } : { ...one, state };
}

const OTHER_AMOUNT = "the bank has paid another amount than it was asked to";

/** Why somebody must look at what the bank says: then it moves nothing. */
function problemOf(before: Withdrawal, { state, money, problem, position }: Word): string | undefined {
  const { amountMinor, currency, endedBy } = before;
  const isOther = money && (money.amountMinor !== amountMinor || money.currency !== currency);
  if (state === "booked" && problem !== undefined) return `${OTHER_AMOUNT}: ${problem}`;
  if (state === "booked" && isOther) return OTHER_AMOUNT;
  // Asked again, the bank says that it has paid, and not how much.
  if (state === "booked" && !money && before.flagged?.startsWith(OTHER_AMOUNT)) return before.flagged;
  if (state === "returned" && isOther) return "another amount came back than was paid";
  const isLater = isUndone(before) && endedBy !== undefined && timeOf(position) > timeOf(endedBy);
  return state === "booked" && isLater
    ? "the bank has paid what it had rejected, and what was given back"
    : undefined;
}

/** When it happened: a position begins with that. */
const timeOf = (position: string): string => position.split(" ")[0] ?? "";

/** What the ledger has to do so that it says the same as the withdrawal. */
export type Due = "pay" | "release" | "give back";

export function dueOf(one: Withdrawal): Due | undefined {
  if (one.state === "booked" && one.bookedEntryId === undefined) return "pay";
  if (!isUndone(one) || one.undoneEntryId !== undefined) return undefined;
  return one.bookedEntryId === undefined ? "release" : "give back";
}
