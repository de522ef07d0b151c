import type { PDFDocument, PDFFont, PDFPage } from "@cantoo/pdf-lib";

/**
 * Text on the pages of a PDF, in the standard fonts that every reader has. Missing characters are shown as "?". A table
 * library (pdfmake) would lay out a long statement in one piece, in 29 s and 800 MB, without a checkpoint.
 */

export type Weight = "regular" | "bold";
/** Red, green and blue, from 0 to 1. */
export type Color = readonly [number, number, number];

const black: Color = [0.1, 0.1, 0.12];
export const grey: Color = [0.45, 0.45, 0.5];

/** One line of text at `x`, scaled down if it is wider than `width`. */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly width: number;
  readonly align?: "left" | "right";
  readonly weight?: Weight;
  readonly color?: Color;
}

const GAP = "\u00a0";

type Library = typeof import("./pdf-lib.lazy.ts");

export class TextWriter {
  readonly #fonts: Readonly<Record<Weight, PDFFont>>;
  readonly #signs: ReadonlySet<number>;
  readonly #lib: Library;

  private constructor(lib: Library, regular: PDFFont, bold: PDFFont) {
    this.#lib = lib;
    this.#fonts = { regular, bold };
    this.#signs = new Set(regular.getCharacterSet());
  }

  static async of(document: PDFDocument): Promise<TextWriter> {
    const lib = await import("./pdf-lib.lazy.ts");
    const [regular, bold] = await Promise.all([
      document.embedFont(lib.StandardFonts.Helvetica),
      document.embedFont(lib.StandardFonts.HelveticaBold),
    ]);
    return new TextWriter(lib, regular, bold);
  }

  write(page: PDFPage, { text, x, y, size, width, align, weight = "regular", color = black }: Line): void {
    const printable = this.#printable(text);
    if (printable === "") return;
    const font = this.#fonts[weight];
    const full = font.widthOfTextAtSize(printable, size);
    const scale = Math.min(1, width / full);
    const indent = align === "right" ? width - full * scale : 0;
    page.drawText(printable, { x: x + indent, y, size: size * scale, font, color: this.#lib.rgb(...color) });
  }

  /** Draws a thin line to the right. @param from its start */
  rule(page: PDFPage, from: { readonly x: number; readonly y: number }, width: number, color: Color): void {
    const end = { x: from.x + width, y: from.y };
    page.drawLine({ start: from, end, thickness: 0.5, color: this.#lib.rgb(...color) });
  }

  /** Breaks the text into lines of at most that width. Drops lines beyond `maxLines`. */
  lines(
    text: string,
    { size, width, weight = "regular" }: Pick<Line, "size" | "width" | "weight">,
    maxLines = Number.POSITIVE_INFINITY,
  ): string[] {
    const font = this.#fonts[weight];
    const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
    const lines: string[] = [];
    let line = "";
    for (const word of this.#printable(text).split(" ")) {
      if (lines.length >= maxLines) break;
      const longer = line === "" ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
      // A word wider than the line is broken.
      while (lines.length < maxLines && line.length > 1 && !fits(line)) {
        const cut = longest(line, fits);
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
    return lines.length < maxLines ? [...lines, line] : lines;
  }

  /** Replaces characters that the fonts lack by "?". A narrow space becomes a non-breaking one. */
  #printable(text: string): string {
    const spaced = text
      .normalize("NFC")
      .replace(/\s/gu, (space) => (/[\u00a0\u202f]/.test(space) ? GAP : " "));
    return [...spaced].map((sign) => (this.#signs.has(sign.codePointAt(0) ?? 0) ? sign : "?")).join("");
  }
}

/** Returns the number of first characters that fit, at least one. */
function longest(line: string, fits: (part: string) => boolean): number {
  // Doubles first, so that only a little of a very long word is measured.
  let least = 1;
  while (least * 2 < line.length && fits(line.slice(0, least * 2))) least *= 2;
  let most = Math.min(least * 2, line.length);
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (fits(line.slice(0, middle))) least = middle;
    else most = middle;
  }
  return least;
}
