import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { fail } from "../../errors.ts";
import { ReportTooLarge } from "../errors.ts";
import { MAX_FILE_BYTES, MAX_PDF_ROWS, type Order } from "./report.ts";
import { minuteOf, words } from "./words.ts";

/**
 * PDF: a report of tables on A4 across, with the same header on each page. It has the standard fonts, which every reader brings along;
 * what they have no sign for is shown as "?".
 */

/** Text is broken into lines; a figure stands to the right and is made smaller where it would not fit, never cut. */
export interface PdfColumn {
  readonly title: string;
  readonly kind: "text" | "figure";
  /** Of the page's width, in proportion to the other columns'. */
  readonly width: number;
}

export interface PdfSection {
  readonly heading: string;
  /** Stands above the table: names with what they are. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  /** The last line, in bold. */
  readonly total?: readonly string[];
}

export interface PdfReport {
  readonly title: string;
  readonly period: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly PdfSection[];
  /** Paragraphs at the end. */
  readonly notes: readonly string[];
}

const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 40;
const INNER = WIDTH - 2 * MARGIN;
const TOP = HEIGHT - 92;
const BOTTOM = 40;
const SIZE = 8;
const LINE = 11;
const GAP = 6;
/** A cell of text has no more lines than this. */
const MAX_LINES = 4;

const black = rgb(0.1, 0.1, 0.12);
const grey = rgb(0.45, 0.45, 0.5);
const rule = rgb(0.82, 0.82, 0.86);

/** @throws REPORT_TOO_LARGE */
export async function pdf(report: PdfReport, order: Order): Promise<Uint8Array> {
  const rows = report.sections.reduce((sum, section) => sum + section.rows.length, 0);
  if (rows > MAX_PDF_ROWS) throw fail(ReportTooLarge, { details: { rows, maxRows: MAX_PDF_ROWS } });
  const document = await PDFDocument.create({ updateMetadata: false });
  const at = new Date(order.nowMs);
  document.setTitle(report.title);
  document.setLanguage(order.language);
  document.setCreator("svc");
  document.setProducer("svc");
  document.setCreationDate(at);
  document.setModificationDate(at);
  const [regular, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const sheet = new Sheet(document, { regular, bold }, report, order);
  await sheet.draw();
  const body = await document.save();
  if (body.byteLength > MAX_FILE_BYTES) throw fail(ReportTooLarge, { details: { maxBytes: MAX_FILE_BYTES } });
  return body;
}

interface Fonts {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

type Weight = keyof Fonts;

/** A document that is written from top to bottom. */
class Sheet {
  readonly #document: PDFDocument;
  readonly #fonts: Fonts;
  readonly #report: PdfReport;
  readonly #order: Order;
  readonly #signs: ReadonlySet<number>;
  readonly #pages: PDFPage[] = [];
  #y = 0;

  constructor(document: PDFDocument, fonts: Fonts, report: PdfReport, order: Order) {
    this.#document = document;
    this.#fonts = fonts;
    this.#report = report;
    this.#order = order;
    this.#signs = new Set(fonts.regular.getCharacterSet());
  }

  async draw(): Promise<void> {
    const { facts, sections, notes } = this.#report;
    this.#newPage();
    this.#facts(facts);
    for (const section of sections) await this.#section(section);
    for (const note of notes) this.#paragraph(note);
    for (const [index, page] of this.#pages.entries()) this.#frame(page, index + 1);
  }

  get #page(): PDFPage {
    const page = this.#pages.at(-1);
    if (!page) throw new TypeError("there is no page yet");
    return page;
  }

  #newPage(): void {
    this.#pages.push(this.#document.addPage([WIDTH, HEIGHT]));
    this.#y = TOP;
  }

  /** Goes on to the next page unless that much fits. @returns whether it did */
  #need(height: number): boolean {
    if (this.#y - height >= BOTTOM) return false;
    this.#newPage();
    return true;
  }

  /** Header and footer: known when all pages are. */
  #frame(page: PDFPage, number: number): void {
    const { actor, language, nowMs } = this.#order;
    const w = words[language];
    const { title, period } = this.#report;
    const generated = `${w.generated} ${minuteOf(new Date(nowMs).toISOString(), language)} UTC`;
    const top = HEIGHT - MARGIN - 10;
    this.#text(page, `svc · ${title}`, { x: MARGIN, y: top, size: 14, weight: "bold", width: INNER * 0.7 });
    this.#right(page, `${w.page} ${number} ${w.of} ${this.#pages.length}`, MARGIN + INNER, top, INNER * 0.25);
    const owner = `${w.owner}: ${actor.name} <${actor.email}>`;
    this.#text(page, owner, { x: MARGIN, y: top - 16, size: 9, width: INNER * 0.62 });
    this.#right(page, generated, MARGIN + INNER, top - 16, INNER * 0.35);
    this.#text(page, period, { x: MARGIN, y: top - 28, size: 9, width: INNER * 0.62 });
    this.#line(page, top - 36);
  }

  #facts(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#need(LINE);
      const y = this.#y - SIZE;
      this.#text(this.#page, name, { x: MARGIN, y, size: SIZE, color: grey, width: 170 });
      this.#text(this.#page, value, { x: MARGIN + 180, y, size: SIZE, width: INNER - 180 });
      this.#y -= LINE;
    }
    if (facts.length > 0) this.#y -= GAP;
  }

  async #section({ heading, facts = [], columns, rows, total }: PdfSection): Promise<void> {
    const { breathe, language } = this.#order;
    // A heading never stands alone at the end of a page.
    this.#need(70 + facts.length * LINE);
    this.#y -= 16;
    this.#text(this.#page, heading, { x: MARGIN, y: this.#y, size: 11, weight: "bold", width: INNER });
    this.#y -= GAP;
    this.#facts(facts);
    const widths = shared(columns);
    this.#titles(columns, widths);
    if (rows.length === 0)
      this.#row([words[language].none], [{ title: "", kind: "text", width: 1 }], [INNER]);
    for (const [index, row] of rows.entries()) {
      if (index % 200 === 199) await breathe();
      this.#row(row, columns, widths);
    }
    if (total) this.#row(total, columns, widths, "bold");
    this.#y -= GAP;
  }

  #titles(columns: readonly PdfColumn[], widths: readonly number[]): void {
    this.#y -= LINE;
    let x = MARGIN;
    for (const [index, { title, kind }] of columns.entries()) {
      const width = (widths[index] ?? 0) - GAP;
      if (kind === "figure") this.#right(this.#page, title, x + width, this.#y, width, grey);
      else this.#text(this.#page, title, { x, y: this.#y, size: SIZE, color: grey, width });
      x += widths[index] ?? 0;
    }
    this.#line(this.#page, this.#y - 3);
    this.#y -= 4;
  }

  #row(
    cells: readonly string[],
    columns: readonly PdfColumn[],
    widths: readonly number[],
    weight: Weight = "regular",
  ): void {
    const lines = columns.map(({ kind }, index) =>
      kind === "figure"
        ? [this.#known(cells[index] ?? "")]
        : this.#broken(cells[index] ?? "", (widths[index] ?? 0) - GAP, weight).slice(0, MAX_LINES),
    );
    const height = Math.max(...lines.map((all) => all.length)) * LINE;
    if (this.#need(height) && columns.some(({ title }) => title !== "")) this.#titles(columns, widths);
    let x = MARGIN;
    for (const [index, all] of lines.entries()) {
      const width = (widths[index] ?? 0) - GAP;
      for (const [at, line] of all.entries()) {
        const y = this.#y - LINE * (at + 1) + 2;
        if (columns[index]?.kind === "figure")
          this.#right(this.#page, line, x + width, y, width, black, weight);
        else this.#text(this.#page, line, { x, y, size: SIZE, weight, width });
      }
      x += widths[index] ?? 0;
    }
    this.#y -= height;
  }

  #paragraph(note: string): void {
    this.#y -= GAP;
    for (const line of this.#broken(note, INNER, "regular")) {
      this.#need(LINE);
      this.#text(this.#page, line, { x: MARGIN, y: this.#y - SIZE, size: SIZE, color: grey, width: INNER });
      this.#y -= LINE;
    }
  }

  #line(page: PDFPage, y: number): void {
    page.drawLine({ start: { x: MARGIN, y }, end: { x: MARGIN + INNER, y }, thickness: 0.5, color: rule });
  }

  /** One line of text, made smaller where it would be wider than that. */
  #text(
    page: PDFPage,
    text: string,
    place: {
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly width: number;
      readonly weight?: Weight;
      readonly color?: ReturnType<typeof rgb>;
    },
  ): void {
    const shown = this.#known(text);
    if (shown === "") return;
    const { x, y, width, weight = "regular", color = black } = place;
    const font = this.#fonts[weight];
    const size = fitting(font, shown, place.size, width);
    page.drawText(shown, { x, y, size, font, color });
  }

  /** As `#text`, ending at `end`. */
  #right(
    page: PDFPage,
    text: string,
    end: number,
    y: number,
    width: number,
    color = black,
    weight: Weight = "regular",
  ): void {
    const shown = this.#known(text);
    if (shown === "") return;
    const font = this.#fonts[weight];
    const size = fitting(font, shown, SIZE, width);
    page.drawText(shown, { x: end - font.widthOfTextAtSize(shown, size), y, size, font, color });
  }

  /** The text with what the fonts have no sign for as "?". */
  #known(text: string): string {
    return [...text.normalize("NFC").replace(/\s/gu, (c) => (c === "\u00a0" ? c : " "))]
      .map((sign) => (this.#signs.has(sign.codePointAt(0) ?? 0) ? sign : "?"))
      .join("");
  }

  /** The text in lines that are no wider than that. */
  #broken(text: string, width: number, weight: Weight): string[] {
    const font = this.#fonts[weight];
    const fits = (line: string) => font.widthOfTextAtSize(line, SIZE) <= width;
    const lines: string[] = [];
    let line = "";
    for (const word of this.#known(text).split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (fits(longer)) {
        line = longer;
        continue;
      }
      if (line !== "") lines.push(line);
      line = word;
      while (!fits(line)) {
        let cut = line.length - 1;
        while (cut > 1 && !fits(line.slice(0, cut))) cut--;
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
    return [...lines, line];
  }
}

/** The page's width, shared out among columns. */
function shared(columns: readonly PdfColumn[]): number[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ width }) => (INNER * width) / whole);
}

/** The largest size up to that at which the text is no wider. */
function fitting(font: PDFFont, text: string, size: number, width: number): number {
  const wide = font.widthOfTextAtSize(text, size);
  return wide <= width ? size : (size * width) / wide;
}
