import * as z from "zod";
import { BeneficiaryNotFound, ProgramNotFound } from "../../core/loyalty/errors.ts";
import { programStatuses } from "../../core/loyalty/programs/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { success } from "../payments/schemas.ts";

/** The payout of pending saveback: spec 3, sections 2.5, 3, 4.2, 5 and 8. */

const filterId = z.string().trim().min(1).max(64);
const filters = {
  programId: filterId.optional().meta({ description: "Only rewards of this loyalty program" }),
  userId: filterId.optional().meta({ description: "Only rewards of this beneficiary" }),
};

const amount = {
  asset: z.string().meta({ examples: ["EUR"] }),
  amount: z.string().meta({ description: "Decimal string, in whole units", examples: ["12.5"] }),
  amountMinor: z
    .string()
    .regex(/^\d+$/)
    .meta({ description: "The same in minor units, as digits: exact however large", examples: ["1250"] }),
};
const amounts = z.array(z.object(amount)).meta({ description: "One for each asset, by its symbol" });
const count = z.int().min(0);

const beneficiary = z.object({
  userId: z.string(),
  name: z.string().nullable().meta({ description: "As it is now; null where the account is gone" }),
  email: z.string().nullable(),
  rewards: count,
  amounts,
});

const program = z.object({
  programId: z.string(),
  name: z.string().nullable(),
  merchantId: z.string(),
  status: z.enum(programStatuses).nullable().meta({
    description: "`ended` programs earn nothing more; what was earned in them is still due",
  }),
  rates: z.array(z.string()).meta({
    description: "Percent: those that these rewards were earned at, ascending",
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
        rewardsRead: count.meta({
          description: "Pending rewards looked at, those that the filters left out included",
        }),
        partitionsRead: count,
        startedAt: timestamp,
        source: z.string(),
        consistency: z.string(),
        rounding: z.string(),
        sums: z.string(),
      })
      .meta({ description: "How the plan was computed" }),
    filters: z.object({ programId: z.string().nullable(), userId: z.string().nullable() }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description:
          "A hash over every reward of the plan, in whatever order. Two plans of one hash pay the same for the same payments",
      }),
    ...counts,
    perAsset: z.array(z.object({ ...amount, rewards: count, beneficiaries: count, programs: count })),
    beneficiaries: z.array(beneficiary).meta({ description: "The largest first" }),
    perProgram: z.array(program).meta({ description: "The largest first" }),
    truncated: z.boolean().meta({
      description: "Whether a list is shorter than its count; counts, totals and hash are of all",
    }),
  })
  .meta({ id: "SavebackPlan" });

const about =
  "Saveback is the merchants': each has paid for its payers' rewards out of its payments, and what is pending lies apart until it is " +
  "paid out. The plan is computed from the pending rewards at every request, by strongly consistent reads; the sums of `beneficiaries`, of " +
  "`perProgram` and `totals` are the same. A list shows 10,000 rows at most, and fewer where names are so long that the answer would " +
  "pass 6 MB: then `truncated` is true. Its order adds the minor units of all assets up as if they were alike; nothing is converted. " +
  "An id that is nobody's and no program's is a 404, so that a mistyped one is not taken for one without rewards; a misspelt field is a 400.";

const route = defineFamily({
  id: "admin.saveback-payout",
  path: "/api/admin/saveback-payout",
  family: "payments",
  auth: "admin",
  limit: limits.savebackPayout,
  errors: [ProgramNotFound, BeneficiaryNotFound],
  // Some megabytes to read and to write.
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const read = route({
  id: "read",
  method: "GET",
  summary: "What a payout of pending saveback would pay, and what is pending in all",
  description: `${about} \`pendingTotals\` is everything that is pending, whatever the filters, of the same reading. Nothing is changed.`,
  request: { query: z.strictObject(filters) },
  responses: {
    200: {
      description: "The plan",
      body: success(z.object({ plan, pendingTotals: z.object(counts) })),
    },
  },
  grants: { table: "read" },
});

export const request = route({
  id: "request",
  method: "POST",
  summary: "Preview a payout of pending saveback, or ask for it",
  description:
    `${about} \`preview\` changes nothing and keeps no \`Idempotency-Key\`, so it can be repeated under one; under a key that an ` +
    "`execute` has used it is another request, which is a 422 as everywhere. `execute` keeps a request for a payout, with " +
    "the plan's figures and hash, for a person to approve outside this API: it pays nothing and changes no reward. Asked for again " +
    "under its key, it is a 409 that names `requestId`; with `Prefer: return=representation` the first answer comes without its lists. " +
    "A plan without rewards can be asked for too.",
  idempotent: true,
  request: { body: z.strictObject({ action: z.enum(["preview", "execute"]), ...filters }) },
  responses: {
    200: { description: "`preview`: the plan", body: success(z.object({ plan })) },
    202: {
      description: "`execute`: the payout waits for a person's approval",
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
