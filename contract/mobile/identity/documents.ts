import * as z from "zod";
import {
  documentStatuses,
  KEPT_DAYS,
  MAX_API_BYTES,
  MAX_UPLOAD_BYTES,
} from "../../../core/identity/kyc/documents/schema.ts";
import { DocumentTooLarge, VerificationInReview } from "../../../core/identity/kyc/errors.ts";
import { timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { file } from "../../form.ts";
import * as limits from "../../limits.ts";
import { DEFAULT_MAX_BODY_BYTES } from "../../route.ts";
import { documentType, shownDocument, side } from "./schemas.ts";

/** Documents of identity: spec 1, sections 2.7, 3 and 4.2; MOBILE.md, section Identity. */

const route = defineFamily({
  id: "mobile.identity.documents",
  path: "/api/v1/mobile/identity/documents",
  family: "mobile",
  auth: "mobile",
});

const slot = { documentType, side: side.default("front") };

export const upload = route({
  id: "upload",
  method: "POST",
  path: "/upload",
  summary: "Hand in a document to be verified by",
  description:
    "As a form, at most 5 MB: JPEG, PNG or PDF, told by its first bytes and not by its name (HEIC is refused with 415: ask the phone for a JPEG). A larger one, up to 20 MB, is " +
    "uploaded by a link: ask with `?presign=true` and a JSON body that says how many bytes it has, and `PUT` the file to `uploadUrl` " +
    "with exactly these; it is looked at when the verification starts. In AWS a function is handed at most 6 MB in base64, headers " +
    "included, so from 4.5 MB on a link is what works there. Exif, GPS, texts and whatever stands behind the end of " +
    "a picture are dropped; which side is up is kept. A PDF is kept as it is, and refused with scripts, attachments, active forms or a " +
    "password. A document of the same type and side takes the place of the one before, so a repeated upload changes nothing more. " +
    `Files are encrypted, private, and deleted ${KEPT_DAYS} days after they came. While a verification is open nothing is handed in.`,
  limit: limits.identity("upload"),
  request: {
    query: z.strictObject({
      presign: z
        .enum(["true", "false"])
        .optional()
        .meta({ description: "`true`: give a link to upload the file by" }),
    }),
    body: z.strictObject({
      ...slot,
      size: z.int().min(1).max(MAX_UPLOAD_BYTES).meta({ description: "How many bytes the file has" }),
    }),
    form: z.strictObject({ document: file("The document's file"), ...slot }),
    maxBodyBytes: MAX_API_BYTES + DEFAULT_MAX_BODY_BYTES,
    tooLarge: DocumentTooLarge,
  },
  responses: {
    200: {
      description: "Handed in, or where to upload it",
      body: z.object({
        documentId: z.string(),
        status: z.enum(documentStatuses),
        uploadedAt: timestamp.nullable().meta({ description: "null where it is to be uploaded" }),
        uploadUrl: z.url().optional().meta({ description: "For one `PUT` of the file" }),
        expiresAt: timestamp.optional().meta({ description: "When `uploadUrl` ends" }),
      }),
    },
  },
  errors: [VerificationInReview],
  grants: { table: "write", identityFiles: ["write", "delete"] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "What the caller has handed in",
  description:
    "One for each type and side, the selfie among them. Files themselves are given back to nobody.",
  limit: limits.identity("documents"),
  responses: { 200: { description: "The documents", body: z.object({ documents: z.array(shownDocument) }) } },
  grants: { table: "read" },
});
