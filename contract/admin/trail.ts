import * as z from "zod";
import { auditActions } from "../../core/identity/trail/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { next, pagedAfter, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { shared, userId } from "./schemas.ts";

/** The audit trail of administrators and operators. Not in the specification. */

const route = defineFamily({ ...shared, id: "admin.trail", path: "/api/admin/trail" });

const entry = z
  .object({
    id: z.string().meta({ examples: ["ded_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    at: timestamp,
    deed: z.enum(auditActions),
    by: z.string().describe("A user's id, or `operator:` and a name for the command line"),
    to: z.string().nullable().describe("The affected user, if any"),
    reason: z.string(),
    about: z.record(z.string(), z.string()).describe("Ids, amounts, roles: depends on the action"),
    sequence: z.int().nullable().describe("Its position in the author's chain, from 1"),
    previousHash: z
      .string()
      .nullable()
      .describe("The hash of the author's previous action; empty for the first"),
    hash: z.string().nullable().describe("Covers all fields, with the hash of the author's previous action"),
  })
  .meta({ id: "Deed" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List administrative actions, newest first",
  description:
    "Every action is recorded together with its effect. Records are never changed or deleted. The records of an author are a hash chain, which the audit verifies. The position and the hashes are null in records made before hashes were introduced.",
  request: {
    query: z.strictObject({
      ...pagedAfter(pattern("deed")),
      userId: userId.optional().describe("Only actions that affect this user"),
    }),
  },
  response: { description: "A page", body: z.object({ deeds: z.array(entry), next }) },
  grants: { table: "read" },
});
