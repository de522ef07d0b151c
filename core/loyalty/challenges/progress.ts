import type { Move } from "../cards/moves.ts";
import { give, takeBack } from "../cards/points.ts";
import type { Challenge, Progress } from "./schema.ts";

/**
 * Progress in a challenge: what is left of the payments that count for it. A payment that goes back takes its
 * part with it; what completing has given goes back too where the target is missed then. Pure.
 */

/** What is left of a payment, before and after what was told of it last; 0 before it was told at all. */
export interface Part {
  readonly merchantId: string;
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
}

export const begun = (userId: string, { challengeId, programId }: Challenge): Progress => ({
  userId,
  challengeId,
  programId,
  payments: 0n,
  amountMinor: 0n,
  merchants: {},
  version: 0n,
});

/** How far that is: in payments, minor units or merchants. */
export function reached(
  { kind }: Pick<Challenge, "kind">,
  { payments, amountMinor, merchants }: Progress,
): bigint {
  if (kind === "payments") return payments;
  return kind === "amount" ? amountMinor : BigInt(Object.keys(merchants).length);
}

/** The progress after a payment's part in it has changed. */
export function counted(before: Progress, { merchantId, beforeMinor, afterMinor }: Part): Progress {
  const more = BigInt(afterMinor > 0n ? 1 : 0) - BigInt(beforeMinor > 0n ? 1 : 0);
  const { [merchantId]: known = 0n, ...others } = before.merchants;
  const left = known + more;
  return {
    ...before,
    payments: before.payments + more,
    amountMinor: before.amountMinor + afterMinor - beforeMinor,
    merchants: left > 0n ? { ...others, [merchantId]: left } : others,
  };
}

/** What follows from a progress: the points that it credits now, or takes back. */
export interface Outcome {
  readonly progress: Progress;
  readonly moves: readonly Move[];
}

/**
 * @param now ISO 8601
 * @param mayEarn whether its user may be given the challenge's points: what was given before stays
 */
export function outcomeOf(challenge: Challenge, progress: Progress, now: string, mayEarn: boolean): Outcome {
  const { challengeId, programId, name, points, target } = challenge;
  const isComplete = reached(challenge, progress) >= target;
  const { credited, ...rest } = progress;
  if (isComplete === (credited !== undefined) || (isComplete && !mayEarn)) return { progress, moves: [] };
  const cause = { kind: "challenge", id: challengeId, name } as const;
  if (credited) {
    const to: Move["to"] = (one) => takeBack(one, credited.day, credited.points);
    return { progress: rest, moves: [{ programId, type: "taken_back", cause, to }] };
  }
  const day = now.slice(0, 10);
  return {
    progress: { ...rest, credited: { points, day, at: now } },
    moves: [{ programId, type: "earned", cause, to: (one) => give(one, day, points) }],
  };
}
