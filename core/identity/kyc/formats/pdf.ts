import { inflateSync } from "node:zlib";
import { text } from "../../../kernel/texts/index.ts";
import { damagedError, InvalidFile } from "./invalid-file.ts";

/**
 * Inspects PDF files (ISO 32000-2). Rejects active content (scripts, programs, attachments, forms that submit) and encryption, also
 * in escaped names and compressed streams. Does not rewrite the file, because a changed bill would look forged; only removes bytes
 * after its end.
 */

/** The names of active content. They are unlikely to occur by chance in a compressed picture. */
const ACTIVE_NAMES = new Set([
  ...["JavaScript", "Launch", "EmbeddedFile", "EmbeddedFiles", "RichMedia", "RichMediaContent"],
  ...["SubmitForm", "ImportData", "GoToE", "GoToR", "Rendition", "XFA"],
]);

/**
 * Actions that run when a page opens, and links. These names are short, so the patterns include the following token. `/OpenAction [`
 * is harmless: it only selects the first visible page.
 */
const ACTIVE_PATTERNS = [
  nameFollowedBy("/OpenAction", String.raw`(<<|\d+[\s\0]+\d+[\s\0]+R)`),
  nameFollowedBy("/AA", String.raw`(<<|\d+[\s\0]+\d+[\s\0]+R)`),
  nameFollowedBy("/S", String.raw`/URI\b`),
  nameFollowedBy("/URI", "[(<]"),
];

/** Matches a page, but not `/Pages`, the tree of pages. */
const PAGE = nameFollowedBy("/Type", "/Page(?![A-Za-z])");

/** Returns a pattern of a name and its following token, with spaces and comments in between. */
function nameFollowedBy(name: string, token: string): RegExp {
  return new RegExp(String.raw`${name}(?:[\s\0]|%[^\r\n]*[\r\n])*${token}`);
}

/** The maximum total size of a file's inflated streams, in bytes. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

/** How many bytes before a stream are searched for its dictionary. */
const DICTIONARY_BYTES = 2048;

export const isPdf = (file: Buffer): boolean => /^%PDF-[12]\.\d/.test(file.subarray(0, 8).toString("latin1"));

/** Returns the file without bytes after its end. @throws InvalidFile */
export function cleanPdf(file: Buffer): Buffer {
  const end = file.lastIndexOf("%%EOF");
  if (end < 0) throw damagedError();
  const whole = Buffer.from(file.subarray(0, end + 5));
  let hasPage = rejectActiveContent(whole);
  let left = MAX_INFLATED_BYTES;
  for (const stream of streams(whole)) {
    const inflated = inflate(stream, left);
    left -= inflated.length;
    hasPage = rejectActiveContent(inflated) || hasPage;
  }
  if (!hasPage) throw noPageError();
  return whole;
}

/** Matches a name, up to a delimiter or a space. */
const NAME = /\/([^\s\0()<>[\]{}/%]{2,64})/g;

const unescapeNames = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** @returns whether the bytes contain a page @throws InvalidFile if they contain active content */
function rejectActiveContent(bytes: Buffer): boolean {
  const written = bytes.toString("latin1");
  const text = written.includes("#") ? unescapeNames(written) : written;
  for (const [, name = ""] of text.matchAll(NAME)) {
    if (name === "Encrypt") throw encryptedError();
    if (ACTIVE_NAMES.has(name)) throw activeContentError();
  }
  if (ACTIVE_PATTERNS.some((one) => one.test(text))) throw activeContentError();
  return PAGE.test(text);
}

const activeContentError = (): InvalidFile =>
  new InvalidFile(
    text(
      "contains scripts, attachments, links or an active form: print it to a new PDF, or take a photo of it",
      "contient des scripts, des pièces jointes, des liens ou un formulaire actif : imprimez-le en PDF, ou photographiez-le",
    ),
  );

const noPageError = (): InvalidFile => new InvalidFile(text("has no pages", "n'a aucune page"));

const encryptedError = (): InvalidFile =>
  new InvalidFile(
    text(
      "is protected by a password: print it to a new PDF, or take a photo of it",
      "est protégé par un mot de passe : imprimez-le en PDF, ou photographiez-le",
    ),
  );

interface Stream {
  readonly dictionary: string;
  readonly body: Buffer;
}

/** Yields every part of the file that a PDF reader could interpret as a stream. */
function* streams(file: Buffer): Generator<Stream> {
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    if (file.subarray(at - 3, at).toString("latin1") === "end") continue;
    const from = at + 6 + (file[at + 6] === 13 ? 1 : 0) + 1;
    const before = file.subarray(Math.max(0, at - DICTIONARY_BYTES), at).toString("latin1");
    const end = file.indexOf("endstream", from);
    yield {
      dictionary: unescapeNames(before.slice(before.lastIndexOf(" obj") + 1)),
      body: file.subarray(from, end < 0 ? file.length : end),
    };
  }
}

/** Filters that an object stream does not need, and that would hide its content. */
const ODD_FILTER =
  /\/(LZW|LZWDecode|A85|AHx|ASCII85Decode|ASCIIHexDecode|RL|RunLengthDecode|Crypt|Predictor)\b/;

/**
 * Inflates a stream. If that fails, returns the stream itself if it contains objects without a Flate filter, otherwise an
 * empty buffer.
 * @throws InvalidFile if the result is too large, or objects have an odd filter or are damaged
 */
function inflate({ dictionary, body }: Stream, maxBytes: number): Buffer {
  const holdsObjects = /\/ObjStm\b/.test(dictionary);
  if (holdsObjects && ODD_FILTER.test(dictionary)) throw activeContentError();
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") throw inflatesTooFarError();
    // It is a picture, a font, or not a stream.
    if (!holdsObjects) return Buffer.alloc(0);
    if (/\/Fl(ateDecode)?\b/.test(dictionary)) throw damagedError();
    return body;
  }
}

const inflatesTooFarError = (): InvalidFile =>
  new InvalidFile(
    text(
      "is larger than 64 MB after decompression: print it to a new PDF with fewer pages, or take a photo of it",
      "dépasse 64 Mo après décompression : imprimez-le en un PDF plus court, ou photographiez-le",
    ),
  );
