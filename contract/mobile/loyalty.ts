import * as z from "zod";
import { CardLimit, NotEnrolled, OwnProgram } from "../../core/loyalty/cards/errors.ts";
import { KEPT_DAYS, MAX_CARDS, WARNED_DAYS } from "../../core/loyalty/cards/schema.ts";
import { ProgramEnded, ProgramNotFound } from "../../core/loyalty/programs/errors.ts";
import { timestamp } from "../common.ts";
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
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/)
    .optional()
    .meta({ description: "`nextCursor` of the page before" }),
});
const nextCursor = z.string().nullable();
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
