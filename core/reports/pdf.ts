import { PDFDocument, type PDFPage, rgb } from "@cantoo/pdf-lib";
import { fail } from "../kernel/errors.ts";
import { ReportTooLarge } from "./errors.ts";
import { grey, Lettering, type Line, type Weight } from "./pdf-text.ts";
import { breathing, MAX_FILE_BYTES, MAX_PDF_ROWS, type Order } from "./report.ts";
import { minuteOf, words } from "./words.ts";

/** PDF: a report of tables on A4 across, with the same header on each page. */

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
  await new Sheet(document, await Lettering.of(document), report, order).draw();
  const body = await document.save();
  if (body.byteLength > MAX_FILE_BYTES) throw fail(ReportTooLarge, { details: { maxBytes: MAX_FILE_BYTES } });
  return body;
}

/** A document that is written from top to bottom. */
class Sheet {
  readonly #document: PDFDocument;
  readonly #letters: Lettering;
  readonly #report: PdfReport;
  readonly #order: Order;
  readonly #breath: () => Promise<void>;
  readonly #pages: PDFPage[] = [];
  #y = 0;

  constructor(document: PDFDocument, letters: Lettering, report: PdfReport, order: Order) {
    this.#document = document;
    this.#letters = letters;
    this.#report = report;
    this.#order = order;
    this.#breath = breathing(order);
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

  /** The header: known when all pages are. */
  #frame(page: PDFPage, number: number): void {
    const { actor, language, nowMs } = this.#order;
    const w = words[language];
    const { title, period } = this.#report;
    const top = HEIGHT - MARGIN - 10;
    const left = (text: string, y: number, size: number, weight?: Weight) =>
      this.#letters.write(page, {
        ...{ text, x: MARGIN, y, size, width: INNER * 0.62 },
        ...(weight && { weight }),
      });
    const right = (text: string, y: number) =>
      this.#letters.write(page, {
        ...{ text, x: MARGIN + INNER, y, size: SIZE, width: INNER * 0.35 },
        align: "right",
      });
    left(`svc · ${title}`, top, 14, "bold");
    left(`${w.owner}: ${actor.name} <${actor.email}>`, top - 16, 9);
    left(period, top - 28, 9);
    right(`${w.page} ${number} ${w.of} ${this.#pages.length}`, top);
    right(`${w.generated} ${minuteOf(new Date(nowMs).toISOString(), language)} UTC`, top - 16);
    this.#rule(page, top - 36);
  }

  /** Writes on the page that is being filled. */
  #write(line: Omit<Line, "size"> & { readonly size?: number }): void {
    this.#letters.write(this.#page, { size: SIZE, ...line });
  }

  #facts(facts: readonly (readonly [string, string])[]): void {
    for (const [name, value] of facts) {
      this.#need(LINE);
      const y = this.#y - SIZE;
      this.#write({ text: name, x: MARGIN, y, color: grey, width: 170 });
      this.#write({ text: value, x: MARGIN + 180, y, width: INNER - 180 });
      this.#y -= LINE;
    }
    if (facts.length > 0) this.#y -= GAP;
  }

  async #section({ heading, facts = [], columns, rows, total }: PdfSection): Promise<void> {
    const { language } = this.#order;
    // A heading never stands alone at the end of a page.
    this.#need(70 + facts.length * LINE);
    this.#y -= 16;
    this.#write({ text: heading, x: MARGIN, y: this.#y, size: 11, weight: "bold", width: INNER });
    this.#y -= GAP;
    this.#facts(facts);
    const widths = shared(columns);
    this.#titles(columns, widths);
    if (rows.length === 0)
      this.#row([words[language].none], [{ title: "", kind: "text", width: 1 }], [INNER]);
    for (const row of rows) {
      await this.#breath();
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
      this.#write({ ...{ text: title, y: this.#y, width, color: grey }, ...aligned(kind, x, width) });
      x += widths[index] ?? 0;
    }
    this.#rule(this.#page, this.#y - 3);
    this.#y -= 4;
  }

  #row(
    cells: readonly string[],
    columns: readonly PdfColumn[],
    widths: readonly number[],
    weight: Weight = "regular",
  ): void {
    const lines = columns.map(({ kind }, index) => {
      const [text, width] = [cells[index] ?? "", (widths[index] ?? 0) - GAP];
      return kind === "figure" ? [text] : this.#letters.lines(text, { size: SIZE, width, weight }, MAX_LINES);
    });
    const height = Math.max(...lines.map((all) => all.length)) * LINE;
    if (this.#need(height) && columns.some(({ title }) => title !== "")) this.#titles(columns, widths);
    let x = MARGIN;
    for (const [index, all] of lines.entries()) {
      const width = (widths[index] ?? 0) - GAP;
      const place = aligned(columns[index]?.kind ?? "text", x, width);
      for (const [at, text] of all.entries())
        this.#write({ text, y: this.#y - LINE * (at + 1) + 2, width, weight, ...place });
      x += widths[index] ?? 0;
    }
    this.#y -= height;
  }

  #paragraph(note: string): void {
    this.#y -= GAP;
    for (const text of this.#letters.lines(note, { size: SIZE, width: INNER })) {
      this.#need(LINE);
      this.#write({ text, x: MARGIN, y: this.#y - SIZE, color: grey, width: INNER });
      this.#y -= LINE;
    }
  }

  #rule(page: PDFPage, y: number): void {
    page.drawLine({ start: { x: MARGIN, y }, end: { x: MARGIN + INNER, y }, thickness: 0.5, color: rule });
  }
}

/** Where a cell's line stands, of a column that begins at `x`. */
const aligned = (kind: PdfColumn["kind"], x: number, width: number): Pick<Line, "x" | "align"> =>
  kind === "figure" ? { x: x + width, align: "right" } : { x };

/** The page's width, shared out among columns. */
function shared(columns: readonly PdfColumn[]): number[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ width }) => (INNER * width) / whole);
}
