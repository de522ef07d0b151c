import { text } from "../../../kernel/texts/index.ts";
import { formats, pictures } from "../formats/schema.ts";
import { Unfit } from "../formats/unfit.ts";
import type { Slot } from "./schema.ts";

/** What may stand where in a user's file. */

/** Documents that say who somebody is, with the sides that are needed of each. */
const identityDocuments = {
  passport: ["front"],
  national_id: ["front", "back"],
  driving_licence: ["front", "back"],
  residence_permit: ["front", "back"],
} as const;

/** The formats that are taken of a document. */
export const takenOf = ({ documentType }: Slot) => (documentType === "selfie" ? pictures : formats);

/** Which of the places are missing in a file; the first words are the document of identity begun last. */
export function missingOf(slots: readonly Slot[]): string[] {
  const has = (documentType: string, side: string) =>
    slots.some((one) => one.documentType === documentType && one.side === side);
  const lacking = Object.entries(identityDocuments).map(([type, needed]) => ({
    type,
    isBegun: slots.some(({ documentType }) => documentType === type),
    sides: needed.filter((side) => !has(type, side)),
  }));
  const complete = lacking.some(({ sides }) => sides.length === 0);
  const begun = lacking.filter(({ isBegun }) => isBegun);
  const ofIdentity = complete
    ? []
    : begun.length === 0
      ? ["identity_document"]
      : begun.flatMap(({ type, sides }) => sides.map((side) => `${type}.${side}`));
  return [...ofIdentity, ...(has("selfie", "front") ? [] : ["selfie"])];
}

/** Whether a place is one of those that a file may not lack; a proof of address takes it further, no more. */
export const isNeeded = ({ documentType }: Slot): boolean => documentType !== "proof_of_address";

/** How far somebody is checked by these documents: 2 with a proof of address, otherwise 1. */
export const levelOf = (slots: readonly Slot[]): number =>
  slots.some(({ documentType }) => documentType === "proof_of_address") ? 2 : 1;

/** Why a file is not taken that nobody may read into memory. */
export const tooLarge = (): Unfit => new Unfit(text("has more than 20 MB", "fait plus de 20 Mo"));
