import { text } from "../../../kernel/texts/index.ts";
import { InvalidFile } from "../formats/invalid-file.ts";
import { formats, pictures } from "../formats/schema.ts";
import type { Reason, Verification } from "../schema.ts";
import type { Document, DocumentStatus, Slot } from "./schema.ts";

/** The identity documents, with their required sides. */
const identityDocuments = {
  passport: ["front"],
  national_id: ["front", "back"],
  driving_licence: ["front", "back"],
  residence_permit: ["front", "back"],
} as const;

export const acceptedFormats = ({ documentType }: Slot) => (documentType === "selfie" ? pictures : formats);

/** Lists the missing documents. One complete identity document and a selfie are required. */
export function missingDocuments(slots: readonly Slot[]): string[] {
  const has = (documentType: string, side: string) =>
    slots.some((one) => one.documentType === documentType && one.side === side);
  const candidates = Object.entries(identityDocuments).map(([type, needed]) => ({
    type,
    isBegun: slots.some(({ documentType }) => documentType === type),
    sides: needed.filter((side) => !has(type, side)),
  }));
  const complete = candidates.some(({ sides }) => sides.length === 0);
  const begun = candidates.filter(({ isBegun }) => isBegun);
  const ofIdentity = complete
    ? []
    : begun.length === 0
      ? ["identity_document"]
      : begun.flatMap(({ type, sides }) => sides.map((side) => `${type}.${side}`));
  return [...ofIdentity, ...(has("selfie", "front") ? [] : ["selfie"])];
}

const isIn = ({ documentId }: Document, { documents }: Verification): boolean =>
  documents.some((one) => one.documentId === documentId);

/** Returns the reasons for a document, including those for all documents. */
export const reasonsOf = (slot: Slot, verification: Verification | undefined): readonly Reason[] =>
  (verification?.reasons ?? []).filter(
    ({ documentType, side }) =>
      documentType === undefined ||
      (documentType === slot.documentType && (side === undefined || side === slot.side)),
  );

/** Returns the status of a document after the user's latest verification. */
export function statusOf(document: Document, verification: Verification | undefined): DocumentStatus {
  if (!verification || !isIn(document, verification)) return "pending_verification";
  if (verification.isOpen) return "in_review";
  if (verification.outcome === "VALIDATED") return "verified";
  if (verification.outcome !== "REJECTED") return "pending_verification";
  // If only other documents were rejected, this one can be submitted again.
  const isRejected =
    reasonsOf(document, verification).length > 0 || (verification.reasons ?? []).length === 0;
  return isRejected ? "rejected" : "pending_verification";
}

/** Returns the documents that a new verification can use: a rejected one must be replaced first. */
export const usableDocuments = (
  documents: readonly Document[],
  latest: Verification | undefined,
): readonly Document[] => documents.filter((one) => statusOf(one, latest) !== "rejected");

/** Returns whether a document is required. A proof of address is optional and gives a higher level. */
export const isRequired = ({ documentType }: Slot): boolean => documentType !== "proof_of_address";

/** Returns the level that documents support: 2 with a proof of address, otherwise 1. */
export const levelOf = (slots: readonly Slot[]): number =>
  slots.some(({ documentType }) => documentType === "proof_of_address") ? 2 : 1;

export const tooLargeError = (): InvalidFile =>
  new InvalidFile(text("is larger than 20 MB", "dépasse 20 Mo"));
