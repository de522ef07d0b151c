import * as z from "zod";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { BeneficiaryNotFound, ProgramNotFound } from "../../core/loyalty/errors.ts";
import { programStatuses } from "../../core/loyalty/programs/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { success } from "../payments/schemas.ts";

/** Payouts of pending saveback: spec 3, sections 2.5, 3, 4.2, 5 and 8. */

const filterId = trimmed(64);
const filters = {
  programId: filterId.optional().describe("Only rewards of this loyalty program"),
  userId: filterId.optional().describe("Only rewards of this beneficiary"),
};

const amount = {
  asset: z.string().meta({ examples: ["EUR"] }),
  amount: z.string().meta({ description: "Decimal string, in whole units", examples: ["12.5"] }),
  amountMinor: z
    .string()
    .regex(/^\d+$/)
    .meta({ description: "The same in minor units, as digits", examples: ["1250"] }),
};
const amounts = z.array(z.object(amount)).describe("One for each asset, by symbol");
const count = z.int().min(0);

const beneficiary = z.object({
  userId: z.string(),
  name: z.string().nullable().describe("The current name; null if the account no longer exists"),
  email: z.string().nullable(),
  rewards: count,
  amounts,
});

const program = z.object({
  programId: z.string(),
  name: z.string().nullable(),
  merchantId: z.string(),
  status: z
    .enum(programStatuses)
    .nullable()
    .describe("`ended` programs earn nothing more; earned rewards are still due"),
  rates: z.array(z.string()).meta({
    description: "The percentages at which these rewards were earned, ascending",
    examples: [["2.5", "5"]],
  }),
  rewards: count,
  beneficiaries: count,
  amounts,
});

const counts = {
  rewards: count,
  beneficiaryCount: count,
  programCount: count,
  totals: amounts,
};

const plan = z
  .object({
    computedAt: timestamp,
    method: z
      .object({
        rewardsRead: count.describe("Pending rewards read, including those that the filters exclude"),
        partitionsRead: count,
        startedAt: timestamp,
        source: z.string(),
        consistency: z.string(),
        rounding: z.string(),
        sums: z.string(),
      })
      .describe("How the plan was computed"),
    filters: z.object({ programId: z.string().nullable(), userId: z.string().nullable() }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe(
        "A hash over all rewards of the plan, in any order. Plans with the same hash pay the same for the same payments",
      ),
    ...counts,
    perAsset: z.array(z.object({ ...amount, rewards: count, beneficiaries: count, programs: count })),
    beneficiaries: z.array(beneficiary).describe("The largest first"),
    perProgram: z.array(program).describe("The largest first"),
    truncated: z
      .boolean()
      .describe("Whether a list is shorter than its count; counts, totals and hash cover everything"),
  })
  .meta({ id: "SavebackPlan" });

const about =
  "Merchants have paid for saveback out of their payments; pending saveback is held separately until it is paid out. The plan is computed from the " +
  "pending rewards at every request, with strongly consistent reads; `beneficiaries`, `perProgram` and `totals` have equal sums. A list has at most " +
  "10,000 rows, fewer if the response would exceed 6 MB: then `truncated` is true. Lists are sorted by minor units, whatever the asset. An unknown " +
  "user or program is a 404, an unknown field a 400.";

const route = defineFamily({
  id: "admin.saveback-payout",
  path: "/api/admin/saveback-payout",
  family: "payments",
  auth: "admin",
  limit: limits.savebackPayout,
  errors: [ProgramNotFound, BeneficiaryNotFound],
  // A plan can be several megabytes.
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const read = route({
  id: "read",
  method: "GET",
  summary: "Retrieve the plan of a payout of pending saveback, and all pending saveback",
  description: `${about} \`pendingTotals\` is everything pending, whatever the filters, from the same read.`,
  request: { query: z.strictObject(filters) },
  response: { description: "The plan", body: success(z.object({ plan, pendingTotals: z.object(counts) })) },
  grants: { table: "read" },
});

export const request = route({
  id: "request",
  method: "POST",
  summary: "Preview or request a payout of pending saveback",
  description:
    `${about} \`preview\` changes nothing and records no \`Idempotency-Key\`; under the key of an \`execute\` it is a 422. \`execute\` records a request ` +
    "with the plan's figures and hash, to be approved by a person outside this API: it pays nothing and changes no reward, even for an empty plan. " +
    "Repeated under its key it is a 409 that names `requestId`; with `Prefer: return=representation` the first response without its lists.",
  idempotent: true,
  proof: { notNeeded: "it pays nothing: a person outside this API approves the payout" },
  request: { body: z.strictObject({ action: z.enum(["preview", "execute"]), ...filters }) },
  responses: {
    200: { description: "`preview`: the plan", body: success(z.object({ plan })) },
    202: {
      description: "`execute`: the payout waits for an approval",
      body: success(
        z.object({
          status: z.literal("pending_human_approval"),
          message: z.string(),
          requestId: z.string().meta({ examples: ["apr_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
          plan,
        }),
      ),
    },
  },
  grants: { table: "write" },
});
