import { assertNever } from "../../kernel/errors.ts";
import { addPoints, dayOf, type Move, takeBack } from "../cards/points.ts";
import type { Challenge, Progress } from "./schema.ts";

/**
 * Progress in a challenge: the payments that count for it, without their returned parts. If a return leaves less than
 * the target, the challenge's points are taken back. Pure.
 */

/** A payment without its returned parts, before and after its latest event; 0 before its first event. */
export interface Part {
  readonly merchantId: string;
  readonly beforeMinor: bigint;
  readonly afterMinor: bigint;
}

export const newProgress = (userId: string, { challengeId, programId }: Challenge): Progress => ({
  userId,
  challengeId,
  programId,
  payments: 0n,
  amountMinor: 0n,
  merchants: {},
  version: 0n,
});

/** Returns the progress in the target's unit: payments, minor units or merchants. */
export function progressOf(
  { kind }: Pick<Challenge, "kind">,
  { payments, amountMinor, merchants }: Progress,
): bigint {
  switch (kind) {
    case "payments":
      return payments;
    case "amount":
      return amountMinor;
    case "merchants":
      return BigInt(Object.keys(merchants).length);
    default:
      return assertNever(kind);
  }
}

/** Returns the progress after a payment's part has changed. */
export function countPart(before: Progress, { merchantId, beforeMinor, afterMinor }: Part): Progress {
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

/**
 * Returns the points that a progress credits or takes back, and the progress with its credit.
 * @param now ISO 8601
 * @param mayEarn whether the user may receive points; points received before stay
 */
export function decideOutcome(
  challenge: Challenge,
  progress: Progress,
  now: string,
  mayEarn: boolean,
): { readonly progress: Progress; readonly moves: readonly Move[] } {
  const { challengeId, programId, name, points, target } = challenge;
  const isComplete = progressOf(challenge, progress) >= target;
  const { credited, ...rest } = progress;
  if (isComplete === (credited !== undefined) || (isComplete && !mayEarn)) return { progress, moves: [] };
  const cause = { kind: "challenge", id: challengeId, name } as const;
  if (credited) {
    const to: Move["to"] = (one) => takeBack(one, credited.day, credited.points);
    return { progress: rest, moves: [{ programId, type: "taken_back", cause, to }] };
  }
  const day = dayOf(now);
  return {
    progress: { ...rest, credited: { points, day, at: now } },
    moves: [{ programId, type: "earned", cause, to: (one) => addPoints(one, day, points) }],
  };
}
