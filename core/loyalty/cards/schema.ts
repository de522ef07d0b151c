import * as z from "zod";

/** The ledger's asset for points. */
export const POINTS = "POINTS";

/** The platform's own program, for challenges across merchants and referrals. Users do not join it. */
export const PLATFORM = "platform";

/** Spec 3, section 8. */
export const MAX_CARDS = 50;

/** The days for which a card keeps its points after its user left the program. */
export const LEFT_CARD_DAYS = 90;

/** The days between the notice of an expiry and the expiry. */
export const NOTICE_DAYS = 30;

export const cardStatuses = ["active", "left"] as const;

/** Points earned on one day. They expire together. */
const lot = z.object({
  /** UTC: `2026-11-22`. */
  day: z.string(),
  /** Points earned, less points taken back. Determines the tier. */
  earned: z.bigint(),
  /** The remaining points. */
  left: z.bigint(),
});
export type Lot = z.output<typeof lot>;

export const cardItem = z.object({
  userId: z.string(),
  programId: z.string(),
  /** The number in the card's barcode. The platform's own program has none. */
  number: z.string().optional(),
  status: z.enum(cardStatuses),
  /** ISO 8601. */
  joinedAt: z.string(),
  leftAt: z.string().optional(),
  /** If the user left the program: when the points expire at the latest. */
  keptUntil: z.string().optional(),
  /** Oldest first, one a day. */
  lots: z.array(lot).readonly(),
  /** Points that were taken back after they were spent. The next earned points pay them. */
  owed: z.bigint(),
  /** The owner was notified of expiries up to this instant. */
  toldUntil: z.string().optional(),
  updatedAt: z.string(),
  /** Incremented by every change. */
  version: z.bigint(),
});
export type Card = z.output<typeof cardItem>;

export const lineTypes = ["earned", "taken_back", "spent", "expired"] as const;
export type LineType = (typeof lineTypes)[number];

/** Why points changed. */
export const causes = ["payment", "challenge", "referral", "redemption", "expiry"] as const;

const cause = z.object({
  kind: z.enum(causes),
  /** The id of the payment, challenge or other cause; for an expiry, the day on which the points were earned. */
  id: z.string(),
  /** The merchant's or challenge's name, or the till's description. */
  name: z.string().optional(),
});
export type Cause = z.output<typeof cause>;

export const lineItem = z.object({
  lineId: z.string(),
  userId: z.string(),
  programId: z.string(),
  type: z.enum(lineTypes),
  /** The change of the balance; negative if it fell. */
  points: z.bigint(),
  /** The change of the owed points. */
  owed: z.bigint(),
  /** The card's balance after the change. */
  balance: z.bigint(),
  cause,
  /** ISO 8601. */
  at: z.string(),
  /** The ledger entry; missing if the balance did not change. */
  entryId: z.string().optional(),
});
export type Line = z.output<typeof lineItem>;

export const tiers = ["bronze", "silver", "gold", "platinum"] as const;
export type Tier = (typeof tiers)[number];
