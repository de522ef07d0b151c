import * as z from "zod";
import { line as oneLine } from "../../core/kernel/text/schema.ts";
import { challengeKinds, MAX_CHALLENGES } from "../../core/loyalty/challenges/schema.ts";
import {
  ChallengeLimit,
  ChallengeNotFound,
  ChallengeOver,
  InvalidChallenge,
  ProgramEnded,
  ProgramNotFound,
} from "../../core/loyalty/errors.ts";
import { changesSomething, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { movesNothing } from "../proof.ts";
import * as Schemas from "./schemas.ts";

/** Challenges of loyalty programs, for their owners. Not in the specification. */

const route = defineFamily({
  ...Schemas.shared,
  id: "loyalty.challenges",
  path: "/api/loyalty/programs/{id}/challenges",
});

const id = z.string().min(1).max(64).describe("The program's id; `platform` for administrators");
const params = z.object({ id });
const challengeParams = z.object({ id, challengeId: z.string().min(1).max(64) });
const words = {
  name: oneLine
    .min(1)
    .max(100)
    .meta({ examples: ["A week of coffee"] }),
  description: z
    .string()
    .trim()
    .max(500)
    .meta({ examples: ["Five payments within a week"] }),
};

export const list = route({
  id: "list",
  method: "GET",
  summary: "List a program's challenges, newest first",
  request: { params },
  response: { description: "The challenges", body: z.object({ challenges: z.array(Schemas.challenge) }) },
  errors: [ProgramNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Create a challenge",
  description:
    `At most ${MAX_CHALLENGES} may run or wait. Payments count from its start on, not before its creation. Administrators create those of the platform ` +
    "(`platform`), which count everyone's payments to every merchant; only these can count `merchants`.",
  idempotent: true,
  proof: movesNothing,
  request: {
    params,
    body: z.strictObject({
      name: words.name,
      description: words.description.default(""),
      type: z.enum(challengeKinds),
      target: z
        .number()
        .positive()
        .max(1_000_000)
        .multipleOf(0.01)
        .meta({ description: "Payments or merchants; whole units of an amount", examples: [5] }),
      points: z
        .int()
        .min(1)
        .max(100_000)
        .meta({ examples: [200] }),
      startsAt: timestamp.optional().describe("Defaults to now"),
      endsAt: timestamp.meta({ examples: ["2027-01-31T23:00:00.000Z"] }),
    }),
  },
  response: { status: 201, description: "The challenge", body: Schemas.challenge },
  errors: [ProgramNotFound, ProgramEnded, InvalidChallenge, ChallengeLimit],
});

export const change = route({
  id: "change",
  method: "PATCH",
  path: "/{challengeId}",
  summary: "Change a challenge's texts or its end",
  description: "Type, target and points cannot change, because participants rely on them.",
  request: {
    params: challengeParams,
    body: z
      .strictObject({ ...words, endsAt: timestamp })
      .partial()
      .refine(...changesSomething("name", "description", "endsAt")),
  },
  response: { description: "The changed challenge", body: Schemas.challenge },
  errors: [ProgramNotFound, ProgramEnded, ChallengeNotFound, ChallengeOver, InvalidChallenge],
});

export const end = route({
  id: "end",
  method: "POST",
  path: "/{challengeId}/end",
  summary: "End a challenge",
  description: "Later payments do not count; credited points stay. Repeating it changes nothing.",
  request: { params: challengeParams },
  response: { description: "The ended challenge", body: Schemas.challenge },
  errors: [ProgramNotFound, ProgramEnded, ChallengeNotFound],
});
