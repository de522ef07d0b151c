import * as z from "zod";
import { operations } from "../../core/defi/adjustments/schema.ts";
import { FlagHoldsMoney, FlagNotFound, FlagResolved, OwnFlag } from "../../core/flags/errors.ts";
import { flagKinds, resolution } from "../../core/flags/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { heldUpCodes } from "../../core/people/schema.ts";
import { ofPage, pageLimit, role, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { approvalId, next, reason, userId } from "./schemas.ts";

/** What waits for a person: of administrators, and what the staff approves. Not in the specification. */

const route = defineFamily({
  id: "admin.queues",
  path: "/api/admin/queues",
  family: "admin",
  auth: "admin",
  limit: limits.administration,
  grants: { table: "read" },
});

const page = (after: z.ZodType<string>) => ({
  query: z.strictObject({ limit: pageLimit, after: after.optional() }),
});
const byApproval = page(z.string().regex(pattern("approval"), ofPage));
const short =
  "Newest first. A page may be shorter than `limit`, even empty, and still have a `next`: what is over by now is left out.";

export const roles = route({
  id: "roles",
  method: "GET",
  path: "/roles",
  summary: "Changes of roles that wait for a second administrator",
  responses: {
    200: {
      description: "All of them",
      body: z.object({
        requests: z.array(
          z.object({
            approvalId,
            userId,
            role,
            before: role.meta({ description: "The role that the user had then" }),
            reason: z.string(),
            requestedBy: userId,
            requestedAt: timestamp,
            expiresAt: timestamp,
          }),
        ),
      }),
    },
  },
});

export const adjustments = route({
  id: "adjustments",
  method: "GET",
  path: "/adjustments",
  summary: "Adjustments of wallets that wait for a second member of staff",
  description: `For EMPLOYE too, who may approve them by \`PUT /api/defi/wallets/{walletId}\`. ${short}`,
  auth: "session",
  roles: ["EMPLOYE"],
  request: byApproval,
  responses: {
    200: {
      description: "A page of them",
      body: z.object({
        adjustments: z.array(
          z.object({
            approvalId,
            walletId: z.string(),
            operation: z.enum(operations),
            amount: z.string().meta({ description: "Decimal string, in whole units" }),
            asset: z.string(),
            reason: z.string(),
            flagId: z.string().nullable().meta({ description: "Of what is taken from suspense" }),
            requestedBy: z.string(),
            requestedAt: timestamp,
            expiresAt: timestamp,
          }),
        ),
        next,
      }),
    },
  },
});

export const payments = route({
  id: "payments",
  method: "GET",
  path: "/payments",
  summary: "Payments that wait for an approval",
  description: `To be decided by \`POST /api/payments/validate\`. ${short}`,
  request: page(z.string().regex(/^pi_\w{1,250}$/, ofPage)),
  responses: {
    200: {
      description: "A page of them",
      body: z.object({
        payments: z.array(
          z.object({
            id: z.string(),
            userId: z.string(),
            merchantId: z.string().nullable(),
            amount: z.string().meta({ description: "Decimal string, in whole units" }),
            asset: z.string(),
            status: z.string().meta({ examples: ["awaiting_approval", "pending"] }),
            description: z.string(),
            cardLast4: z.string().nullable(),
            createdAt: timestamp,
            flagged: z.string().nullable(),
            firstApproval: z
              .object({ by: z.string(), at: timestamp, expiresAt: timestamp })
              .nullable()
              .meta({ description: "With four eyes: who has approved it first, and until when that waits" }),
          }),
        ),
        next,
      }),
    },
  },
});

export const payouts = route({
  id: "payouts",
  method: "GET",
  path: "/payouts",
  summary: "Payouts of saveback that were asked for",
  description: "Newest first. They wait for a person outside this API: nothing is paid by a request.",
  request: byApproval,
  responses: {
    200: {
      description: "A page of them",
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
  },
});

export const debts = route({
  id: "debts",
  method: "GET",
  path: "/debts",
  summary: "Who owes what, because it was taken back when it had been spent",
  description:
    "By user. A page may be shorter than `limit`, even empty, and still have a `next`: who has paid by now is left out.",
  request: page(z.string().regex(/^usr_[0-9a-z]{26}:[A-Z]{2,10}$/, ofPage)),
  responses: {
    200: {
      description: "A page of them",
      body: z.object({
        debts: z.array(z.object({ userId: z.string(), asset: z.string(), amount: z.string() })),
        next,
      }),
    },
  },
});

export const erasures = route({
  id: "erasures",
  method: "GET",
  path: "/erasures",
  summary: "Erasures whose day has come and that something holds up",
  description:
    "By user. Each reason says what to do; an erasure leaves the list by itself once nothing holds it up, or a sign-in has called it off. What " +
    "its owner or the staff must settle is looked at each day, the rest every five minutes. A page may be shorter than `limit`, even empty, and " +
    "still have a `next`: what is over by now is left out.",
  request: page(userId),
  responses: {
    200: {
      description: "A page of them",
      body: z.object({
        erasures: z.array(
          z.object({
            userId,
            requestedBy: userId.meta({ description: "The user, or an administrator" }),
            requestedAt: timestamp,
            dueAt: timestamp.meta({ description: "When it was to be carried out" }),
            heldUpSince: timestamp,
            begun: z
              .boolean()
              .meta({ description: "Whether the account is closed already: then nothing calls it off" }),
            reasons: z.array(
              z.object({
                code: z.enum(heldUpCodes),
                message: z.string().meta({ description: "What it is, and what to do" }),
              }),
            ),
            pendingApproval: z
              .object({ id: approvalId, requestedBy: userId, expiresAt: timestamp })
              .nullable()
              .meta({ description: "Of a blocked account: which erasure waits for a second administrator" }),
          }),
        ),
        next,
      }),
    },
  },
});

const flag = z
  .object({
    kind: z.enum(flagKinds),
    id: z.string().meta({
      description:
        "The payment's, order's, dispute's or withdrawal's; of a transfer the bank's; of `suspense` what brought the money",
      examples: ["payment_intent:pi_3Nv"],
    }),
    why: z.string(),
    at: timestamp,
    userId: z.string().nullable(),
    asset: z.string().nullable(),
    amount: z.string().nullable().meta({
      description: "Of `suspense`: how much of it is there still, a decimal string in whole units; else null",
    }),
    resolution: resolution.extend({ at: timestamp }).nullable().meta({
      description: "Which administrator has looked at it, and what came of it; null while it is open",
    }),
  })
  .meta({ id: "Flag" });

export const flagged = route({
  id: "flagged",
  method: "GET",
  path: "/flagged",
  summary:
    "Payments, orders, disputes, bank transfers and withdrawals that are not what was agreed, and money of the erased",
  description:
    "Somebody must look at them, and then says so by `POST /api/admin/queues/flagged/resolve`. A bank transfer leaves the list once it is " +
    "assigned. A page may be shorter than `limit`, even empty, and still have a `next`: what is of another `kind` or `status` is left out.",
  request: {
    query: z.strictObject({
      limit: pageLimit,
      after: z
        .string()
        .regex(new RegExp(`^(?:${flagKinds.join("|")}):.{1,256}$`), ofPage)
        .optional(),
      kind: z.enum(flagKinds).optional(),
      status: z.enum(["open", "resolved", "all"]).default("open"),
    }),
  },
  responses: {
    200: { description: "A page of them, by their kind", body: z.object({ flagged: z.array(flag), next }) },
  },
});

export const resolve = route({
  id: "resolve",
  method: "POST",
  path: "/flagged/resolve",
  summary: "Say that somebody has looked at what is flagged",
  description:
    "Who, when and the `note` stand with the flag and on the trail; nothing else changes, and no money moves. The same once more answers the " +
    "same; another note, or another administrator, is refused. What is flagged for another reason afterwards is open again. Nobody " +
    "resolves what is about the own account. A flag of the kind `suspense` is resolved by the last of its money, not before (`FLAG_HOLDS_MONEY`).",
  request: {
    body: z.strictObject({ kind: z.enum(flagKinds), id: z.string().min(1).max(256), note: reason }),
  },
  responses: { 200: { description: "It is resolved", body: z.object({ flagged: flag }) } },
  errors: [FlagNotFound, OwnFlag, FlagHoldsMoney, FlagResolved],
  grants: { table: "write" },
});
