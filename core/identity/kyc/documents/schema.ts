import * as z from "zod";
import { storedNumber } from "../../../kernel/stored.ts";
import { storedFormats } from "../formats/schema.ts";

/** MOBILE.md, section Identity. */
export const documentTypes = [
  "passport",
  "national_id",
  "driving_licence",
  "residence_permit",
  "proof_of_address",
] as const;

export const sides = ["front", "back"] as const;

/** A selfie is stored as a document, too. */
export const keptTypes = [...documentTypes, "selfie"] as const;
type KeptType = (typeof keptTypes)[number];

/** The slot of a document. Another document in the same slot replaces it. */
export interface Slot {
  readonly documentType: KeptType;
  readonly side: (typeof sides)[number];
}

export const slotName = ({ documentType, side }: Slot): string => `${documentType}.${side}`;

export const documentStatuses = [
  "awaiting_upload",
  "pending_verification",
  "in_review",
  "verified",
  "rejected",
] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** The largest file through the API, and by an upload link. */
export const MAX_API_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** How long an upload link works, in seconds. */
export const UPLOAD_SECONDS = 900;

/** How many days files are stored. The bank retains what the law requires. */
export const KEPT_DAYS = 180;
/** The same for uploads that never became a document. */
export const UPLOADS_KEPT_DAYS = 1;

/** The prefixes of the files' keys, by how long they are stored. */
export const folders = { kept: "documents/", uploads: "uploads/" } as const;

const slot = { documentType: z.enum(keptTypes), side: z.enum(sides) };

export const documentItem = z.object({
  userId: z.string(),
  documentId: z.string(),
  /** The owner at that time. A former owner's document does not count. */
  ownershipId: z.string(),
  ...slot,
  format: z.enum(storedFormats),
  key: z.string(),
  bytes: storedNumber,
  /** ISO 8601. */
  uploadedAt: z.string(),
  ttl: storedNumber,
});
export type Document = z.output<typeof documentItem>;

export const uploadItem = z.object({
  userId: z.string(),
  documentId: z.string(),
  ownershipId: z.string(),
  ...slot,
  key: z.string(),
  bytes: storedNumber,
  /** ISO 8601. */
  createdAt: z.string(),
  /** Why the upload was rejected, in both languages. Missing before its inspection. */
  refusal: z.object({ en: z.string(), fr: z.string() }).optional(),
  ttl: storedNumber,
});
/** A document that is to be uploaded by link, or was and is not inspected yet. */
export type Upload = z.output<typeof uploadItem>;
