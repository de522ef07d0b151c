import { Text } from "../../../kernel/texts/index.ts";
import * as Documents from "../documents/index.ts";
import { missingOf } from "../documents/rules.ts";
import type { Document, DocumentStatus, Slot, Upload } from "../documents/schema.ts";
import type { StoredFormat } from "../formats/schema.ts";
import * as Kyc from "../index.ts";
import type { NextStep, Reason, Standing, Verification } from "../schema.ts";

export interface ShownDocument extends Slot {
  readonly documentId: string;
  readonly status: DocumentStatus;
  readonly format: StoredFormat | undefined;
  readonly bytes: number;
  /** ISO 8601; undefined before it was uploaded. */
  readonly uploadedAt: string | undefined;
  /** Why an upload was rejected. */
  readonly reason: Text | undefined;
  readonly reasons: readonly Reason[];
}

export async function of(owner: Documents.Owner) {
  const [{ before, verification: latest }, handedIn] = await Promise.all([
    Kyc.current(owner.userId),
    Documents.of(owner),
  ]);
  const standing = Kyc.standingOf(owner.userId, before);
  const verification = latest?.ownershipId === owner.ownershipId ? latest : undefined;
  const missing = missingOf([
    ...handedIn.documents,
    // A document that waits for its upload is not missing.
    ...handedIn.uploads.filter(({ refusal }) => refusal === undefined),
  ]);
  const documents = [
    ...handedIn.documents.map((one) => shown(one, verification)),
    ...handedIn.uploads.map(awaited),
  ];
  return {
    standing,
    verification,
    documents,
    missing,
    nextStep: nextStepOf(standing, verification, documents, missing),
  };
}

function shown(document: Document, verification: Verification | undefined): ShownDocument {
  const { documentId, documentType, side, format, bytes, uploadedAt } = document;
  const reasons = reasonsOf(document, verification);
  const status = statusOf(document, verification, reasons);
  return {
    ...{ documentId, documentType, side, format, bytes, uploadedAt, status },
    reason: undefined,
    reasons: status === "rejected" ? reasons : [],
  };
}

const isIn = ({ documentId }: Document, { documents }: Verification): boolean =>
  documents.some((one) => one.documentId === documentId);

/** Returns the reasons for a document, including those for all documents. */
const reasonsOf = (document: Document, verification: Verification | undefined): readonly Reason[] =>
  (verification?.reasons ?? []).filter(
    ({ documentType, side }) =>
      documentType === undefined ||
      (documentType === document.documentType && (side === undefined || side === document.side)),
  );

function statusOf(
  document: Document,
  verification: Verification | undefined,
  reasons: readonly Reason[],
): DocumentStatus {
  if (!verification || !isIn(document, verification)) return "pending_verification";
  if (verification.isOpen) return "in_review";
  if (verification.outcome === "VALIDATED") return "verified";
  if (verification.outcome !== "REJECTED") return "pending_verification";
  // If only other documents were rejected, this one may be submitted again.
  const isNamed = reasons.length > 0 || (verification.reasons ?? []).length === 0;
  return isNamed ? "rejected" : "pending_verification";
}

const awaited = ({ documentId, documentType, side, bytes, refusal }: Upload): ShownDocument => ({
  ...{ documentId, documentType, side, bytes },
  format: undefined,
  uploadedAt: undefined,
  status: refusal ? "rejected" : "awaiting_upload",
  reason: refusal && new Text(refusal.en, refusal.fr),
  reasons: [],
});

function nextStepOf(
  { status }: Standing,
  verification: Verification | undefined,
  documents: readonly ShownDocument[],
  missing: readonly string[],
): NextStep {
  if (verification?.isOpen || status === "IN_REVIEW") return "wait";
  const isNew = documents.some((one) => ["pending_verification", "awaiting_upload"].includes(one.status));
  if (status === "VALIDATED" && !isNew) return "none";
  const isRefused = documents.some((one) => one.status === "rejected");
  if (isRefused || missing.some((one) => one !== "selfie")) return "upload_documents";
  if (missing.length > 0) return "take_selfie";
  return status === "REJECTED" && !isNew ? "contact_support" : "start_verification";
}
