import * as z from "zod";
import { documentStatuses, MAX_API_BYTES } from "../../core/identity/kyc/documents/schema.ts";
import { DocumentTooLarge, VerificationInReview } from "../../core/identity/kyc/errors.ts";
import { kycKinds } from "../../core/identity/kyc/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { file } from "../form.ts";
import * as limits from "../limits.ts";
import { DEFAULT_MAX_BODY_BYTES } from "../route.ts";
import { level, missing, nextStep, shownDocument, status as standing } from "./identity/schemas.ts";

/** Who the caller is to the platform: spec 1, section 4.2; MOBILE.md, section Identity. */

const route = defineFamily({
  id: "mobile.identity",
  path: "/api/v1/mobile/identity",
  family: "mobile",
  auth: "mobile",
});

const left = z.object({ day: z.number(), month: z.number() });

/** What the caller may move: numbers in whole euro, as everywhere in the app. */
const limitsSchema = z
  .object({
    currency: z.literal("EUR"),
    perOperation: z.number(),
    perDay: z.number().meta({ description: "Within any 24 hours" }),
    perMonth: z.number().meta({ description: "Within any 30 days" }),
    left: z
      .object({ in: left, out: left })
      .meta({ description: "What comes in by card and what is sent to others count apart" }),
  })
  .meta({ description: "What the caller may move at this level; null: as much as there is" });

export const status = route({
  id: "status",
  method: "GET",
  path: "/status",
  summary: "How far the caller's identity is verified, and what comes next",
  limit: limits.identity("status"),
  responses: {
    200: {
      description: "The standing",
      body: z.object({
        status: standing,
        level,
        kind: z.enum(kycKinds).meta({ description: "KYC of a person, KYB of a business" }),
        updatedAt: timestamp.nullable().meta({ description: "null where nothing was ever decided" }),
        documents: z.array(shownDocument),
        missing,
        nextStep,
        limits: limitsSchema.nullable(),
      }),
    },
  },
  grants: { table: "read" },
});

export const selfie = route({
  id: "selfie",
  method: "POST",
  path: "/selfie",
  summary: "Hand in a picture of oneself",
  description:
    "A form with the picture: JPEG or PNG, at most 5 MB (HEIC is refused with 415: ask the phone for a JPEG). As with documents its metadata is dropped, and another one takes its place.",
  limit: limits.identity("selfie"),
  request: {
    form: z.strictObject({ selfie: file("The picture's file") }),
    maxBodyBytes: MAX_API_BYTES + DEFAULT_MAX_BODY_BYTES,
    tooLarge: DocumentTooLarge,
  },
  responses: {
    200: {
      description: "Handed in",
      body: z.object({ selfieId: z.string(), status: z.enum(documentStatuses), uploadedAt: timestamp }),
    },
  },
  errors: [VerificationInReview],
  grants: { table: "write", identityFiles: ["write", "delete"] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
