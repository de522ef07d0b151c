import * as z from "zod";
import { BusinessNameNotAllowed } from "../../core/identity/errors.ts";
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
import { changesSomething, ledgerWrite, nextCursor, pagedBy, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { movesNothing } from "../proof.ts";
import * as Schemas from "./schemas.ts";

/** Loyalty programs, for the professionals who own them. Not in the specification. */

const route = defineFamily({ ...Schemas.shared, id: "loyalty.programs", path: "/api/loyalty/programs" });

const decimal = z.union([z.string(), z.number()]).transform(String);
const terms = {
  name: oneLine
    .min(1)
    .max(100)
    .meta({ examples: ["Le Cercle du Café"] }),
  rate: decimal.pipe(rate).meta({
    description: "Percentage of every payment that the payer earns as saveback, at the merchant's expense",
    examples: ["2.5"],
  }),
  pointsPerEuro: decimal.pipe(pointsPerEuro).meta({
    description: "Points that members earn for a whole unit of the currency paid",
    examples: ["1"],
  }),
  category: z.enum(programCategories).describe("Decides the program's picture"),
};
const params = z.object({ id: z.string().min(1).max(64) });
const cardNumber = z
  .string()
  .regex(/^\d{16}$/)
  .meta({ examples: ["9605422669489318"] });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's program and ended ones",
  response: { description: "The programs", body: z.object({ programs: z.array(Schemas.program) }) },
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Create a loyalty program for the caller's merchant",
  description:
    "A merchant has one program at a time (409 `MERCHANT_IN_PROGRAM`). The program enters the catalogue immediately; payments from then on earn. The " +
    "`name` follows the rule of a merchant's: no web address and no word of the platform or its staff until the business is verified (`BUSINESS_NAME_NOT_ALLOWED`).",
  idempotent: true,
  proof: movesNothing,
  request: {
    body: z.strictObject({
      name: terms.name.optional().describe("Defaults to the merchant's name"),
      rate: terms.rate,
      pointsPerEuro: terms.pointsPerEuro.default("1"),
      category: terms.category.default("other"),
    }),
  },
  response: { status: 201, description: "The program", body: Schemas.program },
  errors: [MerchantNotFound, MerchantInProgram, InvalidRate, BusinessNameNotAllowed],
});

export const change = route({
  id: "change",
  method: "PATCH",
  path: "/{id}",
  summary: "Change a program, for payments from now on",
  description: "A new `name` follows the rule of a new program's.",
  request: {
    params,
    body: z
      .strictObject(terms)
      .partial()
      .refine(...changesSomething(...Object.keys(terms))),
  },
  response: { description: "The changed program", body: Schemas.program },
  errors: [ProgramNotFound, ProgramEnded, InvalidRate, BusinessNameNotAllowed],
});

export const end = route({
  id: "end",
  method: "POST",
  path: "/{id}/end",
  summary: "End a program",
  description:
    "Payments earn nothing from then on, and new members cannot join. Saveback is still due, and points stay until they expire: they can still be redeemed. The " +
    "merchant may create another program. Repeating it changes nothing.",
  request: { params },
  response: { description: "The ended program", body: Schemas.program },
  errors: [ProgramNotFound],
});

export const members = route({
  id: "members",
  method: "GET",
  path: "/{id}/members",
  summary: "List the members of a program",
  description: "By card number; merchants do not learn the members' identities.",
  request: { params, query: z.strictObject(pagedBy(cardNumber)) },
  response: {
    description: "A page",
    body: z.object({
      members: z.array(
        z.object({ number: z.string(), points: z.int(), tier: Schemas.tier, joinedAt: timestamp }),
      ),
      nextCursor,
    }),
  },
  errors: [ProgramNotFound],
  grants: { table: "read" },
});

const count = z.int().min(0);

export const statistics = route({
  id: "statistics",
  method: "GET",
  path: "/{id}/statistics",
  summary: "Retrieve a program's statistics",
  request: { params },
  response: {
    description: "The figures",
    body: z.object({
      members: count,
      points: z.object({
        given: z.int().describe("Net of reversed points"),
        spent: count,
        expired: count,
        outstanding: count.describe("Currently on the cards"),
      }),
    }),
  },
  errors: [ProgramNotFound],
  grants: { table: "read" },
});

export const redeem = route({
  ...ledgerWrite,
  id: "redeem",
  method: "POST",
  path: "/{id}/redemptions",
  summary: "Redeem points of a member's card",
  description:
    "`number` is the scanned number of the card. Takes all of the points or none, oldest first; the member is notified.",
  idempotent: true,
  proof: { notNeeded: "the member shows the card, whose points only this program redeems" },
  request: {
    params,
    body: z.strictObject({
      number: cardNumber,
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
  response: {
    status: 201,
    description: "Redeemed",
    body: z.object({
      redemptionId: z.string(),
      programId: z.string(),
      number: z.string(),
      points: z.int(),
      balance: z.int().describe("Points left on the card"),
      redeemedAt: timestamp,
    }),
  },
  errors: [ProgramNotFound, CardUnknown, InsufficientPoints],
});
