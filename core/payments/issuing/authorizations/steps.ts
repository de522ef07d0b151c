import type { AuthorizationFacts, TransactionFacts } from "./facts.ts";
import type { Authorization, Held } from "./schema.ts";

/**
 * What is left to do so that an authorization is here what it is at the provider: one step after the other, each
 * decided anew. So events may come in any order, more than once, or not at all. Pure.
 */

export type Step =
  /** Money was taken, or came back. */
  | { readonly kind: "book"; readonly transaction: TransactionFacts }
  /** More is held than the merchant may still take. */
  | { readonly kind: "release"; readonly amountMinor: bigint }
  /** The provider approved what we were not asked about. */
  | { readonly kind: "hold"; readonly amountMinor: bigint }
  /** Only what is shown of it has changed. */
  | { readonly kind: "note" };

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What is held for an authorization here. */
export const leftOf = ({ holds }: Pick<Authorization, "holds">): bigint =>
  sum(holds.map(({ leftMinor }) => leftMinor));

/** What a merchant may still take by what the provider knows. */
function remaining(facts: AuthorizationFacts): bigint {
  if (facts.status !== "pending") return 0n;
  if (facts.heldMinor !== undefined) return facts.heldMinor > 0n ? facts.heldMinor : 0n;
  // Where it does not show what it holds: what it had approved less what was captured, or less than that.
  const approved = sum(facts.decided.flatMap(({ approved, amount }) => (approved ? [amount] : [])));
  const captured = -sum(facts.transactions.map(({ amountMinor }) => least(amountMinor, 0n)));
  const left = least(facts.amountMinor, approved - captured);
  return left > 0n ? left : 0n;
}

/** What we have approved and the provider has not heard yet. */
const inFlight = (
  { answers }: Pick<Authorization, "answers">,
  { decided }: AuthorizationFacts,
  unheardSince: string,
): bigint =>
  sum(
    answers.flatMap(({ ordinal, approved, amountMinor, at }) =>
      approved && ordinal >= decided.length && at >= unheardSince ? [amountMinor] : [],
    ),
  );

/**
 * The next step; undefined where nothing is left to do.
 * @param at.unheardSince ISO 8601: an answer before it that the provider does not know of never reached it
 * @param at.canHold whether the account has anything that could be held
 */
export function nextStep(
  one: Authorization,
  facts: AuthorizationFacts,
  { unheardSince, canHold }: { readonly unheardSince: string; readonly canHold: boolean },
): Step | undefined {
  // What comes to nothing, such as a foreign amount below a cent, has no entry.
  const transaction = facts.transactions.find(
    ({ transactionId, amountMinor }) => amountMinor !== 0n && !one.transactions.includes(transactionId),
  );
  if (transaction) return { kind: "book", transaction };
  const target = remaining(facts) + inFlight(one, facts, unheardSince);
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

/** What an authorization is: as the provider says, once it has decided. */
export const statusOf = (
  one: Pick<Authorization, "status">,
  { status, decided }: Pick<AuthorizationFacts, "status" | "decided">,
): Authorization["status"] => (decided.length === 0 ? one.status : status);

/** Holds after so much was taken of them, the oldest first; and what was taken of each. */
export function drawn(
  holds: readonly Held[],
  amountMinor: bigint,
): { readonly holds: Held[]; readonly taken: readonly { holdId: string; amountMinor: bigint }[] } {
  let wanted = amountMinor;
  const taken: { holdId: string; amountMinor: bigint }[] = [];
  const after = holds.map(({ holdId, leftMinor }) => {
    const part = least(leftMinor, wanted);
    wanted -= part;
    if (part > 0n) taken.push({ holdId, amountMinor: part });
    return { holdId, leftMinor: leftMinor - part };
  });
  return { holds: after, taken };
}

/** What is left of what counts in a day and in a month, once so much of it is free again. */
export function uncounted(
  one: Pick<Authorization, "dayMinor" | "monthMinor">,
  amountMinor: bigint,
): { readonly dayMinor: bigint; readonly monthMinor: bigint } {
  return {
    dayMinor: one.dayMinor - least(one.dayMinor, amountMinor),
    monthMinor: one.monthMinor - least(one.monthMinor, amountMinor),
  };
}
