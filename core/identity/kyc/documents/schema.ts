import * as z from "zod";
import { storedNumber } from "../../../kernel/stored.ts";
import { storedFormats } from "../formats/schema.ts";

/** What a user hands in to be verified by. */

/** MOBILE.md, section Identity. */
export const documentTypes = [
  "passport",
  "national_id",
  "driving_licence",
  "residence_permit",
  "proof_of_address",
] as const;

export const sides = ["front", "back"] as const;
export type Side = (typeof sides)[number];

/** A selfie is kept as a document of its own kind. */
export const keptTypes = [...documentTypes, "selfie"] as const;
type KeptType = (typeof keptTypes)[number];

/** Which place in a user's file a document takes: another one there replaces it. */
export interface Slot {
  readonly documentType: KeptType;
  readonly side: Side;
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

/** How large a file may be that comes through the API, and one that is uploaded by a link. */
export const MAX_API_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** How long a link to upload to works, in seconds. */
export const UPLOAD_SECONDS = 900;

/** Files are deleted so many days after they came: the bank keeps what the law wants to be kept. */
export const KEPT_DAYS = 180;
/** What was uploaded by a link and never became a document. */
export const UPLOADS_KEPT_DAYS = 1;

/** What keys of files begin with, by how long they are kept. */
export const folders = { kept: "documents/", uploads: "uploads/" } as const;

/** Small enough for a JS number. */

const slot = { documentType: z.enum(keptTypes), side: z.enum(sides) };

export const documentItem = z.object({
  userId: z.string(),
  documentId: z.string(),
  /** Who the account belonged to: a document of a former owner's is none of the present one's. */
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
  /** Why what was uploaded is not taken, in both languages; missing while it was not looked at. */
  refusal: z.object({ en: z.string(), fr: z.string() }).optional(),
  ttl: storedNumber,
});
/** A document that is to be uploaded by a link, or was, and was not looked at. */
export type Upload = z.output<typeof uploadItem>;
