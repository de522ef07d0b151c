import { isDeepStrictEqual } from "node:util";
import { type Money, type Transfer, type TransferState, transferStates } from "./schema.ts";
import type { Told } from "./told.ts";

/** A transfer as what its events come to, in whatever order they come. Pure. */

const rank = (state: TransferState): number => transferStates.indexOf(state);

/** Whose word on the amount counts: that of the booking, else of the rejection, else of the announcement. */
const amountRanks: readonly (TransferState | undefined)[] = [undefined, "pending", "rejected", "booked"];

/**
 * The transfer after an event: the state of the highest rank, and of each other thing what was told first.
 * @param userId whose it is, where that is known
 * @returns undefined where the event changes nothing
 */
export function merged(
  before: Transfer | undefined,
  told: Told,
  about: { readonly userId: string | undefined; readonly accountId: string | undefined },
  nowIso: string,
): Transfer | undefined {
  const state: TransferState = told.money || told.state === "rejected" ? told.state : "refused";
  const after: Transfer = {
    ...before,
    ...moneyAfter(before, told),
    transactionId: told.transactionId,
    state: before && rank(before.state) >= rank(state) ? before.state : state,
    userId: before?.userId ?? about.userId,
    accountId: before?.accountId ?? about.accountId,
    description: before?.description ?? told.description,
    counterparty: before?.counterparty ?? told.counterparty,
    reason: before?.reason ?? (state === "rejected" ? told.reason : undefined),
    flagged: before?.flagged ?? told.problem ?? contradiction(before, told, about.userId),
    createdAt: before?.createdAt ?? nowIso,
    version: before?.version ?? 0n,
  };
  return before && same(before, after) ? undefined : after;
}

function moneyAfter(before: Transfer | undefined, told: Told): Pick<Transfer, "money" | "moneyOf"> {
  const outranks = amountRanks.indexOf(told.state) > amountRanks.indexOf(before?.moneyOf);
  return told.money && outranks
    ? { money: told.money, moneyOf: told.state }
    : { money: before?.money, moneyOf: before?.moneyOf };
}

/** Why an event does not fit what was told before. What was only announced may still change. */
function contradiction(
  before: Transfer | undefined,
  { state, money }: Told,
  userId: string | undefined,
): string | undefined {
  if (before?.userId !== undefined && userId !== undefined && before.userId !== userId)
    return "the bank has told of another user";
  const isFirm = before?.moneyOf === "booked" || (before?.moneyOf === "rejected" && state === "booked");
  return isFirm && before?.money && money && !isDeepStrictEqual(before.money, money)
    ? `the bank has told of another amount: ${said(before.money)}, ${said(money)}`
    : undefined;
}

const said = ({ direction, amountMinor, currency }: Money): string =>
  `${direction} of ${amountMinor} minor units of ${currency}`;

const same = (a: Transfer, b: Transfer): boolean => isDeepStrictEqual(defined(a), defined(b));

const defined = (one: Transfer) =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));

/** What the ledger has to do so that it says the same as the transfer. */
export type Due = "book" | "assign" | "reverse";

export function dueOf({ state, booking, reversal, userId }: Transfer): Due | undefined {
  if (state === "booked" && !booking) return "book";
  if (state === "booked" && booking?.holder === "nobody" && userId !== undefined) return "assign";
  if (state === "rejected" && booking && !reversal) return "reverse";
  return undefined;
}
