import * as z from "zod";
import { KEPT_DAYS, MAX_CARDS, WARNED_DAYS } from "../../core/loyalty/cards/schema.ts";
import {
  AlreadyReferred,
  CardLimit,
  NotEnrolled,
  OwnProgram,
  OwnReferralCode,
  ProgramEnded,
  ProgramNotFound,
  ReferralCodeUnknown,
  ReferralTooLate,
} from "../../core/loyalty/errors.ts";
import {
  CLAIM_DAYS,
  MAX_REWARDED,
  REFERRAL_POINTS,
  referralCode,
} from "../../core/loyalty/referrals/schema.ts";
import { nextCursor, pageLimit, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import * as Schemas from "../loyalty/schemas.ts";
import { done } from "./schemas.ts";

/** Loyalty in the mobile app: spec 1, section 4.2, and MOBILE.md, section Loyalty. */

const route = defineFamily({
  id: "mobile.loyalty",
  path: "/api/v1/mobile/loyalty",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const page = z.strictObject({
  limit: pageLimit,
  cursor: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/)
    .optional()
    .meta({ description: "`nextCursor` of the page before" }),
});
const programId = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ["lop_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const catalog = route({
  id: "catalog",
  method: "GET",
  path: "/catalog",
  summary: "The loyalty programs that can be joined, newest first",
  description:
    "`rate` is percent of a payment that comes back as saveback, `pointsPerEuro` what a whole euro gives in points, or a whole unit of " +
    "whichever currency is paid: points come on top of saveback, and take an enrolment. `logoUrl` is an SVG that the platform serves.",
  request: { query: page },
  responses: {
    200: {
      description: "A page",
      body: z.object({ programs: z.array(Schemas.program.extend({ enrolled: z.boolean() })), nextCursor }),
    },
  },
  grants: { table: "read" },
});

export const enroll = route({
  id: "enroll",
  method: "POST",
  path: "/enroll/{programId}",
  summary: "Join a loyalty program",
  description:
    `At most ${MAX_CARDS} programs. Who is in the program already gets the card that there is. Points are earned by payments from then on. ` +
    "Nobody joins a program of their own.",
  idempotent: true,
  request: { params: z.object({ programId }) },
  responses: { 201: { description: "The loyalty card", body: Schemas.cardWithBarcode } },
  errors: [ProgramNotFound, ProgramEnded, OwnProgram, CardLimit],
  grants: { table: "write" },
});

export const leave = route({
  id: "leave",
  method: "DELETE",
  path: "/enroll/{programId}",
  summary: "Leave a loyalty program",
  description: `What was earned is kept for ${KEPT_DAYS} days: who joins again finds it, with the same number. Then it expires.`,
  request: { params: z.object({ programId }) },
  responses: { 200: { description: "Left", body: done } },
  errors: [NotEnrolled],
  grants: { table: "write" },
});

export const programs = route({
  id: "programs",
  method: "GET",
  path: "/programs",
  summary: "The programs that the caller is in, the latest joined first",
  responses: {
    200: { description: "The programs", body: z.object({ programs: z.array(Schemas.enrolledProgram) }) },
  },
  grants: { table: "read" },
});

export const cards = route({
  id: "cards",
  method: "GET",
  path: "/cards",
  summary: "The caller's loyalty cards",
  description:
    "`number` has 16 digits, the last of them a check digit (Luhn); `barcode` is a PNG of it as Code 128, which the merchant's till reads " +
    "when points are spent.",
  responses: {
    200: { description: "The cards", body: z.object({ cards: z.array(Schemas.cardWithBarcode) }) },
  },
  grants: { table: "read" },
});

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "The caller's tier and points",
  description:
    "Over all programs. A tier is by the points that were earned within 12 months, spent ones too. Points expire when 12 months are over, the " +
    `oldest first; their owner is told ${WARNED_DAYS} days before. Points of a payment that goes back are taken back; where they had been spent, ` +
    "they are `owed`, and the next ones pay that first: a balance is never below zero.",
  responses: { 200: { description: "How the caller stands", body: Schemas.standing } },
  grants: { table: "read" },
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/history",
  summary: "What happened to the caller's points, newest first",
  request: { query: page },
  responses: {
    200: { description: "A page", body: z.object({ history: z.array(Schemas.line), nextCursor }) },
  },
  grants: { table: "read" },
});

export const cashback = route({
  id: "cashback",
  method: "GET",
  path: "/cashback",
  summary: "The saveback that the caller's payments have earned, by program",
  description:
    "In whole units. Of payments of the last 14 days, which may still be given back, it is `pending`; then it is `available`, for the next " +
    "payout. The history has the latest 50.",
  responses: {
    200: {
      description: "The cashback",
      body: z.object({
        programs: z.array(Schemas.cashback),
        history: z.array(Schemas.reward),
        asOf: timestamp,
      }),
    },
  },
  grants: { table: "read" },
});

export const challenges = route({
  id: "challenges",
  method: "GET",
  path: "/challenges",
  summary: "The challenges that run for the caller, those that end first before, with the progress",
  description:
    "Those of the platform, for everybody, and of the programs that the caller is in. Progress is what is left of real payments at merchants " +
    "that were made while the challenge ran; each counts once, and one below a least worth does not (`LOYALTY_LEAST_PAYMENT_MINOR`, 1 EUR unless set; " +
    "`svc://config` has it). Completing it credits its points once; they are taken back where refunds leave less than the target. The platform's own " +
    "challenges credit them once the caller's identity is verified, also what was completed before.",
  responses: {
    200: { description: "The challenges", body: z.object({ challenges: z.array(Schemas.takenChallenge) }) },
  },
  grants: { table: "read" },
});

const count = z.int().min(0);

export const referral = route({
  id: "referral",
  method: "GET",
  path: "/referral",
  summary: "The caller's referral code, and what it has brought",
  description:
    `Both get ${REFERRAL_POINTS} points of the platform once the new account is verified (KYC) and has paid a merchant, not the referrer's own, ` +
    "10 EUR at least (`REFERRAL_LEAST_PAYMENT_MINOR`); they are taken back where refunds leave less of that payment, until another takes its place. Accounts that were used at one address or on one device " +
    `count as one person's and are not rewarded, and of one referrer ${MAX_REWARDED} at most in a calendar year. The code is given at ` +
    `registration (\`referralCode\`), or within ${CLAIM_DAYS} days after it (POST). The list has the latest 50.`,
  responses: {
    200: {
      description: "The referrals",
      body: z.object({
        code: z.string(),
        link: z.url().meta({ description: "Where somebody new registers with the code" }),
        statistics: z.object({ invited: count, pending: count, rewarded: count, refused: count }),
        rewards: z.object({ points: count, referrals: z.array(Schemas.referral) }),
        referredBy: Schemas.referral.nullable().meta({ description: "The caller's own referral" }),
      }),
    },
  },
  grants: { table: "write" },
});

export const claimReferral = route({
  id: "claim-referral",
  method: "POST",
  path: "/referral",
  summary: "Say by whose code the caller came",
  description: `Once, within ${CLAIM_DAYS} days of registration, where it was not given with that; by the code of an account that is older.`,
  idempotent: true,
  request: { body: z.strictObject({ code: referralCode }) },
  responses: { 201: { description: "Noted", body: Schemas.referral } },
  errors: [ReferralCodeUnknown, OwnReferralCode, ReferralTooLate, AlreadyReferred],
  grants: { table: "write" },
});
