import { type Text, text } from "../../../kernel/texts/index.ts";

/** Thrown for an invalid file. The text continues a sentence that begins with the file's name. */
export class InvalidFile extends Error {
  override readonly name: string = "InvalidFile";
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

/** Thrown for a file in a known but unsupported format. */
export class UnsupportedFormat extends InvalidFile {
  override readonly name = "UnsupportedFormat";
}

/** No phone camera takes larger pictures. A larger size would exhaust a reader's memory. */
const MAX_PIXELS = 250_000_000;
const MAX_SIDE = 32_768;

/** @throws InvalidFile */
export function assertSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damagedError();
  if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return;
  throw new InvalidFile(
    text(
      `measures ${width} × ${height} pixels, which is too large: take the picture again at a lower resolution`,
      `mesure ${width} × ${height} pixels, ce qui est trop grand : refaites la photo avec une résolution plus faible`,
    ),
  );
}

export const damagedError = (): InvalidFile =>
  new InvalidFile(
    text(
      "is damaged or incomplete: take the picture again, or export the file again",
      "est endommagé ou incomplet : refaites la photo, ou exportez à nouveau le fichier",
    ),
  );
