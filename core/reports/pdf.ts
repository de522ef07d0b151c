import type { PDFDocument, PDFPage } from "@cantoo/pdf-lib";
import { fail } from "../kernel/errors.ts";
import { type Color, grey, type Line, TextWriter, type Weight } from "./pdf-text.ts";
import { MAX_FILE_BYTES, MAX_PDF_ROWS, type ReportContext, throttled } from "./report.ts";
import { ReportTooLarge } from "./schema.ts";
import { minuteOf, named, words } from "./texts.ts";

/** PDF reports: tables on A4 landscape, with the same header on each page. */

/** Text breaks into lines. A figure is aligned right and scaled down if it does not fit, never cut. */
interface PdfColumn {
  readonly title: string;
  readonly kind: "text" | "figure";
  /** The column's part of the page's width. */
  readonly width: number;
}

export interface ColumnOf<T> extends PdfColumn {
  readonly cell: (value: T) => string;
}

const columnOf =
  (kind: PdfColumn["kind"]) =>
  <T>(title: string, width: number, cell: (value: T) => string): ColumnOf<T> => ({
    title,
    kind,
    width,
    cell,
  });

export const textColumn = columnOf("text");
export const figureColumn = columnOf("figure");

export interface PdfSection {
  readonly heading: string;
  /** Names and values above the table. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  /** The last row, in bold. */
  readonly total?: readonly string[];
}

/** Makes a section with a row for each value. */
export const section = <T>(
  heading: string,
  columns: readonly ColumnOf<T>[],
  values: readonly T[],
  more: Pick<PdfSection, "facts" | "total"> = {},
): PdfSection => ({
  ...{ heading, columns, ...more },
  rows: values.map((value) => columns.map(({ cell }) => cell(value))),
});

interface PdfReport {
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
const MAX_LINES = 4;

const rule: Color = [0.82, 0.82, 0.86];

/** @throws REPORT_TOO_LARGE */
export async function pdf(report: PdfReport, context: ReportContext): Promise<Uint8Array> {
  const rows = report.sections.reduce((sum, section) => sum + section.rows.length, 0);
  if (rows > MAX_PDF_ROWS) throw fail(ReportTooLarge, { details: { rows, maxRows: MAX_PDF_ROWS } });
  const { PDFDocument } = await import("./pdf-lib.lazy.ts");
  const document = await PDFDocument.create({ updateMetadata: false });
  const at = new Date(context.nowMs);
  document.setTitle(report.title);
  document.setLanguage(context.language);
  document.setCreator("svc");
  document.setProducer("svc");
  document.setCreationDate(at);
  document.setModificationDate(at);
  await new PdfWriter(document, await TextWriter.of(document), report, context).draw();
  const body = await document.save();
  if (body.byteLength > MAX_FILE_BYTES) throw fail(ReportTooLarge, { details: { maxBytes: MAX_FILE_BYTES } });
  return body;
}

/** A column's position on the page. */
interface Slot extends Pick<Line, "x" | "width" | "align"> {
  readonly column: PdfColumn;
}

function slotsOf(columns: readonly PdfColumn[]): Slot[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  let x = MARGIN;
  return columns.map((column) => {
    const width = (INNER * column.width) / whole;
    const slot: Slot = { column, x, width: width - GAP, align: column.kind === "figure" ? "right" : "left" };
    x += width;
    return slot;
  });
}

/** Writes the document from top to bottom. */
class PdfWriter {
  readonly #document: PDFDocument;
  readonly #text: TextWriter;
  readonly #report: PdfReport;
  readonly #context: ReportContext;
  readonly #checkpoint: () => Promise<void>;
  readonly #pages: PDFPage[] = [];
  #y = 0;

  constructor(document: PDFDocument, text: TextWriter, report: PdfReport, context: ReportContext) {
    this.#document = document;
    this.#text = text;
    this.#report = report;
    this.#context = context;
    this.#checkpoint = throttled(context);
  }

  async draw(): Promise<void> {
    const { facts, sections, notes } = this.#report;
    this.#newPage();
    this.#facts(facts);
    for (const section of sections) await this.#section(section);
    for (const note of notes) this.#paragraph(note);
    for (const [index, page] of this.#pages.entries()) this.#header(page, index + 1);
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

  /** Starts a new page unless the height fits. @returns whether a page was started */
  #need(height: number): boolean {
    if (this.#y - height >= BOTTOM) return false;
    this.#newPage();
    return true;
  }

  /** Written last, when the number of pages is known. */
  #header(page: PDFPage, number: number): void {
    const { actor, language, nowMs } = this.#context;
    const w = words[language];
    const { title, period } = this.#report;
    const top = HEIGHT - MARGIN - 10;
    const left = { x: MARGIN, width: INNER * 0.62, size: 9 };
    const right = { x: MARGIN + INNER * 0.65, width: INNER * 0.35, size: SIZE, align: "right" } as const;
    const generated = minuteOf(new Date(nowMs).toISOString(), language);
    const lines: Line[] = [
      { ...left, y: top, text: `svc · ${title}`, size: 14, weight: "bold" },
      { ...left, y: top - 16, text: named(w.owner, `${actor.name} <${actor.email}>`, language) },
      { ...left, y: top - 28, text: period },
      { ...right, y: top, text: `${w.page} ${number} ${w.of} ${this.#pages.length}` },
      { ...right, y: top - 16, text: `${w.generated} ${generated} UTC` },
    ];
    for (const line of lines) this.#text.write(page, line);
    this.#rule(page, top - 36);
  }

  /** Writes on the current page. */
  #write(line: Omit<Line, "size"> & { readonly size?: number }): void {
    this.#text.write(this.#page, { size: SIZE, ...line });
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
    // A heading is never alone at the end of a page.
    this.#need(70 + facts.length * LINE);
    this.#y -= 16;
    this.#write({ text: heading, x: MARGIN, y: this.#y, size: 11, weight: "bold", width: INNER });
    this.#y -= GAP;
    this.#facts(facts);
    const slots = slotsOf(columns);
    this.#titles(slots);
    if (rows.length === 0)
      this.#row([words[this.#context.language].none], slotsOf([{ title: "", kind: "text", width: 1 }]));
    for (const row of rows) {
      await this.#checkpoint();
      this.#row(row, slots);
    }
    if (total) this.#row(total, slots, "bold");
    this.#y -= GAP;
  }

  #titles(slots: readonly Slot[]): void {
    this.#y -= LINE;
    for (const { column, ...position } of slots)
      this.#write({ text: column.title, y: this.#y, color: grey, ...position });
    this.#rule(this.#page, this.#y - 3);
    this.#y -= 4;
  }

  #row(cells: readonly string[], slots: readonly Slot[], weight: Weight = "regular"): void {
    const lines = slots.map(({ column, width }, index) => {
      const text = cells[index] ?? "";
      return column.kind === "figure"
        ? [text]
        : this.#text.lines(text, { size: SIZE, width, weight }, MAX_LINES);
    });
    const height = Math.max(...lines.map((all) => all.length)) * LINE;
    if (this.#need(height) && slots.some(({ column }) => column.title !== "")) this.#titles(slots);
    for (const [index, { column: _, ...position }] of slots.entries())
      for (const [at, text] of (lines[index] ?? []).entries())
        this.#write({ text, y: this.#y - LINE * (at + 1) + 2, weight, ...position });
    this.#y -= height;
  }

  #paragraph(note: string): void {
    this.#y -= GAP;
    for (const text of this.#text.lines(note, { size: SIZE, width: INNER })) {
      this.#need(LINE);
      this.#write({ text, x: MARGIN, y: this.#y - SIZE, color: grey, width: INNER });
      this.#y -= LINE;
    }
  }

  #rule(page: PDFPage, y: number): void {
    this.#text.rule(page, { x: MARGIN, y }, INNER, rule);
  }
}
