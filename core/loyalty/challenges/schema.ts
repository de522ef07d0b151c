import * as z from "zod";
import { envInt } from "../../kernel/env.ts";

/** What the target counts. Only the platform's own program has several merchants. */
export const challengeKinds = ["payments", "amount", "merchants"] as const;

export const challengeStatuses = ["upcoming", "active", "ended"] as const;
export type ChallengeStatus = (typeof challengeStatuses)[number];

/** The maximum of open challenges of a program: one transaction counts a payment for all of them. */
export const MAX_CHALLENGES = 10;

/**
 * Returns the minimum payment that counts, in minor units of its currency. Without it, ten payments of one cent would
 * complete a challenge of ten purchases.
 */
export const leastForChallenges = (): bigint => BigInt(envInt("LOYALTY_LEAST_PAYMENT_MINOR", 100));

export const challengeItem = z.object({
  challengeId: z.string(),
  /** The program that gives the points. The platform's own counts payments to every merchant. */
  programId: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(challengeKinds),
  /** A number of payments or merchants, or an amount in minor units of any currency. */
  target: z.bigint(),
  points: z.bigint(),
  /** ISO 8601, inclusive; `endsAt` is exclusive. */
  startsAt: z.string(),
  endsAt: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** When its owner ended it early. */
  endedAt: z.string().optional(),
});
export type Challenge = z.output<typeof challengeItem>;

export const challengeName = z.object({ programId: z.string(), challengeId: z.string() });
export type ChallengeName = z.output<typeof challengeName>;

export const progressItem = z.object({
  userId: z.string(),
  challengeId: z.string(),
  programId: z.string(),
  /** Payments whose amount without returned parts is at least the minimum. */
  payments: z.bigint(),
  /** The sum of these payments without returned parts, in minor units. */
  amountMinor: z.bigint(),
  /** The number of these payments by merchant. */
  merchants: z.record(z.string(), z.bigint()),
  /** The points credited for completion; missing while the challenge is not complete. */
  credited: z.object({ points: z.bigint(), day: z.string(), at: z.string() }).optional(),
  /** Incremented by every change. */
  version: z.bigint(),
});
export type Progress = z.output<typeof progressItem>;
