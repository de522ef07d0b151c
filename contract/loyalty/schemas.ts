import * as z from "zod";
import { cardStatuses, causes, lineTypes, tiers } from "../../core/loyalty/cards/schema.ts";
import { challengeKinds, challengeStatuses } from "../../core/loyalty/challenges/schema.ts";
import { programCategories, programStatuses } from "../../core/loyalty/programs/schema.ts";
import { referralStatuses, refusals } from "../../core/loyalty/referrals/schema.ts";
import { timestamp } from "../common.ts";

/** What loyalty's routes show, on the web and on mobile alike. */

const points = z.int().meta({ examples: [120] });

export const program = z
  .object({
    id: z.string().meta({ examples: ["lop_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    name: z.string(),
    merchant: z.string().meta({ description: "The merchant's name" }),
    merchantId: z.string(),
    rate: z
      .number()
      .meta({ description: "Percent of a payment that comes back as saveback", examples: [2.5] }),
    pointsPerEuro: z.number().meta({ examples: [1] }),
    category: z.enum(programCategories),
    logoUrl: z.string().meta({ description: "A path of this host", examples: ["/assets/loyalty-food.svg"] }),
    status: z.enum(programStatuses),
  })
  .meta({ id: "LoyaltyProgram" });

export const tier = z.enum(tiers);

const standingFields = {
  points: points.meta({ description: "What there is now" }),
  tier: z.enum(tiers),
};

export const enrolledProgram = program
  .extend({ ...standingFields, joinedAt: timestamp })
  .meta({ id: "EnrolledLoyaltyProgram" });

export const card = z
  .object({
    id: z.string().meta({ description: "The program's" }),
    programId: z.string(),
    programName: z.string(),
    merchant: z.string(),
    logoUrl: z.string(),
    number: z.string().meta({ examples: ["9605422669489318"] }),
    status: z.enum(cardStatuses),
    ...standingFields,
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

export const standing = z
  .object({
    tier: z.enum(tiers),
    points,
    pointsEarned12Months: points.meta({ description: "What the tier is of" }),
    pointsOwed: points.meta({ description: "Taken back when they had been spent" }),
    nextTier: z.enum(tiers).nullable(),
    pointsToNextTier: points.meta({ description: "0 in the highest tier" }),
    expiring: z.object({
      points: points.meta({ description: "What expires within 30 days" }),
      at: timestamp.nullable().meta({ description: "When the first of it does" }),
    }),
  })
  .meta({ id: "LoyaltyStanding" });

export const line = z
  .object({
    id: z.string(),
    programId: z.string().nullable().meta({ description: "null of what the platform itself gave" }),
    type: z.enum(lineTypes),
    points: z.int().meta({ description: "What the balance changed by", examples: [-40] }),
    owed: z.int().meta({
      description: "What is owed changed by: taken back when it had been spent, or paid by what was earned",
    }),
    balance: points.meta({ description: "Of the program, after it" }),
    cause: z.object({
      kind: z.enum(causes),
      id: z
        .string()
        .nullable()
        .meta({ description: "The payment's, the challenge's, …; null of a referral" }),
      name: z
        .string()
        .nullable()
        .meta({ description: "The merchant's or the challenge's, or what the till noted" }),
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
  amount: amount.meta({ description: "0 where the payment went back" }),
  currency: z.string(),
  status: z.enum(["available", "pending", "canceled"]),
  createdAt: timestamp,
});

const challengeFields = {
  id: z.string().meta({ examples: ["chl_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  programId: z.string().nullable().meta({ description: "null of the platform's own" }),
  name: z.string(),
  description: z.string(),
  type: z.enum(challengeKinds).meta({
    description: "What is counted: `payments`, the `amount` that is paid, or different `merchants`",
  }),
  target: z.number().meta({ description: "Of an amount in whole units", examples: [5] }),
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
    progress: z
      .number()
      .meta({ description: "In the same units as `target`, and never more", examples: [2] }),
    completed: z.boolean(),
    completedAt: timestamp.nullable(),
  })
  .meta({ id: "LoyaltyChallengeProgress" });

export const referral = z.object({
  status: z.enum(referralStatuses),
  refusal: z.enum(refusals).nullable().meta({
    description: "Both accounts were used at one address or device, or it was one too many of a year",
  }),
  points: points.meta({ description: "What it has brought" }),
  referredAt: timestamp,
  rewardedAt: timestamp.nullable(),
});
