import * as z from "zod";
import { cardStatuses, causes, lineTypes, tiers } from "../../core/loyalty/cards/schema.ts";
import { challengeKinds, challengeStatuses } from "../../core/loyalty/challenges/schema.ts";
import { programCategories, programStatuses } from "../../core/loyalty/programs/schema.ts";
import { referralStatuses, refusals } from "../../core/loyalty/referrals/schema.ts";
import { timestamp } from "../common.ts";
import * as limits from "../limits.ts";

/** Settings shared by the families for owners of programs. */
export const shared = {
  family: "web",
  auth: "session",
  roles: ["PROFESSIONNEL"],
  limit: limits.loyalty,
  grants: { table: "write" },
} as const;

const points = z.int().meta({ examples: [120] });

export const program = z
  .object({
    id: z.string().meta({ examples: ["lop_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    name: z.string(),
    merchant: z.string().describe("The merchant's name"),
    merchantId: z.string(),
    rate: z.number().meta({ description: "Percentage of a payment returned as saveback", examples: [2.5] }),
    pointsPerEuro: z.number().meta({ examples: [1] }),
    category: z.enum(programCategories),
    logoUrl: z.string().meta({ description: "A path of this host", examples: ["/assets/loyalty-food.svg"] }),
    status: z.enum(programStatuses),
  })
  .meta({ id: "LoyaltyProgram" });

export const tier = z.enum(tiers);

const statusFields = { points: points.describe("The current points"), tier };

export const enrolledProgram = program
  .extend({ ...statusFields, joinedAt: timestamp })
  .meta({ id: "EnrolledLoyaltyProgram" });

export const card = z
  .object({
    id: z.string().describe("The program's id"),
    programId: z.string(),
    programName: z.string(),
    merchant: z.string(),
    logoUrl: z.string(),
    number: z.string().meta({ examples: ["9605422669489318"] }),
    status: z.enum(cardStatuses),
    ...statusFields,
    joinedAt: timestamp,
  })
  .meta({ id: "LoyaltyCard" });

export const cardWithBarcode = card
  .extend({
    barcode: z
      .string()
      .meta({ description: "`data:image/png`", examples: ["data:image/png;base64,iVBORw0KGgo="] }),
  })
  .meta({ id: "LoyaltyCardWithBarcode" });

export const loyaltyStatus = z
  .object({
    tier,
    points,
    pointsEarned12Months: points.describe("Decides the tier"),
    pointsOwed: points.describe("Taken back after they were spent"),
    nextTier: tier.nullable(),
    pointsToNextTier: points.describe("0 in the highest tier"),
    expiring: z.object({
      points: points.describe("Points that expire within 30 days"),
      at: timestamp.nullable().describe("When the first of them expire"),
    }),
  })
  .meta({ id: "LoyaltyStanding" });

export const line = z
  .object({
    id: z.string(),
    programId: z.string().nullable().describe("Null for points of the platform"),
    type: z.enum(lineTypes),
    points: z.int().meta({ description: "Change of the balance", examples: [-40] }),
    owed: z.int().describe("Change of the points owed: reversed after they were spent, or repaid"),
    balance: points.describe("The program's balance after it"),
    cause: z.object({
      kind: z.enum(causes),
      id: z.string().nullable().describe("The payment's, challenge's or other id; null for a referral"),
      name: z
        .string()
        .nullable()
        .describe("The merchant's or challenge's name, or the note of the redemption"),
    }),
    createdAt: timestamp,
  })
  .meta({ id: "LoyaltyLine" });

const amount = z.number().meta({ examples: [12.5] });

export const cashback = z.object({
  programId: z.string(),
  programName: z.string().nullable(),
  merchant: z.string().nullable(),
  logoUrl: z.string().nullable(),
  currency: z.string(),
  available: amount,
  pending: amount,
});

export const reward = z.object({
  paymentId: z.string(),
  programId: z.string(),
  amount: amount.describe("0 if the payment was refunded"),
  currency: z.string(),
  status: z.enum(["available", "pending", "canceled"]),
  createdAt: timestamp,
});

const challengeFields = {
  id: z.string().meta({ examples: ["chl_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  programId: z.string().nullable().describe("Null for challenges of the platform"),
  name: z.string(),
  description: z.string(),
  type: z
    .enum(challengeKinds)
    .describe("The counted quantity: `payments`, the `amount` paid, or different `merchants`"),
  target: z.number().meta({ description: "An amount in whole units", examples: [5] }),
  points,
  startsAt: timestamp,
  endsAt: timestamp,
};

export const challenge = z
  .object({ ...challengeFields, status: z.enum(challengeStatuses), createdAt: timestamp })
  .meta({ id: "LoyaltyChallenge" });

export const takenChallenge = z
  .object({
    ...challengeFields,
    progress: z.number().meta({ description: "In the units of `target`, and never more", examples: [2] }),
    completed: z.boolean(),
    completedAt: timestamp.nullable(),
  })
  .meta({ id: "LoyaltyChallengeProgress" });

export const referral = z.object({
  status: z.enum(referralStatuses),
  refusal: z
    .enum(refusals)
    .nullable()
    .describe("Both accounts share an address or device, or the referrer's yearly maximum was reached"),
  points: points.describe("Points earned by it"),
  referredAt: timestamp,
  rewardedAt: timestamp.nullable(),
});
