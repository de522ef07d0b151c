import type { PDFDocument, PDFFont, PDFPage } from "@cantoo/pdf-lib";

/**
 * Text on the pages of a PDF. Every reader brings the standard fonts along; what they have no sign for is
 * shown as "?". A library of tables (pdfmake) would lay out a long statement in one piece, in 29 s and 800
 * MB, with no checkpoint.
 */

export type Weight = "regular" | "bold";
/** Red, green and blue, from 0 to 1. */
export type Color = readonly [number, number, number];

const black: Color = [0.1, 0.1, 0.12];
export const grey: Color = [0.45, 0.45, 0.5];

/** One line of text from `x` on, made smaller where it would be wider than `width`. */
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

  /** A thin line. @param from where it begins, and how far to the right it goes */
  rule(page: PDFPage, from: { readonly x: number; readonly y: number }, width: number, color: Color): void {
    const end = { x: from.x + width, y: from.y };
    page.drawLine({ start: from, end, thickness: 0.5, color: this.#lib.rgb(...color) });
  }

  /** The text in lines that are no wider than that, so many at most: the rest is left out. */
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
      // A word that is wider than the line is cut.
      while (lines.length < maxLines && line.length > 1 && !fits(line)) {
        const cut = longest(line, fits);
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
    return lines.length < maxLines ? [...lines, line] : lines;
  }

  /** The text with what the fonts have no sign for as "?"; a narrow space is as wide as any, and holds. */
  #printable(text: string): string {
    const spaced = text
      .normalize("NFC")
      .replace(/\s/gu, (space) => (/[\u00a0\u202f]/.test(space) ? GAP : " "));
    return [...spaced].map((sign) => (this.#signs.has(sign.codePointAt(0) ?? 0) ? sign : "?")).join("");
  }
}

/** How many of the first characters of a line that does not fit do, at least one. */
function longest(line: string, fits: (part: string) => boolean): number {
  // Doubled first: of a very long word only a little is measured.
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
