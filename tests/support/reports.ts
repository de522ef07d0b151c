import { PDFDocument } from "@cantoo/pdf-lib";

/** Reading the files that jobs make, as those would who get them. */

/** The lines of a CSV file by the names of its columns (RFC 4180). */
export function parseCsv(body: Uint8Array): Record<string, string>[] {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  if (!text.endsWith("\r\n")) throw new Error("the last line has no end");
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error("this is no CSV");
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

/** The texts of each page of a PDF file, in the order in which they are written. */
export async function parsePdf(body: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(body, { updateMetadata: false });
  return document
    .getPages()
    .map((page) => page.extractContents().flatMap((one) => (one.kind === "text" ? [one.getText()] : [])));
}
