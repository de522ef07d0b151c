import * as z from "zod";

/**
 * Erasure of a person's data (GDPR, article 17). `states.ts` has the transitions.
 * - `asked`: by an administrator; another one must approve it.
 * - `waiting`: until its day, on which it begins; whoever signs in before has called it off.
 * - `held-up`: its day has come, and something is in its way: looked at again each day.
 * - `running`: nobody gets into the account any more, and step after step is done. `done`: all of them.
 */
export const erasureStatuses = ["asked", "waiting", "held-up", "running", "done"] as const;

export const erasureItem = z.object({
  userId: z.string(),
  status: z.enum(erasureStatuses),
  /** The user, or an administrator. */
  requestedBy: z.string(),
  requestedAt: z.string(),
  /**
   * What waits for a second administrator: who of them asks for it, and until when it can be approved. It stands beside
   * an owner's own wish where the staff has blocked the account.
   */
  approvalId: z.string().optional(),
  askedBy: z.string().optional(),
  expiresAt: z.string().optional(),
  /** The administrator who has approved an owner's own wish: no block holds it up any more. */
  approvedBy: z.string().optional(),
  /** From when on it is carried out (ISO 8601); missing before it is approved. */
  dueAt: z.string().optional(),
  /** The moment to which the table was restored when it got a new day (ISO 8601). */
  renewedFor: z.string().optional(),
  /** Whether it repeats one that a restore has undone: the account was closed whatever was in it. */
  reapplied: z.boolean().optional(),
  /** What is in its way, and since when something is. */
  heldUpBy: z.array(z.string()).optional(),
  heldUpSince: z.string().optional(),
  /**
   * The steps that are done, and where in the table the one at work has come to; by their names, since another release
   * may have them in another order.
   */
  stepsDone: z.array(z.string()).default([]),
  cursor: z.object({ step: z.string().default(""), pk: z.string(), sk: z.string() }).optional(),
  beganAt: z.string().optional(),
  erasedAt: z.string().optional(),
});
export type Erasure = z.output<typeof erasureItem>;

export const heldUpItem = z.object({ userId: z.string(), heldUpSince: z.string() });

/** What must be settled before somebody can be erased. */
export const blockerCodes = [
  "MONEY",
  "DEBT",
  "STAKES",
  "LIQUIDITY",
  "FARMING",
  "WITHDRAWALS",
  "PAYMENTS",
  "DISPUTES",
  "SUBSCRIPTION",
  "SAVEBACK",
  "SALES",
  "STAFF",
] as const;
export type BlockerCode = (typeof blockerCodes)[number];

/**
 * What holds up an erasure whose day has come, beside what its owner must settle:
 * - `BLOCKED`: the staff has blocked the account after its owner asked.
 * - `PROVIDER`: the payment provider refuses to forget somebody. `FAILED`: a step failed otherwise. Both are tried again
 *   with each run.
 */
export const heldUpCodes = [...blockerCodes, "BLOCKED", "PROVIDER", "FAILED"] as const;
export type HeldUpCode = (typeof heldUpCodes)[number];
