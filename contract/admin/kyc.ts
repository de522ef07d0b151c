import * as z from "zod";
import { UserNotFound } from "../../core/identity/errors.ts";
import { keptTypes, sides } from "../../core/identity/kyc/documents/schema.ts";
import { LevelBeyondDocuments, NothingToReview, OwnVerification } from "../../core/identity/kyc/errors.ts";
import { storedFormats } from "../../core/identity/kyc/formats/schema.ts";
import { kycKinds, kycStatuses, refusals } from "../../core/identity/kyc/schema.ts";
import { postalAddress } from "../../core/identity/schema.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { ofPage, pageLimit, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { reason } from "../mobile/identity/schemas.ts";
import { next, userId } from "./schemas.ts";

/** Review of identities by administrators: MOBILE.md, section Identity. */

const route = defineFamily({
  id: "admin.kyc",
  path: "/api/admin/kyc",
  family: "admin",
  auth: "admin",
  limit: limits.administration,
});

const verificationId = z
  .string()
  .regex(
    pattern("verification"),
    rule("must be the id of a verification, ver_…", "doit être l'identifiant d'une vérification, ver_…"),
  );
const params = z.object({ userId });
const level = z.int().min(0).max(10);

/** Where a page ends: an instant and an id, which say nothing that the page does not. */
const after = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~ver_[0-9a-hjkmnp-tv-z]{26}$/, ofPage);

export const queue = route({
  id: "queue",
  method: "GET",
  summary: "The verifications that wait for a decision, oldest first",
  request: {
    query: z.strictObject({
      limit: pageLimit,
      after: after.optional().meta({ description: "`next` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({
        verifications: z.array(
          z.object({ userId: z.string(), verificationId: z.string(), startedAt: timestamp }),
        ),
        next,
      }),
    },
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{userId}",
  summary: "A user's file, with links to the documents",
  description:
    "The links work for two minutes. That the file was looked at, by whom and at which documents, is put on the trail " +
    "(`GET /api/admin/trail`) before they are given.",
  request: { params },
  responses: {
    200: {
      description: "The file",
      headers: { "Cache-Control": "no-store" },
      body: z.object({
        user: z.object({
          id: z.string(),
          name: z.string(),
          firstName: z.string().nullable(),
          lastName: z.string().nullable(),
          email: z.string(),
          phone: z.string().nullable(),
          dateOfBirth: z.string().nullable(),
          address: postalAddress.nullable(),
          createdAt: timestamp,
        }),
        status: z.enum(kycStatuses),
        level,
        verification: z
          .object({
            verificationId: z.string(),
            isOpen: z.boolean(),
            level,
            startedAt: timestamp,
            decidedAt: timestamp.nullable(),
            reasons: z.array(reason),
          })
          .nullable(),
        documents: z.array(
          z.object({
            documentId: z.string(),
            documentType: z.enum(keptTypes),
            side: z.enum(sides),
            format: z.enum(storedFormats),
            bytes: z.int(),
            uploadedAt: timestamp,
            url: z.url(),
            expiresAt: timestamp,
          }),
        ),
        decisions: z.array(
          z.object({
            decided: z.enum(kycStatuses),
            status: z.enum(kycStatuses),
            kind: z.enum(kycKinds),
            level,
            by: z
              .string()
              .meta({ description: "`bank`, `owner`, `time`, `hand-over`, or an administrator's id" }),
            note: z.string().nullable(),
            at: timestamp,
          }),
        ),
      }),
    },
  },
  errors: [UserNotFound],
  grants: { table: "write", identityFiles: ["read"] },
});

export const decide = route({
  id: "decide",
  method: "POST",
  path: "/{userId}/decision",
  summary: "Approve or reject a verification",
  description:
    "The user is told, and of a rejection the `reasons`; the `note` is for the staff, since what the law forbids to tell may be in it. With " +
    "`verificationId`, the one that was looked at, it is refused where another has begun since. Nobody decides on a verification of " +
    "their own. A decision of the bank that came before has ended the verification: then it is refused, too. What was rejected here the bank does not approve after.",
  request: {
    params,
    body: z.discriminatedUnion("decision", [
      z.strictObject({
        decision: z.literal("approve"),
        verificationId: verificationId.optional(),
        level: z.int().min(1).max(10).optional().meta({
          description:
            "As far as the documents go, unless told: at most that (`LEVEL_BEYOND_DOCUMENTS`). It is on the trail",
        }),
        note: z.string().trim().max(1000).optional(),
      }),
      z.strictObject({
        decision: z.literal("reject"),
        verificationId: verificationId.optional(),
        reasons: z
          .array(
            z.strictObject({
              code: z.enum(refusals),
              documentType: z.enum(keptTypes).optional(),
              side: z.enum(sides).optional(),
            }),
          )
          .min(1)
          .max(20),
        note: z.string().trim().max(1000).optional(),
      }),
    ]),
  },
  responses: {
    200: {
      description: "Decided",
      body: z.object({ userId: z.string(), status: z.enum(kycStatuses), level }),
    },
  },
  errors: [UserNotFound, NothingToReview, OwnVerification, LevelBeyondDocuments],
  grants: { table: "write" },
});
