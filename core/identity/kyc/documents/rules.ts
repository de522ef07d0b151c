import { text } from "../../../kernel/texts/index.ts";
import { formats, pictures } from "../formats/schema.ts";
import { Unfit } from "../formats/unfit.ts";
import type { Slot } from "./schema.ts";

/** The documents that prove an identity, with their required sides. */
const identityDocuments = {
  passport: ["front"],
  national_id: ["front", "back"],
  driving_licence: ["front", "back"],
  residence_permit: ["front", "back"],
} as const;

/** Returns the accepted formats of a document. */
export const takenOf = ({ documentType }: Slot) => (documentType === "selfie" ? pictures : formats);

/** Lists what is missing of a document of identity and a selfie. */
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

/** Returns whether a document is required. A proof of address only gives a higher level. */
export const isNeeded = ({ documentType }: Slot): boolean => documentType !== "proof_of_address";

/** Returns the level that documents support: 2 with a proof of address, otherwise 1. */
export const levelOf = (slots: readonly Slot[]): number =>
  slots.some(({ documentType }) => documentType === "proof_of_address") ? 2 : 1;

export const tooLarge = (): Unfit => new Unfit(text("has more than 20 MB", "fait plus de 20 Mo"));
