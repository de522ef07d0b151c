import * as z from "zod";
import { envInt } from "../../kernel/env.ts";

/** The points that referrer and new user each receive, in the platform's own program. */
export const REFERRAL_POINTS = 500n;

/** The maximum of rewarded referrals of one referrer in a calendar year (UTC). */
export const MAX_REWARDED = 20;

/** The days after registration in which a user may enter a code. */
export const CLAIM_DAYS = 7;

/** Returns the minimum payment to a merchant that counts for a referral, in minor units of its currency. */
export const leastForReferrals = (): bigint => BigInt(envInt("REFERRAL_LEAST_PAYMENT_MINOR", 1000));

/** Crockford's base 32, which has no ambiguous characters. Ignores case, spaces and dashes. */
export const referralCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))
  .meta({ examples: ["K7M2Q9XD"] });

/** `pending` until the new user is verified and has paid a merchant; `refused` is final. */
export const referralStatuses = ["pending", "rewarded", "refused"] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** Why a referral is not rewarded: both accounts share an IP address or device, or the referrer's yearly limit. */
export const refusals = ["same-client", "limit"] as const;

export const referralItem = z.object({
  /** The new user. */
  userId: z.string(),
  referrerId: z.string(),
  code: z.string(),
  /** ISO 8601. */
  claimedAt: z.string(),
  status: z.enum(referralStatuses),
  refusal: z.enum(refusals).optional(),
  /** The payment that counts; removed when a return leaves less than the minimum. */
  paymentId: z.string().optional(),
  /** When both users were rewarded, the day of their points, and the points of each user. */
  rewarded: z.object({ at: z.string(), day: z.string(), points: z.bigint() }).optional(),
  version: z.bigint(),
});
export type Referral = z.output<typeof referralItem>;
