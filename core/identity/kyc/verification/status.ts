import { Text } from "../../../kernel/texts/index.ts";
import * as Documents from "../documents/index.ts";
import { missingDocuments, reasonsOf, statusOf, usableDocuments } from "../documents/rules.ts";
import {
  type Document,
  type DocumentStatus,
  isBeingChecked,
  type Slot,
  type Upload,
} from "../documents/schema.ts";
import type { StoredFormat } from "../formats/schema.ts";
import * as Kyc from "../index.ts";
import type { KycState, NextStep, Reason, Verification } from "../schema.ts";

export interface ShownDocument extends Slot {
  readonly documentId: string;
  readonly status: DocumentStatus;
  /** Undefined until the file has passed its check. */
  readonly format: StoredFormat | undefined;
  readonly bytes: number;
  /** ISO 8601. Undefined before the upload. */
  readonly uploadedAt: string | undefined;
  /** Why an upload was rejected. */
  readonly reason: Text | undefined;
  readonly reasons: readonly Reason[];
}

export async function read(owner: Documents.Owner) {
  const [{ before, verification: latest }, submitted] = await Promise.all([
    Kyc.readInputs(owner.userId),
    Documents.list(owner),
  ]);
  const state = Kyc.stateOf(owner.userId, before);
  const verification = latest?.ownershipId === owner.ownershipId ? latest : undefined;
  const missing = missingDocuments([
    ...usableDocuments(submitted.documents, verification),
    // A document with a pending upload is not missing.
    ...submitted.uploads.filter(({ refusal }) => refusal === undefined),
  ]);
  const documents = [
    ...submitted.documents.map((one) => toShownDocument(one, verification)),
    ...submitted.uploads.map(toShownUpload),
  ];
  return {
    state,
    verification,
    documents,
    missing,
    nextStep: nextStepOf(state, verification, documents, missing, submitted.uploads.some(isBeingChecked)),
  };
}

function toShownDocument(document: Document, verification: Verification | undefined): ShownDocument {
  const { documentId, documentType, side, format, bytes, uploadedAt } = document;
  const reasons = reasonsOf(document, verification);
  const status = statusOf(document, verification);
  return {
    ...{ documentId, documentType, side, format, bytes, uploadedAt, status },
    reason: undefined,
    reasons: status === "rejected" ? reasons : [],
  };
}

function toShownUpload(upload: Upload): ShownDocument {
  const { documentId, documentType, side, bytes, uploadedAt, refusal } = upload;
  const pending = uploadedAt === undefined ? "awaiting_upload" : "pending_verification";
  return {
    ...{ documentId, documentType, side, bytes, uploadedAt },
    format: undefined,
    status: refusal ? "rejected" : pending,
    reason: refusal && new Text(refusal.en, refusal.fr),
    reasons: [],
  };
}

function nextStepOf(
  { status }: KycState,
  verification: Verification | undefined,
  documents: readonly ShownDocument[],
  missing: readonly string[],
  isChecking: boolean,
): NextStep {
  if (verification?.isOpen || status === "IN_REVIEW") return "wait";
  const isNew = documents.some((one) => ["pending_verification", "awaiting_upload"].includes(one.status));
  if (status === "VALIDATED" && !isNew) return "none";
  // Another complete identity document or a second selfie replaces a rejected one. A rejected proof of address or upload is shown until
  // it is replaced.
  const hasRejected = documents.some(
    ({ status: one, documentType, reason }) =>
      one === "rejected" &&
      (missing.length > 0 || documentType === "proof_of_address" || reason !== undefined),
  );
  if (hasRejected || missing.some((one) => one !== "selfie")) return "upload_documents";
  if (missing.length > 0) return "take_selfie";
  if (isChecking) return "wait";
  return status === "REJECTED" && !isNew ? "contact_support" : "start_verification";
}
