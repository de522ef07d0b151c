import * as z from "zod";
import { LEFT_CARD_DAYS, MAX_CARDS, NOTICE_DAYS } from "../../core/loyalty/cards/schema.ts";
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
import { done, nextCursor, pagedBy, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as Schemas from "../loyalty/schemas.ts";
import { movesNothing } from "../proof.ts";
import { shared } from "./schemas.ts";

/** Loyalty in the mobile app: spec 1, section 4.2, and MOBILE.md, section Loyalty. */

const route = defineFamily({ ...shared, id: "mobile.loyalty", path: "/api/v1/mobile/loyalty" });

const page = z.strictObject(pagedBy(z.string().regex(/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/)));
const programId = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ["lop_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

export const catalog = route({
  id: "catalog",
  method: "GET",
  path: "/catalog",
  summary: "List the loyalty programs that can be joined, newest first",
  description:
    "`rate` is the percentage of a payment returned as saveback. `pointsPerEuro` are the points for a whole unit of the currency paid; they come on " +
    "top of saveback and require an enrolment. `logoUrl` is an SVG that the platform serves.",
  request: { query: page },
  response: {
    description: "A page",
    body: z.object({ programs: z.array(Schemas.program.extend({ enrolled: z.boolean() })), nextCursor }),
  },
});

export const enroll = route({
  id: "enroll",
  method: "POST",
  path: "/enroll/{programId}",
  summary: "Join a loyalty program",
  description: `At most ${MAX_CARDS} programs, none of the caller's own. Joining again returns the existing card. Payments earn points from then on.`,
  idempotent: true,
  proof: movesNothing,
  request: { params: z.object({ programId }) },
  response: { status: 201, description: "The loyalty card", body: Schemas.cardWithBarcode },
  errors: [ProgramNotFound, ProgramEnded, OwnProgram, CardLimit],
  grants: { table: "write" },
});

export const leave = route({
  id: "leave",
  method: "DELETE",
  path: "/enroll/{programId}",
  summary: "Leave a loyalty program",
  description: `Points and card number are restored when the caller joins again within ${LEFT_CARD_DAYS} days; then the points expire.`,
  request: { params: z.object({ programId }) },
  response: { description: "Left", body: done },
  errors: [NotEnrolled],
  grants: { table: "write" },
});

export const programs = route({
  id: "programs",
  method: "GET",
  path: "/programs",
  summary: "List the caller's programs, the latest joined first",
  response: { description: "The programs", body: z.object({ programs: z.array(Schemas.enrolledProgram) }) },
});

export const cards = route({
  id: "cards",
  method: "GET",
  path: "/cards",
  summary: "List the caller's loyalty cards",
  description:
    "`number` has 16 digits, the last one a check digit (Luhn). `barcode` is a PNG of it as Code 128, which the merchant scans to redeem points.",
  response: { description: "The cards", body: z.object({ cards: z.array(Schemas.cardWithBarcode) }) },
});

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "Retrieve the caller's tier and points",
  description:
    "Covers all programs. The tier depends on the points earned in the last 12 months, spent ones included. Points expire after 12 months, oldest " +
    `first; the owner is notified ${NOTICE_DAYS} days before. Points of a refunded payment are reversed; if they were spent, they are \`owed\`, and the ` +
    "next ones repay them first: a balance is never negative.",
  response: { description: "Tier and points", body: Schemas.loyaltyStatus },
});

export const history = route({
  id: "history",
  method: "GET",
  path: "/history",
  summary: "List the changes of the caller's points, newest first",
  request: { query: page },
  response: { description: "A page", body: z.object({ history: z.array(Schemas.line), nextCursor }) },
});

export const cashback = route({
  id: "cashback",
  method: "GET",
  path: "/cashback",
  summary: "Retrieve the saveback that the caller's payments have earned, by program",
  description:
    "In whole units. Saveback of the last 14 days is `pending`, because the payment may be refunded; then it is `available` for the next payout. The " +
    "history has the latest 50.",
  response: {
    description: "The cashback",
    body: z.object({
      programs: z.array(Schemas.cashback),
      history: z.array(Schemas.reward),
      asOf: timestamp,
    }),
  },
});

export const challenges = route({
  id: "challenges",
  method: "GET",
  path: "/challenges",
  summary: "List the caller's running challenges with their progress, the first to end first",
  description:
    "Returns the challenges of the platform and of the caller's programs. Payments to merchants during the challenge count, each once, net of refunds " +
    "and from a minimum worth (`LOYALTY_LEAST_PAYMENT_MINOR`, 1 EUR by default; see `svc://config`). Completing a challenge credits its points once; " +
    "refunds below the target take them back. The platform's challenges credit points once the caller's identity is verified, also for earlier ones.",
  response: {
    description: "The challenges",
    body: z.object({ challenges: z.array(Schemas.takenChallenge) }),
  },
});

const count = z.int().min(0);

export const referral = route({
  id: "referral",
  method: "GET",
  path: "/referral",
  summary: "Retrieve the caller's referral code and its results",
  description:
    `Both users get ${REFERRAL_POINTS} points of the platform once the new account is verified (KYC) and has paid at least 10 EUR ` +
    "(`REFERRAL_LEAST_PAYMENT_MINOR`) to a merchant other than the referrer's. Refunds below that take the points back until another payment " +
    "qualifies. Accounts that share an address or a device count as one person and are not rewarded; a referrer is rewarded at most " +
    `${MAX_REWARDED} times in a calendar year. Give the code at registration (\`referralCode\`) or within ${CLAIM_DAYS} days (POST). The list has the latest 50.`,
  response: {
    description: "The referrals",
    body: z.object({
      code: z.string(),
      link: z.url().describe("The registration page with the code"),
      statistics: z.object({ invited: count, pending: count, rewarded: count, refused: count }),
      rewards: z.object({ points: count, referrals: z.array(Schemas.referral) }),
      referredBy: Schemas.referral.nullable().describe("The caller's own referral"),
    }),
  },
  grants: { table: "write" },
});

export const claimReferral = route({
  id: "claim-referral",
  method: "POST",
  path: "/referral",
  summary: "Give the code of the caller's referrer",
  description: `Once, within ${CLAIM_DAYS} days of registration, unless it was named then. The code must belong to an older account.`,
  idempotent: true,
  proof: movesNothing,
  request: { body: z.strictObject({ code: referralCode }) },
  response: { status: 201, description: "Recorded", body: Schemas.referral },
  errors: [ReferralCodeUnknown, OwnReferralCode, ReferralTooLate, AlreadyReferred],
  grants: { table: "write" },
});
