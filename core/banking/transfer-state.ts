import { isDeepStrictEqual } from "node:util";
import type { TransferEvent } from "./event-data.ts";
import { type Money, type Transfer, type TransferState, transferStates } from "./schema.ts";

/** Computes the state of a transfer after its events, in any order. Pure. */

const rank = (state: TransferState): number => transferStates.indexOf(state);

/** The ranks of amounts by the state of their event: a booking prevails over a rejection, a rejection over an announcement. */
const amountRanks: readonly (TransferState | undefined)[] = [undefined, "pending", "rejected", "booked"];

/** The flag of an unassigned transfer. It is stored and compared, so its text cannot change. */
const UNASSIGNED = "nobody knows whose it is";

/** The flag of a debit of an erased user. The ledger flags the money that a credit leaves in `suspense`. */
const OWNER_ERASED = "its owner is erased: suspense has paid it, or nobody has";

const isOwnerFlag = (flagged: string | undefined): boolean =>
  flagged === UNASSIGNED || flagged === OWNER_ERASED;

/** Returns the transfer with its user. It is flagged while the user is unknown. */
export const withOwner = (transfer: Transfer, userId: string | undefined): Transfer => {
  const other = isOwnerFlag(transfer.flagged) ? undefined : transfer.flagged;
  const after = { ...transfer, userId };
  const isUnpaid = transfer.money?.direction === "debit" && !isOfWallet(after);
  const own = userId === undefined ? UNASSIGNED : isUnpaid ? OWNER_ERASED : undefined;
  return { ...after, flagged: other ?? own };
};

/** Returns the transfer of an erased user without its personal data. */
const withoutPersonalData = (transfer: Transfer): Transfer => ({
  ...transfer,
  erased: true,
  counterparty: undefined,
  description: undefined,
});

/**
 * Returns whether the transfer moves its user's wallet. An erased user's wallet is closed: a credit pays debts, and the
 * ledger posts the rest to `suspense`. `suspense` also pays debits, which may return an earlier credit.
 */
export function isOfWallet({ userId, erased, booking, money }: Transfer): boolean {
  if (userId === undefined) return false;
  return !erased || (booking ? booking.holder === "user" : money?.direction === "credit");
}

interface Subject {
  readonly userId: string | undefined;
  readonly isErased: boolean;
  readonly accountId: string | undefined;
}

/**
 * Returns the transfer after an event: the state of the highest rank, and the first value of every other field.
 * @param subject the user and account, if known
 * @returns undefined if the event changes nothing
 */
export function applyEvent(
  before: Transfer | undefined,
  event: TransferEvent,
  subject: Subject,
  nowIso: string,
): Transfer | undefined {
  const state: TransferState = event.money || event.state === "rejected" ? event.state : "refused";
  const flagged = isOwnerFlag(before?.flagged) ? undefined : before?.flagged;
  const after: Transfer = {
    ...before,
    ...moneyAfter(before, event),
    transactionId: event.transactionId,
    state: before && rank(before.state) >= rank(state) ? before.state : state,
    accountId: before?.accountId ?? subject.accountId,
    description: before?.description ?? event.description,
    counterparty: before?.counterparty ?? event.counterparty,
    reason: before?.reason ?? (state === "rejected" ? event.reason : undefined),
    flagged: flagged ?? event.problem ?? contradiction(before, event, subject.userId),
    createdAt: before?.createdAt ?? nowIso,
    version: before?.version ?? 0n,
  };
  // A transfer that is already in `suspense` stays there.
  const isLate = subject.isErased && before?.booking?.holder === "nobody";
  const userId = before?.userId ?? (isLate ? undefined : subject.userId);
  const result = withOwner(
    subject.isErased && userId !== undefined ? withoutPersonalData(after) : after,
    userId,
  );
  return before && isDeepStrictEqual(withoutUndefined(before), withoutUndefined(result)) ? undefined : result;
}

function moneyAfter(
  before: Transfer | undefined,
  { money, state }: TransferEvent,
): Pick<Transfer, "money" | "moneyOf"> {
  const outranks = amountRanks.indexOf(state) > amountRanks.indexOf(before?.moneyOf);
  return money && outranks ? { money, moneyOf: state } : { money: before?.money, moneyOf: before?.moneyOf };
}

/** Returns how an event contradicts earlier ones. An announcement may still change. */
function contradiction(
  before: Transfer | undefined,
  { state, money }: TransferEvent,
  userId: string | undefined,
): string | undefined {
  if (before?.userId !== undefined && userId !== undefined && before.userId !== userId)
    return "the bank reported another user";
  const isFirm = before?.moneyOf === "booked" || (before?.moneyOf === "rejected" && state === "booked");
  return isFirm && before?.money && money && !isDeepStrictEqual(before.money, money)
    ? `the bank reported another amount: ${formatMoney(before.money)}, ${formatMoney(money)}`
    : undefined;
}

const formatMoney = ({ direction, amountMinor, currency }: Money): string =>
  `${direction} of ${amountMinor} minor units of ${currency}`;

const withoutUndefined = (transfer: Transfer) =>
  Object.fromEntries(Object.entries(transfer).filter(([, value]) => value !== undefined));

/** The missing entry of the ledger. */
export type Due = "book" | "assign" | "reverse";

export function dueOf({ state, booking, reversal, userId, erased }: Transfer): Due | undefined {
  if (state === "booked" && !booking) return "book";
  if (state === "booked" && booking?.holder === "nobody" && userId !== undefined && !erased) return "assign";
  if (state === "rejected" && booking && !reversal) return "reverse";
  return undefined;
}
