import * as z from "zod";
import { line as oneLine } from "../../core/kernel/text/schema.ts";
import {
  CardUnknown,
  InsufficientPoints,
  InvalidRate,
  MerchantInProgram,
  ProgramEnded,
  ProgramNotFound,
} from "../../core/loyalty/errors.ts";
import { pointsPerEuro, programCategories, rate } from "../../core/loyalty/programs/schema.ts";
import { MerchantNotFound } from "../../core/payments/merchants/errors.ts";
import { CONTENDED_SECONDS, changesSomething, nextCursor, pageLimit, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import * as Schemas from "./schemas.ts";

/** Loyalty programs for the professionals whose they are. Not in the specification. */

const route = defineFamily({
  id: "loyalty.programs",
  path: "/api/loyalty/programs",
  family: "web",
  auth: "session",
  roles: ["PROFESSIONNEL"],
  limit: limits.loyalty,
});

const decimal = z.union([z.string(), z.number()]).transform(String);
const terms = {
  name: oneLine
    .min(1)
    .max(100)
    .meta({ examples: ["Le Cercle du Café"] }),
  rate: decimal.pipe(rate).meta({
    description: "Percent of every payment that the payer earns as saveback, which the merchant pays",
    examples: ["2.5"],
  }),
  pointsPerEuro: decimal.pipe(pointsPerEuro).meta({
    description: "What members earn for a whole unit of the currency that they pay",
    examples: ["1"],
  }),
  category: z.enum(programCategories).meta({ description: "Its picture is of it" }),
};
const params = z.object({ id: z.string().min(1).max(64) });

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's program, and those that have ended",
  responses: { 200: { description: "The programs", body: z.object({ programs: z.array(Schemas.program) }) } },
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Enrol the caller's merchant in a loyalty program of its own",
  description:
    "A merchant is in one at a time: where it is in one, that is a 409 (`MERCHANT_IN_PROGRAM`). It is in the catalogue at once; payments from then on earn.",
  idempotent: true,
  request: {
    body: z.strictObject({
      name: terms.name.optional().meta({ description: "The merchant's unless told" }),
      rate: terms.rate,
      pointsPerEuro: terms.pointsPerEuro.default("1"),
      category: terms.category.default("other"),
    }),
  },
  responses: { 201: { description: "The program", body: Schemas.program } },
  errors: [MerchantNotFound, MerchantInProgram, InvalidRate],
  grants: { table: "write" },
});

export const change = route({
  id: "change",
  method: "PATCH",
  path: "/{id}",
  summary: "Change a program, for payments from now on",
  request: {
    params,
    body: z
      .strictObject(terms)
      .partial()
      .refine(...changesSomething(...Object.keys(terms))),
  },
  responses: { 200: { description: "The program as it is now", body: Schemas.program } },
  errors: [ProgramNotFound, ProgramEnded, InvalidRate],
  grants: { table: "write" },
});

export const end = route({
  id: "end",
  method: "POST",
  path: "/{id}/end",
  summary: "End a program",
  description:
    "Payments earn nothing from then on, and nobody joins. Saveback stays due, and points stay on their cards until they expire: the " +
    "till still takes them. Again, it changes nothing. Its merchant may be enrolled in another.",
  request: { params },
  responses: { 200: { description: "The program, ended", body: Schemas.program } },
  errors: [ProgramNotFound],
  grants: { table: "write" },
});

export const members = route({
  id: "members",
  method: "GET",
  path: "/{id}/members",
  summary: "The members of a program",
  description: "By their cards: who they are, a merchant is not told.",
  request: {
    params,
    query: z.strictObject({
      limit: pageLimit,
      cursor: z
        .string()
        .regex(/^\d{16}$/)
        .optional()
        .meta({ description: "`nextCursor` of the page before", examples: ["9605422669489318"] }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({
        members: z.array(
          z.object({ number: z.string(), points: z.int(), tier: Schemas.tier, joinedAt: timestamp }),
        ),
        nextCursor,
      }),
    },
  },
  errors: [ProgramNotFound],
  grants: { table: "read" },
});

const count = z.int().min(0);

export const statistics = route({
  id: "statistics",
  method: "GET",
  path: "/{id}/statistics",
  summary: "What a program has come to",
  request: { params },
  responses: {
    200: {
      description: "The figures",
      body: z.object({
        members: count,
        points: z.object({
          given: z.int().meta({ description: "Less what was taken back" }),
          spent: count,
          expired: count,
          outstanding: count.meta({ description: "On the cards now" }),
        }),
      }),
    },
  },
  errors: [ProgramNotFound],
  grants: { table: "read" },
});

export const redeem = route({
  id: "redeem",
  method: "POST",
  path: "/{id}/redemptions",
  summary: "Take points of a member's card for what the merchant gives",
  description:
    "`number` is what the till has read of the card. All of the points or none are taken, the oldest first; the member is told.",
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      number: z
        .string()
        .regex(/^\d{16}$/)
        .meta({ examples: ["9605422669489318"] }),
      points: z
        .int()
        .min(1)
        .max(1_000_000_000)
        .meta({ examples: [100] }),
      description: oneLine
        .max(100)
        .default("")
        .meta({ examples: ["A coffee"] }),
    }),
  },
  responses: {
    201: {
      description: "Taken",
      body: z.object({
        redemptionId: z.string(),
        programId: z.string(),
        number: z.string(),
        points: z.int(),
        balance: z.int().meta({ description: "What is left on the card" }),
        redeemedAt: timestamp,
      }),
    },
  },
  errors: [ProgramNotFound, CardUnknown, InsufficientPoints],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
