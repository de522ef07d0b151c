import * as z from "zod";
import { pointsExpiring, pointsSpent } from "../../../loyalty/cards/events.ts";
import { challengeCompleted } from "../../../loyalty/challenges/events.ts";
import { referralRewarded } from "../../../loyalty/referrals/events.ts";
import * as Letters from "../../../texts/letters/loyalty.ts";
import { loyaltyTemplate, type Templates, userId } from "./template.ts";

/** About loyalty points. Names of programs are their merchants' own words, and are not repeated. */

const points = z.object({ userId, points: z.string() });

export const loyalty: Templates = [
  [referralRewarded.type, loyaltyTemplate(points, Letters.referral)],
  [challengeCompleted.type, loyaltyTemplate(points, Letters.completed)],
  [pointsExpiring.type, loyaltyTemplate(points.extend({ at: z.string() }), Letters.expiring)],
  [pointsSpent.type, loyaltyTemplate(points, Letters.spent)],
];
