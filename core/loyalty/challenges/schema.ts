import * as z from "zod";

/** Challenges: what members of a program do within a time for points. */

/** So many payments, so much paid, at so many different merchants: the last only where a program has several. */
export const challengeKinds = ["payments", "amount", "merchants"] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

export const challengeStatuses = ["upcoming", "active", "ended"] as const;
export type ChallengeStatus = (typeof challengeStatuses)[number];

/** How many of a program may run at a time: a payment counts for all of them in one transaction. */
export const MAX_CHALLENGES = 10;

export const challengeItem = z.object({
  challengeId: z.string(),
  /** Whose points it gives; the platform's own counts payments to every merchant. */
  programId: z.string(),
  name: z.string(),
  description: z.string(),
  kind: z.enum(challengeKinds),
  /** Payments or merchants; of an amount minor units, of whichever currency. */
  target: z.bigint(),
  points: z.bigint(),
  /** ISO 8601: payments from then on count, and before the other. */
  startsAt: z.string(),
  endsAt: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** When its owner has ended it before its time: payments from then on do not count. */
  endedAt: z.string().optional(),
});
export type Challenge = z.output<typeof challengeItem>;

/** What names a challenge. */
export const challengeName = z.object({ programId: z.string(), challengeId: z.string() });
export type ChallengeName = z.output<typeof challengeName>;

export const progressItem = z.object({
  userId: z.string(),
  challengeId: z.string(),
  programId: z.string(),
  /** Payments of which something is left. */
  payments: z.bigint(),
  /** What is left of them, in minor units. */
  amountMinor: z.bigint(),
  /** How many of them each merchant has. */
  merchants: z.record(z.string(), z.bigint()),
  /** What completing it has given, and on which day; missing while it is not complete. */
  credited: z.object({ points: z.bigint(), day: z.string(), at: z.string() }).optional(),
  /** One more with every change. */
  version: z.bigint(),
});
export type Progress = z.output<typeof progressItem>;
