import { type Text, text } from "../../../kernel/texts/index.ts";

/** A file that breaks a rule of its format. The message continues a sentence that begins with the file's name. */
export class Unfit extends Error {
  override readonly name: string = "Unfit";
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

/** A file in a known format that is not supported. */
export class UnsupportedFormat extends Unfit {
  override readonly name = "UnsupportedFormat";
}

/** No phone's camera takes larger pictures. A larger size is an attempt to exhaust a reader's memory. */
const MOST_PIXELS = 250_000_000;
const LONGEST_SIDE = 32_768;

/** @throws Unfit */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damaged();
  if (width <= LONGEST_SIDE && height <= LONGEST_SIDE && width * height <= MOST_PIXELS) return;
  throw new Unfit(
    text(
      `has ${width} by ${height} pixels, more than any camera takes: take the picture again`,
      `compte ${width} sur ${height} pixels, plus que n'en prend un appareil : refaites la photo`,
    ),
  );
}

export const damaged = (): Unfit =>
  new Unfit(
    text(
      "is damaged or was cut short: take the picture again, or export the file again",
      "est endommagé ou incomplet : refaites la photo, ou exportez à nouveau le fichier",
    ),
  );
