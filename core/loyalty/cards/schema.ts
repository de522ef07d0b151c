import * as z from "zod";

/** A user in a loyalty program: the card, and the points on it. Points are whole. */

/** The ledger's asset. */
export const POINTS = "POINTS";

/** The program of what the platform itself gives: challenges across merchants, referrals. Nobody joins it. */
export const PLATFORM = "platform";

/** Spec 3, section 8. */
export const MAX_CARDS = 50;

/** How long what was earned is kept once its program was left. */
export const KEPT_DAYS = 90;

/** How long before points expire their owner is told. */
export const WARNED_DAYS = 30;

export const cardStatuses = ["active", "left"] as const;

/** Points that were earned on one day, which expire together. */
const lot = z.object({
  /** UTC: `2026-11-22`. */
  day: z.string(),
  /** What was earned on it, less what was taken back: what tiers count. */
  earned: z.bigint(),
  /** What of that is still there. */
  left: z.bigint(),
});
export type Lot = z.output<typeof lot>;

export const cardItem = z.object({
  userId: z.string(),
  programId: z.string(),
  /** What a till reads; the platform's own has none. */
  number: z.string().optional(),
  status: z.enum(cardStatuses),
  /** ISO 8601. */
  joinedAt: z.string(),
  leftAt: z.string().optional(),
  /** Of a program that was left: when its points expire at the latest. */
  keptUntil: z.string().optional(),
  /** Oldest first, one a day. */
  lots: z.array(lot).readonly(),
  /** Points that were taken back when they had been spent: the next ones pay them. */
  owed: z.bigint(),
  /** Up to which instant its owner was told of points that expire. */
  toldUntil: z.string().optional(),
  updatedAt: z.string(),
  /** One more with every change. */
  version: z.bigint(),
});
export type Card = z.output<typeof cardItem>;

export const lineTypes = ["earned", "taken_back", "spent", "expired"] as const;
export type LineType = (typeof lineTypes)[number];

/** What points come of: a payment, a completed challenge, a referral, a merchant's till, time. */
export const causes = ["payment", "challenge", "referral", "redemption", "expiry"] as const;

const cause = z.object({
  kind: z.enum(causes),
  /** The payment's, the challenge's, …; the day on which what expired was earned. */
  id: z.string(),
  /** The merchant's or challenge's name, or what a till has noted. */
  name: z.string().optional(),
});
export type Cause = z.output<typeof cause>;

export const lineItem = z.object({
  lineId: z.string(),
  userId: z.string(),
  programId: z.string(),
  type: z.enum(lineTypes),
  /** What the balance changed by: below zero where it fell. */
  points: z.bigint(),
  /** What is owed changed by: earned points pay it first, taken back ones that were spent add to it. */
  owed: z.bigint(),
  /** The card's balance after it. */
  balance: z.bigint(),
  cause,
  /** ISO 8601. */
  at: z.string(),
  /** The ledger's entry; none where the balance did not change. */
  entryId: z.string().optional(),
});
export type Line = z.output<typeof lineItem>;

export const tiers = ["bronze", "silver", "gold", "platinum"] as const;
export type Tier = (typeof tiers)[number];
