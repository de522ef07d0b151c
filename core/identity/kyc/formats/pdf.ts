import { inflateSync } from "node:zlib";
import { text } from "../../../kernel/texts/index.ts";
import { damaged, Unfit } from "./unfit.ts";

/**
 * PDF (ISO 32000-2). The file stays as it is, because to rewrite a bill is to forge it; only bytes after its end are cut off.
 * A file with active content (scripts, programs, attachments, forms that send) or with encryption is rejected. Escaped names
 * and compressed streams are searched, too.
 */

/** The names of active content. They are too long to occur by chance in a compressed picture. */
const ACTIVE = new Set([
  ...["JavaScript", "Launch", "EmbeddedFile", "EmbeddedFiles", "RichMedia", "RichMediaContent"],
  ...["SubmitForm", "ImportData", "GoToE", "GoToR", "Rendition", "XFA"],
]);

/**
 * Actions at the opening of a page, and links. These names are short, so they are searched with what follows them. An
 * `/OpenAction [` is harmless: it is the page to begin at.
 */
const ACTING = [
  following("/OpenAction", String.raw`(<<|\d+[\s\0]+\d+[\s\0]+R)`),
  following("/AA", String.raw`(<<|\d+[\s\0]+\d+[\s\0]+R)`),
  following("/S", String.raw`/URI\b`),
  following("/URI", "[(<]"),
];

/** A page. `/Pages` is the tree of pages. */
const PAGE = following("/Type", "/Page(?![A-Za-z])");

/** Allows spaces and comments between two words. */
function following(name: string, what: string): RegExp {
  return new RegExp(String.raw`${name}(?:[\s\0]|%[^\r\n]*[\r\n])*${what}`);
}

/** The most bytes to which all streams of a file may inflate. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** How far before a stream its dictionary is searched. */
const DICTIONARY_BYTES = 2048;

export const isPdf = (file: Buffer): boolean => /^%PDF-[12]\.\d/.test(file.subarray(0, 8).toString("latin1"));

/** Returns the file up to its end. @throws Unfit */
export function checkPdf(file: Buffer): Buffer {
  const end = file.lastIndexOf("%%EOF");
  if (end < 0) throw damaged();
  const whole = Buffer.from(file.subarray(0, end + 5));
  let hasPage = inspect(whole);
  let left = MOST_UNPACKED;
  for (const stream of streams(whole)) {
    const unpacked = unpack(stream, left);
    left -= unpacked.length;
    hasPage = inspect(unpacked) || hasPage;
  }
  if (!hasPage) throw empty();
  return whole;
}

/** A name, up to a delimiter or a space. */
const NAME = /\/([^\s\0()<>[\]{}/%]{2,64})/g;

const unescaped = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Searches for active content. @returns whether there is a page @throws Unfit */
function inspect(bytes: Buffer): boolean {
  const written = bytes.toString("latin1");
  const text = written.includes("#") ? unescaped(written) : written;
  for (const [, name = ""] of text.matchAll(NAME)) {
    if (name === "Encrypt") throw locked();
    if (ACTIVE.has(name)) throw active();
  }
  if (ACTING.some((one) => one.test(text))) throw active();
  return PAGE.test(text);
}

const active = (): Unfit =>
  new Unfit(
    text(
      "holds scripts, attachments, links or a form that acts by itself: print it to a new PDF, or photograph it",
      "contient des scripts, des pièces jointes, des liens ou un formulaire actif : imprimez-le en PDF, ou photographiez-le",
    ),
  );

const empty = (): Unfit => new Unfit(text("has no page", "n'a aucune page"));

const locked = (): Unfit =>
  new Unfit(
    text(
      "is locked by a password: print it to a new PDF, or photograph it",
      "est protégé par un mot de passe : imprimez-le en PDF, ou photographiez-le",
    ),
  );

interface Stream {
  readonly dictionary: string;
  readonly body: Buffer;
}

/** Yields every place that a reader could take for a stream. */
function* streams(file: Buffer): Generator<Stream> {
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    if (file.subarray(at - 3, at).toString("latin1") === "end") continue;
    const from = at + 6 + (file[at + 6] === 13 ? 1 : 0) + 1;
    const before = file.subarray(Math.max(0, at - DICTIONARY_BYTES), at).toString("latin1");
    const end = file.indexOf("endstream", from);
    yield {
      dictionary: unescaped(before.slice(before.lastIndexOf(" obj") + 1)),
      body: file.subarray(from, end < 0 ? file.length : end),
    };
  }
}

/** Filters that a stream of objects does not need, and that would hide its content. */
const ODD_FILTER =
  /\/(LZW|LZWDecode|A85|AHx|ASCII85Decode|ASCIIHexDecode|RL|RunLengthDecode|Crypt|Predictor)\b/;

/** Inflates a stream. Another stream is returned empty, unless it contains objects. @throws Unfit */
function unpack({ dictionary, body }: Stream, most: number): Buffer {
  const holdsObjects = /\/ObjStm\b/.test(dictionary);
  if (holdsObjects && ODD_FILTER.test(dictionary)) throw active();
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooMuch();
    // A picture, a font, or no stream at all.
    if (!holdsObjects) return Buffer.alloc(0);
    if (/\/Fl(ateDecode)?\b/.test(dictionary)) throw damaged();
    return body;
  }
}

const tooMuch = (): Unfit =>
  new Unfit(
    text(
      "unpacks to more than 64 MB: print it to a new PDF with fewer pages, or photograph it",
      "se décompresse en plus de 64 Mo : imprimez-le en un PDF plus court, ou photographiez-le",
    ),
  );
