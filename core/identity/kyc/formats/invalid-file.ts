import { type Text, text } from "../../../kernel/texts/index.ts";

/** Thrown for an invalid file. The text continues a sentence that begins with the file's name. */
export class InvalidFile extends Error {
  override readonly name: string = "InvalidFile";
  readonly text: Text;
  constructor(text: Text, cause?: unknown) {
    super(text.en, { cause });
    this.text = text;
  }
}

/** Thrown for a file in a format that is not accepted. */
export class UnsupportedFormat extends InvalidFile {
  override readonly name = "UnsupportedFormat";
}

export const damagedError = (cause?: unknown): InvalidFile =>
  new InvalidFile(
    text(
      "is damaged or incomplete: take the picture again, or export the file again",
      "est endommagé ou incomplet : refaites la photo, ou exportez à nouveau le fichier",
    ),
    cause,
  );

/** For a file that the consumer could not process within its limits, whatever the reason. */
export const uncheckableError = (cause?: unknown): InvalidFile =>
  new InvalidFile(
    text(
      "could not be checked: take a new picture, or export the document to a new PDF, and upload it again",
      "n'a pas pu être vérifié : refaites la photo, ou exportez le document dans un nouveau PDF, puis déposez-le à nouveau",
    ),
    cause,
  );
