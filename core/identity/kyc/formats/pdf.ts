import { inflateSync } from "node:zlib";
import { text } from "../../../kernel/texts/index.ts";
import { damaged, Unfit } from "./unfit.ts";

/**
 * PDF (ISO 32000-2): kept as it is, for to rewrite a bill is to forge it; only what stands behind its end is
 * cut off. One that could do something where it is opened (scripts, programs, attachments, forms that send)
 * is refused, and so is one that nobody can look into. Names may hide by escapes, and in compressed streams:
 * both are looked through.
 */

/** Names without which nothing active works. They are long: chance makes none in a compressed picture. */
const ACTIVE = new Set([
  ...["JavaScript", "Launch", "EmbeddedFile", "EmbeddedFiles", "RichMedia", "RichMediaContent"],
  ...["SubmitForm", "ImportData", "GoToE", "GoToR", "Rendition", "XFA"],
]);

/**
 * What acts where a page is opened, or leads out of the file. Short names are looked for with what follows them, so that
 * chance makes none. A place to begin reading at (`/OpenAction [`) does nothing.
 */
const ACTING = [
  following("/OpenAction", String.raw`(<<|\d+[\s\0]+\d+[\s\0]+R)`),
  following("/AA", String.raw`(<<|\d+[\s\0]+\d+[\s\0]+R)`),
  following("/S", String.raw`/URI\b`),
  following("/URI", "[(<]"),
];

/** A page; `/Pages` is the tree that they hang in. */
const PAGE = following("/Type", "/Page(?![A-Za-z])");

/** Spaces and remarks may be between any two words. */
function following(name: string, what: string): RegExp {
  return new RegExp(String.raw`${name}(?:[\s\0]|%[^\r\n]*[\r\n])*${what}`);
}

/** What all streams of a file may unpack to, in bytes. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** How far before a stream its dictionary is looked for. */
const DICTIONARY_BYTES = 2048;

export const isPdf = (file: Buffer): boolean => /^%PDF-[12]\.\d/.test(file.subarray(0, 8).toString("latin1"));

/** The file as it is, up to its end. @throws Unfit */
export function checkPdf(file: Buffer): Buffer {
  const end = file.lastIndexOf("%%EOF");
  if (end < 0) throw damaged();
  const whole = Buffer.from(file.subarray(0, end + 5));
  let hasPage = look(whole);
  let left = MOST_UNPACKED;
  for (const stream of streams(whole)) {
    const unpacked = unpack(stream, left);
    left -= unpacked.length;
    hasPage = look(unpacked) || hasPage;
  }
  if (!hasPage) throw empty();
  return whole;
}

/** A name, up to a delimiter or a space. */
const NAME = /\/([^\s\0()<>[\]{}/%]{2,64})/g;

const unescaped = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Looks for what acts. @returns whether there is a page @throws Unfit */
function look(bytes: Buffer): boolean {
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

/** Each place that could be a stream: whether a reader takes it for one is his affair. */
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

/** Filters that a stream of objects has no need of, and that would hide what it holds. */
const ODD_FILTER =
  /\/(LZW|LZWDecode|A85|AHx|ASCII85Decode|ASCIIHexDecode|RL|RunLengthDecode|Crypt|Predictor)\b/;

/** What a stream holds, where it is deflated; nothing of any other. @throws Unfit */
function unpack({ dictionary, body }: Stream, most: number): Buffer {
  const holdsObjects = /\/ObjStm\b/.test(dictionary);
  if (holdsObjects && ODD_FILTER.test(dictionary)) throw active();
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooMuch();
    // A picture, a font as it is, or what only looks like a stream.
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
