import * as Money from "../../../kernel/money/index.ts";
import type { AuthorizationFacts, TransactionFacts } from "./facts.ts";
import type { Authorization, Held } from "./schema.ts";

/**
 * The steps that bring an authorization to the provider's state, each decided on the state after the previous one. So
 * events may come in any order, repeatedly or not at all. Pure.
 */

export type Step =
  /** Money was taken or returned. */
  | { readonly kind: "book"; readonly transaction: TransactionFacts }
  /** More is held than the merchant may still capture. */
  | { readonly kind: "release"; readonly amountMinor: bigint }
  /** The provider approved an amount without a request to us. */
  | { readonly kind: "hold"; readonly amountMinor: bigint }
  /** Only the shown fields have changed. */
  | { readonly kind: "note" };

/** Returns the amount that is held for an authorization here. */
export const leftOf = ({ holds }: Pick<Authorization, "holds">): bigint =>
  Money.sum(holds.map(({ leftMinor }) => leftMinor));

const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Returns the amount that the merchant may still capture at the provider. */
function remaining(facts: AuthorizationFacts): bigint {
  if (facts.status !== "pending") return 0n;
  if (facts.heldMinor !== undefined) return atLeastZero(facts.heldMinor);
  // Without the provider's own hold: the approved amount less the captured one, but no more than the authorization.
  const approved = Money.sum(facts.decided.filter((one) => one.approved).map(({ amount }) => amount));
  const captured = -Money.sum(facts.transactions.map(({ amountMinor }) => Money.min(amountMinor, 0n)));
  return atLeastZero(Money.min(facts.amountMinor, approved - captured));
}

/** Returns the approved amount that the provider does not know yet. */
const inFlight = (
  { answers }: Pick<Authorization, "answers">,
  { decided }: AuthorizationFacts,
  noEventSince: string,
): bigint =>
  Money.sum(
    answers
      .filter(({ ordinal, approved, at }) => approved && ordinal >= decided.length && at >= noEventSince)
      .map(({ amountMinor }) => amountMinor),
  );

/**
 * Returns the next step; undefined if the authorization is as at the provider.
 * @param at.noEventSince ISO 8601: an earlier answer that the provider does not know never arrived
 * @param at.canHold whether the account has an amount that could be held
 */
export function nextStep(
  one: Authorization,
  facts: AuthorizationFacts,
  { noEventSince, canHold }: { readonly noEventSince: string; readonly canHold: boolean },
): Step | undefined {
  // A transaction of zero, such as a foreign amount below a cent, has no entry.
  const transaction = facts.transactions.find(
    ({ transactionId, amountMinor }) => amountMinor !== 0n && !one.transactions.includes(transactionId),
  );
  if (transaction) return { kind: "book", transaction };
  const target = remaining(facts) + inFlight(one, facts, noEventSince);
  const left = leftOf(one);
  if (left > target) return { kind: "release", amountMinor: left - target };
  if (canHold && left < target && !one.answers.some(({ approved }) => approved))
    return { kind: "hold", amountMinor: target - left };
  const isSame =
    one.status === statusOf(one, facts) &&
    (facts.pending !== undefined ||
      (one.amountMinor === facts.amountMinor && one.merchantMinor === facts.merchantMinor));
  return isSame ? undefined : { kind: "note" };
}

/** Returns the status of an authorization: the provider's, once it has decided a request. */
export const statusOf = (
  one: Pick<Authorization, "status">,
  { status, decided }: Pick<AuthorizationFacts, "status" | "decided">,
): Authorization["status"] => (decided.length === 0 ? one.status : status);

/** Parts of holds that an entry uses. */
export type Parts = readonly { readonly holdId: string; readonly amountMinor: bigint }[];

/** Takes an amount from holds in their order. Returns the remaining holds, and the parts taken. */
export function takeFromHolds(
  holds: readonly Held[],
  amountMinor: bigint,
): { readonly holds: Held[]; readonly taken: Parts } {
  let wanted = amountMinor;
  const taken: Parts[number][] = [];
  const after = holds.map(({ holdId, leftMinor }) => {
    const part = Money.min(leftMinor, wanted);
    wanted -= part;
    if (part > 0n) taken.push({ holdId, amountMinor: part });
    return { holdId, leftMinor: leftMinor - part };
  });
  return { holds: after, taken };
}

/** Returns the amounts that still count in the day and month after a release. */
export const subtractSpending = (
  { dayMinor, monthMinor }: Pick<Authorization, "dayMinor" | "monthMinor">,
  amountMinor: bigint,
) => ({ dayMinor: atLeastZero(dayMinor - amountMinor), monthMinor: atLeastZero(monthMinor - amountMinor) });
