import { stringify } from "csv-stringify/sync";
import { fail } from "../kernel/errors.ts";
import { MAX_FILE_BYTES } from "./report.ts";
import { ReportTooLarge } from "./schema.ts";

/**
 * CSV of RFC 4180, in UTF-8, every field in quotes. For programs: column names, kinds, decimal points and times (ISO 8601,
 * UTC) are the same in every language. Descriptions are in the owner's language.
 */

/** Text is protected against formulas. A figure is a decimal string, written unchanged. */
interface CsvColumn {
  readonly name: string;
  readonly kind: "text" | "figure";
}

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula. A cell also begins after a line
 * break, a tab or a semicolon if a program ignores quotes or uses another separator. Source: OWASP, CSV
 * Injection.
 */
export const guarded = (text: string): string =>
  text.replace(/(^|[\r\n\t;])(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu, "$1'");

export const textColumns = (...names: string[]): CsvColumn[] => names.map((name) => ({ name, kind: "text" }));
export const figureColumns = (...names: string[]): CsvColumn[] =>
  names.map((name) => ({ name, kind: "figure" }));

const FIGURE = /^-?\d+(\.\d+)?$|^$/;

export class Csv {
  readonly #columns: readonly CsvColumn[];
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  constructor(columns: readonly CsvColumn[]) {
    this.#columns = columns;
    this.#write([columns.map(({ name }) => name)]);
  }

  /** @throws REPORT_TOO_LARGE; TypeError if a figure is not a decimal string */
  add(rows: readonly (readonly string[])[]): void {
    this.#write(rows.map((row) => this.#columns.map((column, index) => cell(column, row[index] ?? ""))));
  }

  #write(rows: readonly (readonly string[])[]): void {
    if (rows.length === 0) return;
    const part = Buffer.from(
      stringify(
        rows.map((row) => [...row]),
        { record_delimiter: "\r\n", quoted: true, quoted_empty: true },
      ),
    );
    this.#bytes += part.length;
    if (this.#bytes > MAX_FILE_BYTES) throw fail(ReportTooLarge, { details: { maxBytes: MAX_FILE_BYTES } });
    this.#parts.push(part);
  }

  get body(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

function cell({ name, kind }: CsvColumn, text: string): string {
  if (kind === "text") return guarded(text);
  if (!FIGURE.test(text)) throw new TypeError(`"${text}" is not a figure for the column ${name}`);
  return text;
}
