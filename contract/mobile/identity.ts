import * as z from "zod";
import {
  documentStatuses,
  MAX_API_BYTES,
  sides,
  storedTypes,
} from "../../core/identity/kyc/documents/schema.ts";
import { DocumentTooLarge, VerificationInReview } from "../../core/identity/kyc/errors.ts";
import { storedFormats } from "../../core/identity/kyc/formats/schema.ts";
import { kycKinds, kycStatuses, nextSteps, rejectionReasons } from "../../core/identity/kyc/schema.ts";
import { file, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { DEFAULT_MAX_BODY_BYTES } from "../route.ts";
import { shared } from "./schemas.ts";

/** The caller's identity: spec 1, section 4.2; MOBILE.md, section Identity. Also settings that its routes share. */

const route = defineFamily({ ...shared, id: "mobile.identity", path: "/api/v1/mobile/identity" });

/** Settings of a route that receives a file of a document. */
export const uploading = {
  grants: { table: "write", identityFiles: ["submit", "delete"], queues: ["identity-files"] },
  memoryMb: 1024,
  timeoutSeconds: 29,
} as const;
export const uploadRequest = {
  maxBodyBytes: MAX_API_BYTES + DEFAULT_MAX_BODY_BYTES,
  tooLarge: DocumentTooLarge,
} as const;

export const reason = z
  .object({
    code: z.enum(rejectionReasons),
    documentType: z.string().nullable().describe("Null for the whole file"),
    side: z.string().nullable(),
  })
  .meta({ id: "KycReason" });

export const shownDocument = z
  .object({
    documentId: z.string(),
    documentType: z.enum(storedTypes),
    side: z.enum(sides),
    status: z.enum(documentStatuses),
    format: z.enum(storedFormats).nullable().describe("Null until the file has passed its check"),
    bytes: z.int(),
    uploadedAt: timestamp.nullable().describe("Null before the upload"),
    reason: z.string().nullable().describe("Why the file was not accepted, for users"),
    reasons: z.array(reason).describe("Why the reviewer rejected it"),
  })
  .meta({ id: "KycDocument" });

export const verification = {
  status: z.enum(kycStatuses),
  level: z
    .int()
    .min(0)
    .describe("0: unverified; 1: identity document and selfie; 2: also a proof of address"),
  missing: z.array(z.string()).meta({
    description:
      "Documents to submit first: `identity_document` (any), the missing side of a submitted one, `selfie`",
    examples: [["national_id.back", "selfie"]],
  }),
  nextStep: z.enum(nextSteps),
};

const left = z.object({ day: z.number(), month: z.number() });

/** The limits of a level, in whole euro as everywhere in the app. */
const ofLevel = {
  currency: z.literal("EUR"),
  perOperation: z.number(),
  perDay: z.number().describe("Within any 24 hours"),
  perMonth: z.number().describe("Within any 30 days"),
};

const limitsSchema = z
  .object({
    ...ofLevel,
    left: z
      .object({ in: left, out: left })
      .describe("Incoming card payments and payments to others count separately"),
  })
  .describe("The limits at this level; null without limits");

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "Retrieve the status of the caller's verification, and the next step",
  limit: limits.identity("status"),
  response: {
    description: "The status",
    body: z.object({
      status: verification.status,
      level: verification.level,
      kind: z.enum(kycKinds).describe("KYC for a person, KYB for a business"),
      updatedAt: timestamp.nullable().describe("The latest decision; null without one"),
      documents: z.array(shownDocument),
      missing: verification.missing,
      nextStep: verification.nextStep,
      limits: limitsSchema.nullable(),
      levels: z
        .array(z.object({ level: z.int(), ...ofLevel }).meta({ id: "KycLevelLimits" }))
        .describe(
          "The limits of every level, lowest first. A level that is missing has those of the next lower one",
        ),
    }),
  },
});

export const selfie = route({
  ...uploading,
  id: "selfie",
  method: "POST",
  path: "/selfie",
  summary: "Submit a selfie",
  description:
    "A form with a JPEG or PNG of at most 5 MB (HEIC is a 415: request a JPEG from the phone). The file is checked within seconds, as a " +
    "document is, and stored as a JPEG without metadata. It replaces an earlier selfie.",
  limit: limits.identity("selfie"),
  request: { form: z.strictObject({ selfie: file("The picture's file") }), ...uploadRequest },
  response: {
    description: "Submitted",
    body: z.object({ selfieId: z.string(), status: z.enum(documentStatuses), uploadedAt: timestamp }),
  },
  errors: [VerificationInReview],
});
