import { isDeepStrictEqual } from "node:util";
import type { TransferEvent } from "./event-data.ts";
import { type Money, type Transfer, type TransferState, transferStates } from "./schema.ts";

/** A transfer as what its events come to, in whatever order they come. Pure. */

const rank = (state: TransferState): number => transferStates.indexOf(state);

/** Which event's amount counts: that of the booking, else of the rejection, else of the announcement. */
const amountRanks: readonly (TransferState | undefined)[] = [undefined, "pending", "rejected", "booked"];

/** The flag of a transfer that waits to be assigned. */
const NOBODYS = "nobody knows whose it is";

/** The flag of a debit that no wallet can pay any more. What a credit leaves in `suspense`, the ledger flags. */
const ERASEDS = "its owner is erased: suspense has paid it, or nobody has";

const isOfOwner = (flagged: string | undefined): boolean => flagged === NOBODYS || flagged === ERASEDS;

/** The transfer with the user whose it is, where that is known; flagged as long as it is not. */
export const withOwner = (transfer: Transfer, userId: string | undefined): Transfer => {
  const other = isOfOwner(transfer.flagged) ? undefined : transfer.flagged;
  const after = { ...transfer, userId };
  const isUnpaid = transfer.money?.direction === "debit" && !isOfWallet(after);
  const own = userId === undefined ? NOBODYS : isUnpaid ? ERASEDS : undefined;
  return { ...after, flagged: other ?? own };
};

/** The transfer of somebody who is erased, without what nobody is to know any more. */
const erased = (transfer: Transfer): Transfer => ({
  ...transfer,
  erased: true,
  counterparty: undefined,
  description: undefined,
});

/**
 * Whether its user's wallet is what it moves. Of somebody who is erased that is closed: what comes in the ledger brings to
 * `suspense`, once what was owed is paid. What goes out is paid from there: it may be what was sent back.
 */
export function isOfWallet({ userId, erased, booking, money }: Transfer): boolean {
  if (userId === undefined) return false;
  return !erased || (booking ? booking.holder === "user" : money?.direction === "credit");
}

interface About {
  readonly userId: string | undefined;
  readonly isErased: boolean;
  readonly accountId: string | undefined;
}

/**
 * The transfer after an event: the state of the highest rank, and of each other thing what came first.
 * @param about whose it is, where that is known, and whether that is somebody who is erased
 * @returns undefined where the event changes nothing
 */
export function merged(
  before: Transfer | undefined,
  event: TransferEvent,
  about: About,
  nowIso: string,
): Transfer | undefined {
  const state: TransferState = event.money || event.state === "rejected" ? event.state : "refused";
  const flagged = isOfOwner(before?.flagged) ? undefined : before?.flagged;
  const after: Transfer = {
    ...before,
    ...moneyAfter(before, event),
    transactionId: event.transactionId,
    state: before && rank(before.state) >= rank(state) ? before.state : state,
    accountId: before?.accountId ?? about.accountId,
    description: before?.description ?? event.description,
    counterparty: before?.counterparty ?? event.counterparty,
    reason: before?.reason ?? (state === "rejected" ? event.reason : undefined),
    flagged: flagged ?? event.problem ?? contradiction(before, event, about.userId),
    createdAt: before?.createdAt ?? nowIso,
    version: before?.version ?? 0n,
  };
  // What is nobody's already stays so: it is where it would come to.
  const isLate = about.isErased && before?.booking?.holder === "nobody";
  const userId = before?.userId ?? (isLate ? undefined : about.userId);
  const result = withOwner(about.isErased && userId !== undefined ? erased(after) : after, userId);
  return before && same(before, result) ? undefined : result;
}

function moneyAfter(
  before: Transfer | undefined,
  { money, state }: TransferEvent,
): Pick<Transfer, "money" | "moneyOf"> {
  const outranks = amountRanks.indexOf(state) > amountRanks.indexOf(before?.moneyOf);
  return money && outranks ? { money, moneyOf: state } : { money: before?.money, moneyOf: before?.moneyOf };
}

/** Why an event does not fit those before it. What was only announced may still change. */
function contradiction(
  before: Transfer | undefined,
  { state, money }: TransferEvent,
  userId: string | undefined,
): string | undefined {
  if (before?.userId !== undefined && userId !== undefined && before.userId !== userId)
    return "the bank has told of another user";
  const isFirm = before?.moneyOf === "booked" || (before?.moneyOf === "rejected" && state === "booked");
  return isFirm && before?.money && money && !isDeepStrictEqual(before.money, money)
    ? `the bank has told of another amount: ${inWords(before.money)}, ${inWords(money)}`
    : undefined;
}

const inWords = ({ direction, amountMinor, currency }: Money): string =>
  `${direction} of ${amountMinor} minor units of ${currency}`;

const same = (a: Transfer, b: Transfer): boolean => isDeepStrictEqual(defined(a), defined(b));

const defined = (transfer: Transfer) =>
  Object.fromEntries(Object.entries(transfer).filter(([, value]) => value !== undefined));

/** What the ledger has to do so that it says the same as the transfer. */
export type Due = "book" | "assign" | "reverse";

export function dueOf({ state, booking, reversal, userId, erased }: Transfer): Due | undefined {
  if (state === "booked" && !booking) return "book";
  if (state === "booked" && booking?.holder === "nobody" && userId !== undefined && !erased) return "assign";
  if (state === "rejected" && booking && !reversal) return "reverse";
  return undefined;
}
