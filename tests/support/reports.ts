import { PDFDocument } from "@cantoo/pdf-lib";

/** Parses report files as their recipients do. */

/** Parses a CSV file into lines by column name (RFC 4180). */
export function parseCsv(body: Uint8Array): Record<string, string>[] {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  if (!text.endsWith("\r\n")) throw new Error("the last line has no line break");
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error("invalid CSV");
    const [, value = "", end] = found;
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === "\r\n") rows.push([]);
  }
  const [names = [], ...lines] = rows.slice(0, -1);
  return lines.map((line) => {
    if (line.length !== names.length) throw new Error(`a line of ${line.length} cells`);
    return Object.fromEntries(names.map((name, index) => [name, line[index] ?? ""]));
  });
}

/** Returns the texts of each page of a PDF file, in the order of the file. */
export async function parsePdf(body: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(body, { updateMetadata: false });
  return document
    .getPages()
    .map((page) => page.extractContents().flatMap((one) => (one.kind === "text" ? [one.getText()] : [])));
}
