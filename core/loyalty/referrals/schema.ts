import * as z from "zod";

/** Referrals: who brings somebody new, and what both get for it. */

/** What each of the two gets, in the platform's own points. */
export const REFERRAL_POINTS = 500n;

/** How many referrals of somebody are rewarded in a calendar year (UTC). */
export const MAX_REWARDED = 20;

/** How long after registration a code may still be given. */
export const CLAIM_DAYS = 7;

/** Crockford's base 32: nothing that is taken for something else. In any letter case, spaces and dashes aside. */
export const referralCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/))
  .meta({ examples: ["K7M2Q9XD"] });

/** `pending` until the new account is verified and has paid; `refused` for good. */
export const referralStatuses = ["pending", "rewarded", "refused"] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** Why none is rewarded: both accounts were used at one address or device, or it was one too many of a year. */
export const refusals = ["same-client", "limit"] as const;

export const referralItem = z.object({
  /** Who is new. */
  userId: z.string(),
  referrerId: z.string(),
  code: z.string(),
  /** ISO 8601. */
  claimedAt: z.string(),
  status: z.enum(referralStatuses),
  refusal: z.enum(refusals).optional(),
  /** The payment that counts, as long as something of it is left. */
  paymentId: z.string().optional(),
  /** When both were rewarded, of which day their points are, and how many each got. */
  rewarded: z.object({ at: z.string(), day: z.string(), points: z.bigint() }).optional(),
  version: z.bigint(),
});
export type Referral = z.output<typeof referralItem>;
