/**
 * Texts of SEPA credit transfers: the Latin characters that every bank takes (EPC217-08, "SEPA requirements
 * for an extended character set"). Others are replaced as it recommends.
 */

/** Letters that are not made of one of these and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", Æ: "AE", œ: "oe", Œ: "OE", ø: "o", Ø: "O", đ: "d", Đ: "D", ð: "d", Ð: "D" },
  ...{ ł: "l", Ł: "L", þ: "th", Þ: "TH", ı: "i", "&": "+", _: "-", "’": "'", "‘": "'" },
};

/** The text in those characters, cut to a length: without slashes at its ends or two in a row. */
export const sepaText = (text: string, most: number): string =>
  [...text.normalize("NFKD").replace(/\p{M}/gu, "")]
    .map((character) => LETTERS[character] ?? character)
    .join("")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ".")
    .replace(/\/{2,}/g, "/")
    .slice(0, most)
    .replace(/^\/|\/$/g, "")
    .trim();
