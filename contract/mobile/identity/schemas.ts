import * as z from "zod";
import {
  documentStatuses,
  documentTypes,
  keptTypes,
  sides,
} from "../../../core/identity/kyc/documents/schema.ts";
import { storedFormats } from "../../../core/identity/kyc/formats/schema.ts";
import { kycStatuses, nextSteps, refusals } from "../../../core/identity/kyc/schema.ts";
import { timestamp } from "../../common.ts";

/** Schemas of the verification of identity. */

export const documentType = z.enum(documentTypes);
export const side = z
  .enum(sides)
  .meta({ description: "`front` of what has one side: the page of a passport with the picture, a bill" });

export const reason = z
  .object({
    code: z.enum(refusals),
    documentType: z.string().nullable().meta({ description: "null: of the whole file" }),
    side: z.string().nullable(),
  })
  .meta({ id: "KycReason" });

export const shownDocument = z
  .object({
    documentId: z.string(),
    documentType: z.enum(keptTypes),
    side: z.enum(sides),
    status: z.enum(documentStatuses),
    format: z.enum(storedFormats).nullable(),
    bytes: z.int(),
    uploadedAt: timestamp.nullable().meta({ description: "null while it is awaited" }),
    reason: z.string().nullable().meta({ description: "Why the file was not taken, for people" }),
    reasons: z.array(reason).meta({ description: "Why it was refused by who reviewed it" }),
  })
  .meta({ id: "KycDocument" });

export const missing = z.array(z.string()).meta({
  description:
    "What is to be handed in first: `identity_document` (any that there is), the side of one that was begun, `selfie`",
  examples: [["national_id.back", "selfie"]],
});

export const status = z.enum(kycStatuses);
export const nextStep = z.enum(nextSteps);
export const level = z.int().min(0).meta({
  description: "0 not checked, 1 by a document of identity and a selfie, 2 by a proof of address as well",
});
