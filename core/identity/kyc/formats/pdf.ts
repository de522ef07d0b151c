import { setImmediate as nextTurn } from "node:timers/promises";
import { createInflate } from "node:zlib";
import { text } from "../../../kernel/texts/index.ts";
import { damagedError, InvalidFile, uncheckableError } from "./invalid-file.ts";
import { activeContentError, PdfScan, unescapeNames } from "./pdf-scan.ts";

/**
 * Inspects PDF files (ISO 32000-2) in one pass. Rejects active content (scripts, programs, attachments, forms that submit, links) and
 * encryption, also in escaped names and compressed streams. Does not rewrite the file, because a changed bill would look forged; only
 * removes bytes after its end.
 *
 * The parsers of PDF libraries (pdf-lib, pdf.js) follow the file's references and decompress without a limit, so that a file decides how
 * long they run. This one only reads forward.
 */

/** The maximum total size of a file's inflated streams, in bytes. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
const MAX_PAGES = 100;
const MAX_STREAMS = 5000;
/** How often `stream` may occur before an `endstream`: once by the standard, more in damaged or hostile files. */
const MAX_NESTED_STREAMS = 4;

/** How many bytes before a stream are searched for its dictionary. */
const DICTIONARY_BYTES = 2048;

/** How many bytes are scanned before other work of the process continues. */
const SLICE_BYTES = 1024 * 1024;

/** Returns the file without bytes after its end. @throws InvalidFile */
export async function inspectPdf(file: Buffer): Promise<Buffer> {
  const end = file.lastIndexOf("%%EOF");
  if (end < 0) throw damagedError();
  const whole = file.subarray(0, end + 5);
  let pages = await countPages(slices(whole));
  let leftBytes = MAX_INFLATED_BYTES;
  for (const stream of streams(whole)) {
    if (pages > MAX_PAGES) break;
    const inflated = await inspectStream(stream, leftBytes);
    leftBytes -= inflated.bytes;
    pages += inflated.pages;
  }
  if (pages === 0) throw new InvalidFile(text("has no pages", "n'a aucune page"));
  if (pages > MAX_PAGES) throw tooManyPagesError();
  return whole;
}

function* slices(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += SLICE_BYTES) yield file.subarray(at, at + SLICE_BYTES);
}

/** @throws InvalidFile if the bytes contain active content */
async function countPages(chunks: Iterable<Buffer>): Promise<number> {
  const scan = new PdfScan();
  for (const chunk of chunks) {
    scan.write(chunk);
    await nextTurn();
  }
  scan.end();
  return scan.pages;
}

interface Stream {
  readonly dictionary: string;
  readonly body: Buffer;
}

/** The keyword with its neighbours, so that `endstream` and the font Bitstream do not count. */
const BEFORE_STREAM = new Set(Buffer.from("\0\t\n\f\r >"));
const AFTER_STREAM = new Set(Buffer.from("\0\t\n\f\r "));

/** Yields every part of the file that a PDF reader could interpret as a stream. @throws InvalidFile */
function* streams(file: Buffer): Generator<Stream> {
  let end = -1;
  let nested = 0;
  let count = 0;
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    const isKeyword = BEFORE_STREAM.has(file[at - 1] ?? -1) && AFTER_STREAM.has(file[at + 6] ?? -1);
    if (!isKeyword) continue;
    const from = at + 6 + (file[at + 6] === 13 && file[at + 7] === 10 ? 2 : 1);
    nested = at > end ? 1 : nested + 1;
    if (++count > MAX_STREAMS || nested > MAX_NESTED_STREAMS) throw uncheckableError();
    if (at > end) end = endOfStream(file, from);
    const before = file.toString("latin1", Math.max(0, at - DICTIONARY_BYTES), at);
    yield {
      dictionary: unescapeNames(before.slice(before.lastIndexOf(" obj") + 1)),
      body: file.subarray(from, end),
    };
  }
}

function endOfStream(file: Buffer, from: number): number {
  const end = file.indexOf("endstream", from);
  return end < 0 ? file.length : end;
}

/** Filters that an object stream does not need, and that would hide its content. */
const ODD_FILTER =
  /\/(LZW|LZWDecode|A85|AHx|ASCII85Decode|ASCIIHexDecode|RL|RunLengthDecode|Crypt|Predictor)\b/;

/**
 * Inflates a stream and scans the result. A picture, a font, or an object stream without a filter does not inflate: the scan of the whole
 * file covers it.
 * @throws InvalidFile if the result is too large or has active content, or objects have an odd filter or are damaged
 */
async function inspectStream({ dictionary, body }: Stream, maxBytes: number) {
  const holdsObjects = /\/ObjStm\b/.test(dictionary);
  if (holdsObjects && ODD_FILTER.test(dictionary)) throw activeContentError();
  const scan = new PdfScan();
  let bytes = 0;
  let isWhole = false;
  if (isZlib(body)) {
    const inflate = createInflate();
    inflate.end(body);
    try {
      for await (const chunk of inflate as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw inflatesTooFarError();
        scan.write(chunk);
      }
      isWhole = true;
    } catch (error) {
      if (error instanceof InvalidFile) throw error;
    } finally {
      inflate.destroy();
    }
    scan.end();
  }
  if (!isWhole && holdsObjects && /\/Fl(ateDecode)?\b/.test(dictionary)) throw damagedError();
  return { bytes, pages: scan.pages };
}

/** Returns whether bytes begin with the header of a zlib stream (RFC 1950, section 2.2). */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length > 2 && ((bytes[0] as number) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;

const tooManyPagesError = (): InvalidFile =>
  new InvalidFile(
    text(
      `has more than ${MAX_PAGES} pages: export only the pages that show the document`,
      `a plus de ${MAX_PAGES} pages : exportez seulement celles qui montrent le document`,
    ),
  );

const inflatesTooFarError = (): InvalidFile =>
  new InvalidFile(
    text(
      "is larger than 64 MB after decompression: print it to a new PDF with fewer pages, or take a photo of it",
      "dépasse 64 Mo après décompression : imprimez-le en un PDF plus court, ou photographiez-le",
    ),
  );
