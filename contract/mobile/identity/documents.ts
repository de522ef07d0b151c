import * as z from "zod";
import {
  documentStatuses,
  documentTypes,
  MAX_UPLOAD_BYTES,
  RETENTION_DAYS,
  sides,
} from "../../../core/identity/kyc/documents/schema.ts";
import { VerificationInReview } from "../../../core/identity/kyc/errors.ts";
import { file, timestamp } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import * as limits from "../../limits.ts";
import { shownDocument, uploading, uploadRequest } from "../identity.ts";
import { shared } from "../schemas.ts";

/** Identity documents: spec 1, sections 2.7, 3 and 4.2; MOBILE.md, section Identity. */

const route = defineFamily({
  ...shared,
  id: "mobile.identity.documents",
  path: "/api/v1/mobile/identity/documents",
});

const slot = {
  documentType: z.enum(documentTypes),
  side: z
    .enum(sides)
    .describe("`front` for one-sided documents: a passport's picture page, a bill")
    .default("front"),
};

export const upload = route({
  ...uploading,
  id: "upload",
  method: "POST",
  path: "/upload",
  summary: "Submit a document for verification",
  description:
    "A form with a JPEG, PNG or PDF of at most 5 MB, recognized by its first bytes (HEIC is a 415: request a JPEG from the phone). For up to 20 " +
    "MB, request a link: `?presign=true` with a JSON body that states the size in bytes, then `PUT` exactly that many bytes to `uploadUrl`; the " +
    "file is checked when the verification starts. In AWS use a link from 4.5 MB on, because a function receives at most 6 MB in base64.\n\n" +
    "The response does not wait for the check of the file, which takes seconds: poll `GET /documents` while `format` is null. A valid file gets " +
    "its `format`; any other becomes `rejected` with a `reason`, at the latest after an hour, and is deleted. Pictures of at most 65 megapixels are " +
    "decoded and stored upright as a JPEG of at most 4000 × 4000 pixels, without metadata. A PDF of at most 100 pages is stored unchanged, and " +
    "rejected with scripts, attachments, links, active forms or a password. A valid document replaces an earlier one of its type and side. Files are encrypted, private, and deleted " +
    `${RETENTION_DAYS} days after the upload. Nothing can be submitted during a review.`,
  limit: limits.identity("upload"),
  request: {
    query: z.strictObject({
      presign: z.enum(["true", "false"]).optional().describe("`true` returns a link for the upload"),
    }),
    body: z.strictObject({
      ...slot,
      size: z.int().min(1).max(MAX_UPLOAD_BYTES).describe("The size of the file in bytes"),
    }),
    form: z.strictObject({ document: file("The document's file"), ...slot }),
    ...uploadRequest,
  },
  response: {
    description: "Submitted, or a link for the upload",
    body: z.object({
      documentId: z.string(),
      status: z.enum(documentStatuses),
      uploadedAt: timestamp.nullable().describe("Null with a link"),
      uploadUrl: z.url().optional().describe("For one `PUT` of the file"),
      expiresAt: timestamp.optional().describe("When `uploadUrl` expires"),
    }),
  },
  errors: [VerificationInReview],
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's documents",
  description:
    "Returns one document for each type and side, including the selfie. The files cannot be downloaded.",
  limit: limits.identity("documents"),
  response: { description: "The documents", body: z.object({ documents: z.array(shownDocument) }) },
});
