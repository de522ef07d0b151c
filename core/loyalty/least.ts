import { envInt } from "../kernel/env.ts";

/**
 * From which worth on a payment counts: without one, ten payments of a cent complete what was meant for ten
 * customers. Minor units of whichever currency it is in.
 */

/** For challenges. */
export const leastForChallenges = (): bigint => BigInt(envInt("LOYALTY_LEAST_PAYMENT_MINOR", 100));

/** For the reward of whoever brought its payer. */
export const leastForReferrals = (): bigint => BigInt(envInt("REFERRAL_LEAST_PAYMENT_MINOR", 1000));
