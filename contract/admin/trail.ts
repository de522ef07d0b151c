import * as z from "zod";
import { deeds } from "../../core/identity/trail/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { ofPage, pageLimit, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { next, userId } from "./schemas.ts";

/** What administrators and operators did. Not in the specification. */

const route = defineFamily({
  id: "admin.trail",
  path: "/api/admin/trail",
  family: "admin",
  auth: "admin",
  limit: limits.administration,
});

const deed = z
  .object({
    id: z.string().meta({ examples: ["ded_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    at: timestamp,
    deed: z.enum(deeds),
    by: z.string().meta({ description: "A user's id, or `operator:` and a name for the command line" }),
    to: z.string().nullable().meta({ description: "The user whom it was done to, where there is one" }),
    reason: z.string(),
    about: z.record(z.string(), z.string()).meta({ description: "Ids, amounts, roles: by the deed" }),
  })
  .meta({ id: "Deed" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "Who did what, when, to whom, newest first",
  description:
    "Every line was written together with the deed, so there is no deed without it; none is ever changed or deleted.",
  request: {
    query: z.strictObject({
      limit: pageLimit,
      after: z.string().regex(pattern("deed"), ofPage).optional(),
      userId: userId.optional().meta({ description: "Only what was done to this user" }),
    }),
  },
  responses: {
    200: { description: "A page of them", body: z.object({ deeds: z.array(deed), next }) },
  },
  grants: { table: "read" },
});
