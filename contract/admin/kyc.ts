import * as z from "zod";
import { UserNotFound } from "../../core/identity/errors.ts";
import { sides, storedTypes } from "../../core/identity/kyc/documents/schema.ts";
import { LevelBeyondDocuments, NothingToReview, OwnVerification } from "../../core/identity/kyc/errors.ts";
import { storedFormats } from "../../core/identity/kyc/formats/schema.ts";
import { kycKinds, kycStatuses, rejectionCauses, rejectionReasons } from "../../core/identity/kyc/schema.ts";
import { postalAddress } from "../../core/identity/schema.ts";
import { idOf, next, pagedAfter, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { reason } from "../mobile/identity.ts";
import { shared, userId } from "./schemas.ts";

/** Reviews of identities by administrators: MOBILE.md, section Identity. */

const route = defineFamily({ ...shared, id: "admin.kyc", path: "/api/admin/kyc" });

const params = z.object({ userId });
const level = z.int().min(0).max(10);

/** The position of a page: an instant and an id. */
const position = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~ver_[0-9a-hjkmnp-tv-z]{26}$/;

export const queue = route({
  id: "queue",
  method: "GET",
  summary: "List the verifications that wait for a decision, oldest first",
  request: { query: z.strictObject(pagedAfter(position)) },
  response: {
    description: "A page",
    body: z.object({
      verifications: z.array(
        z.object({ userId: z.string(), verificationId: z.string(), startedAt: timestamp }),
      ),
      next,
    }),
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{userId}",
  summary: "Retrieve a user's file, with links to the documents",
  description:
    "The links work for two minutes. The access, with its documents, is recorded in the audit trail (`GET /api/admin/trail`) first.",
  proof: { notNeeded: "it shows the documents of one case, and the audit trail names the reader" },
  request: { params },
  response: {
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
          documentType: z.enum(storedTypes),
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
          by: z.string().describe("`bank`, `owner`, `time`, `hand-over`, or an administrator's id"),
          cause: z.enum(rejectionCauses).nullable(),
          note: z.string().nullable(),
          at: timestamp,
        }),
      ),
    }),
  },
  errors: [UserNotFound],
  grants: { table: "write", identityFiles: ["read"] },
});

const verificationId = idOf("verification").optional();
const note = z.string().trim().max(1000).optional();

export const decide = route({
  id: "decide",
  method: "POST",
  path: "/{userId}/decision",
  summary: "Approve or reject a verification",
  description:
    "The user is notified, with the `reasons` of a rejection; the `note` is for the staff only, because it may contain details that the law forbids to disclose. " +
    "With `verificationId`, fails if another verification has begun since. Administrators cannot decide on their own. Also fails if the bank has " +
    "decided first. The decision ends the verification: no administrator can decide it again (`NOTHING_TO_REVIEW`). After a wrong rejection the user begins " +
    "another verification, and after a wrong approval an administrator blocks the account. A contrary decision of the bank changes nothing and raises a flag of kind `identity` " +
    "(`GET /api/admin/queues/flagged`).",
  proof: "always",
  request: {
    params,
    body: z.discriminatedUnion("decision", [
      z.strictObject({
        decision: z.literal("approve"),
        verificationId,
        level: z
          .int()
          .min(1)
          .max(10)
          .optional()
          .describe(
            "Defaults to the level that the documents allow, which is the maximum (`LEVEL_BEYOND_DOCUMENTS`)",
          ),
        note,
      }),
      z.strictObject({
        decision: z.literal("reject"),
        verificationId,
        reasons: z
          .array(
            z.strictObject({
              code: z.enum(rejectionReasons),
              documentType: z.enum(storedTypes).optional(),
              side: z.enum(sides).optional(),
            }),
          )
          .min(1)
          .max(20),
        cause: z
          .enum(rejectionCauses)
          .optional()
          .describe("For the staff only. Freezes the user's cards until the user's identity is verified"),
        note,
      }),
    ]),
  },
  response: {
    description: "Decided",
    body: z.object({ userId: z.string(), status: z.enum(kycStatuses), level }),
  },
  errors: [UserNotFound, NothingToReview, OwnVerification, LevelBeyondDocuments],
  grants: { table: "write" },
});
