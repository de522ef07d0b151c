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

/** The document types, including the selfie. */
export const storedTypes = [...documentTypes, "selfie"] as const;

/** The slot of a document. Another document in the same slot replaces it. */
export interface Slot {
  readonly documentType: (typeof storedTypes)[number];
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

/** The maximum size of a file through the API, and through an upload link. */
export const MAX_API_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/**
 * How often the consumer receives a file before it rejects the file unread. A file that ended the consumer, by its memory or its time,
 * has no other outcome.
 */
export const MAX_CHECKS = 4;
/** How long a check may take, with all attempts, in seconds. After it the upload counts as rejected. */
export const CHECK_SECONDS = 3600;

/** How long an upload link is valid, in seconds. */
export const UPLOAD_SECONDS = 900;

/** How many days files are stored. The bank retains the documents that the law requires. */
export const RETENTION_DAYS = 180;
/** How many days uploads are stored that do not become a document. */
export const UPLOAD_RETENTION_DAYS = 1;

/** The key prefixes of files, with different retention. */
export const folders = { documents: "documents/", uploads: "uploads/" } as const;

const slot = { documentType: z.enum(storedTypes), side: z.enum(sides) };

export const documentItem = z.object({
  userId: z.string(),
  documentId: z.string(),
  /** The account's ownership id at the upload. A former owner's document is ignored. */
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
  /** ISO 8601: when the check of its file was requested. Missing while the link is unused. */
  uploadedAt: z.string().optional(),
  /** Why the upload was rejected, in both languages. Missing if it was not checked yet. */
  refusal: z.object({ en: z.string(), fr: z.string() }).optional(),
  ttl: storedNumber,
});
/** A file that is not a document yet: it is awaited, is being checked, or was rejected. */
export type Upload = z.output<typeof uploadItem>;

/** Returns whether the check of an upload was requested and has no outcome yet. */
export const isBeingChecked = ({ uploadedAt, refusal }: Upload): boolean =>
  uploadedAt !== undefined && refusal === undefined;
