import * as z from "zod";
import { operations } from "../../core/defi/adjustments/schema.ts";
import { FlagHoldsMoney, FlagNotFound, FlagResolved, OwnFlag } from "../../core/flags/errors.ts";
import { flagKinds, resolution } from "../../core/flags/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { heldUpCodes } from "../../core/people/schema.ts";
import { next, pagedAfter, role, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { approvalId, reason, shared, userId } from "./schemas.ts";

/** Requests and problems that wait for an administrator or staff member. Not in the specification. */

const route = defineFamily({
  ...shared,
  id: "admin.queues",
  path: "/api/admin/queues",
  method: "GET",
  grants: { table: "read" },
});

const page = (id: RegExp) => ({ query: z.strictObject(pagedAfter(id)) });
const byApproval = page(pattern("approval"));
const SHORT =
  "A page may be shorter than `limit`, even empty, and still have a `next`, because completed entries are skipped.";
const wholeUnits = z.string().describe("Decimal string, in whole units");

export const roles = route({
  id: "roles",
  path: "/roles",
  summary: "List role changes that wait for a second administrator",
  response: {
    description: "All of them",
    body: z.object({
      requests: z.array(
        z.object({
          approvalId,
          userId,
          role,
          before: role.describe("The user's role at the time of the request"),
          reason: z.string(),
          requestedBy: userId,
          requestedAt: timestamp,
          expiresAt: timestamp,
        }),
      ),
    }),
  },
});

export const adjustments = route({
  id: "adjustments",
  path: "/adjustments",
  summary: "List wallet adjustments that wait for a second staff member",
  description: `Also for EMPLOYE, who may approve them by \`PUT /api/defi/wallets/{walletId}\`. Newest first. ${SHORT}`,
  auth: "session",
  roles: ["EMPLOYE"],
  request: byApproval,
  response: {
    description: "A page",
    body: z.object({
      adjustments: z.array(
        z.object({
          approvalId,
          walletId: z.string(),
          operation: z.enum(operations),
          amount: wholeUnits,
          asset: z.string(),
          reason: z.string(),
          flagId: z.string().nullable().describe("The flag of money in suspense"),
          requestedBy: z.string(),
          requestedAt: timestamp,
          expiresAt: timestamp,
        }),
      ),
      next,
    }),
  },
});

export const payments = route({
  id: "payments",
  path: "/payments",
  summary: "List payments that wait for an approval",
  description: `Decide on them by \`POST /api/payments/validate\`. Newest first. ${SHORT}`,
  request: page(/^pi_\w{1,250}$/),
  response: {
    description: "A page",
    body: z.object({
      payments: z.array(
        z.object({
          id: z.string(),
          userId: z.string(),
          merchantId: z.string().nullable(),
          amount: wholeUnits,
          asset: z.string(),
          status: z.string().meta({ examples: ["awaiting_approval", "pending"] }),
          description: z.string(),
          cardLast4: z.string().nullable(),
          createdAt: timestamp,
          flagged: z.string().nullable(),
          firstApproval: z
            .object({ by: z.string(), at: timestamp, expiresAt: timestamp })
            .nullable()
            .describe("With four eyes: the first approval, and when it expires"),
        }),
      ),
      next,
    }),
  },
});

export const payouts = route({
  id: "payouts",
  path: "/payouts",
  summary: "List requested payouts of saveback",
  description: "Newest first. They wait for an approval outside this API: a request pays nothing.",
  request: byApproval,
  response: {
    description: "A page",
    body: z.object({
      payouts: z.array(
        z.object({
          requestId: approvalId,
          requestedBy: z.string(),
          requestedAt: timestamp,
          status: z.literal("pending_human_approval"),
          programId: z.string().nullable(),
          userId: z.string().nullable(),
          planHash: z.string(),
          rewards: z.int(),
          beneficiaryCount: z.int(),
          programCount: z.int(),
          totals: z.array(z.object({ asset: z.string(), amount: z.string().meta({ examples: ["12.5"] }) })),
        }),
      ),
      next,
    }),
  },
});

export const debts = route({
  id: "debts",
  path: "/debts",
  summary: "List debts of users after reversed payments",
  description: `By user. ${SHORT}`,
  request: page(/^usr_[0-9a-z]{26}:[A-Z]{2,10}$/),
  response: {
    description: "A page",
    body: z.object({
      debts: z.array(z.object({ userId: z.string(), asset: z.string(), amount: z.string() })),
      next,
    }),
  },
});

export const erasures = route({
  id: "erasures",
  path: "/erasures",
  summary: "List due erasures that are blocked",
  description:
    "By user. Each reason says what to do. An erasure leaves the list once nothing blocks it, or a sign-in has canceled it. Reasons that the owner or the " +
    `staff must settle are checked daily, the others every five minutes. ${SHORT}`,
  request: page(pattern("user")),
  response: {
    description: "A page",
    body: z.object({
      erasures: z.array(
        z.object({
          userId,
          requestedBy: userId.describe("The user, or an administrator"),
          requestedAt: timestamp,
          dueAt: timestamp.describe("When it was due"),
          heldUpSince: timestamp,
          begun: z.boolean().describe("Whether the account is closed already, so that it cannot be canceled"),
          reasons: z.array(
            z.object({
              code: z.enum(heldUpCodes),
              message: z.string().describe("The problem, and how to resolve it"),
            }),
          ),
          pendingApproval: z
            .object({ id: approvalId, requestedBy: userId, expiresAt: timestamp })
            .nullable()
            .describe("For a blocked account: the erasure that waits for a second administrator"),
        }),
      ),
      next,
    }),
  },
});

const flag = z
  .object({
    kind: z.enum(flagKinds),
    id: z.string().meta({
      description:
        "The id of the payment, order, dispute, withdrawal or bank transfer; for `suspense`, of the movement that brought the money",
      examples: ["payment_intent:pi_3Nv"],
    }),
    why: z.string(),
    at: timestamp,
    userId: z.string().nullable(),
    asset: z.string().nullable(),
    amount: z
      .string()
      .nullable()
      .describe("For `suspense`: the amount left, a decimal string in whole units; otherwise null"),
    resolution: resolution
      .extend({ at: timestamp })
      .nullable()
      .describe("The administrator who resolved it, and how; null while it is open"),
  })
  .meta({ id: "Flag" });

export const flagged = route({
  id: "flagged",
  path: "/flagged",
  summary:
    "List irregular payments, orders, disputes, bank transfers and withdrawals, and money of erased users",
  description:
    "Resolve them by `POST /api/admin/queues/flagged/resolve`. A bank transfer leaves the list once it is assigned. A page may be shorter than `limit`, " +
    "even empty, and still have a `next`, because other kinds and statuses are skipped.",
  request: {
    query: z.strictObject({
      ...pagedAfter(new RegExp(`^(?:${flagKinds.join("|")}):.{1,256}$`)),
      kind: z.enum(flagKinds).optional(),
      status: z.enum(["open", "resolved", "all"]).default("open"),
    }),
  },
  response: { description: "A page, by kind", body: z.object({ flagged: z.array(flag), next }) },
});

export const resolve = route({
  id: "resolve",
  method: "POST",
  path: "/flagged/resolve",
  summary: "Mark a flag as resolved",
  description:
    "Records the administrator, the time and the `note` with the flag and in the audit trail; it moves no money. Repeating it returns the same; another " +
    "note or administrator is rejected. A new reason opens the flag again. Administrators cannot resolve flags of their own account. A `suspense` flag " +
    "is resolved when its money is gone, not before (`FLAG_HOLDS_MONEY`).",
  proof: "always",
  request: {
    body: z.strictObject({ kind: z.enum(flagKinds), id: z.string().min(1).max(256), note: reason }),
  },
  response: { description: "It is resolved", body: z.object({ flagged: flag }) },
  errors: [FlagNotFound, OwnFlag, FlagHoldsMoney, FlagResolved],
  grants: { table: "write" },
});
