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
import * as limits from "../limits.ts";
import * as Schemas from "./schemas.ts";

/** Challenges of loyalty programs, for their owners. Not in the specification. */

const route = defineFamily({
  id: "loyalty.challenges",
  path: "/api/loyalty/programs/{id}/challenges",
  family: "web",
  auth: "session",
  roles: ["PROFESSIONNEL"],
  limit: limits.loyalty,
});

const id = z.string().min(1).max(64).meta({ description: "The program's; `platform` for an administrator" });
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
  summary: "A program's challenges, the newest first",
  request: { params },
  responses: {
    200: { description: "The challenges", body: z.object({ challenges: z.array(Schemas.challenge) }) },
  },
  errors: [ProgramNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Make a challenge",
  description:
    `At most ${MAX_CHALLENGES} run or wait at a time. Payments count from its start on, none before it was made. An administrator makes those of the ` +
    "platform (`platform`), which count payments to every merchant, of everybody; `merchants` is for these alone.",
  idempotent: true,
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
        .meta({ description: "Payments or merchants; of an amount whole units", examples: [5] }),
      points: z
        .int()
        .min(1)
        .max(100_000)
        .meta({ examples: [200] }),
      startsAt: timestamp.optional().meta({ description: "Now unless told" }),
      endsAt: timestamp.meta({ examples: ["2027-01-31T23:00:00.000Z"] }),
    }),
  },
  responses: { 201: { description: "The challenge", body: Schemas.challenge } },
  errors: [ProgramNotFound, ProgramEnded, InvalidChallenge, ChallengeLimit],
  grants: { table: "write" },
});

export const change = route({
  id: "change",
  method: "PATCH",
  path: "/{challengeId}",
  summary: "Change a challenge's words or its end",
  description: "What is counted, the target and the points stay: who takes part has begun for them.",
  request: {
    params: challengeParams,
    body: z
      .strictObject({ ...words, endsAt: timestamp })
      .partial()
      .refine(...changesSomething("name", "description", "endsAt")),
  },
  responses: { 200: { description: "The challenge as it is now", body: Schemas.challenge } },
  errors: [ProgramNotFound, ProgramEnded, ChallengeNotFound, ChallengeOver, InvalidChallenge],
  grants: { table: "write" },
});

export const end = route({
  id: "end",
  method: "POST",
  path: "/{challengeId}/end",
  summary: "End a challenge",
  description: "Payments from then on do not count; what was credited stays. Again, it changes nothing.",
  request: { params: challengeParams },
  responses: { 200: { description: "The challenge, ended", body: Schemas.challenge } },
  errors: [ProgramNotFound, ProgramEnded, ChallengeNotFound],
  grants: { table: "write" },
});
