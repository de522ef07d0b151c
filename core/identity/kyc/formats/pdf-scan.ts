import { text } from "../../../kernel/texts/index.ts";
import { InvalidFile } from "./invalid-file.ts";

/** The names of active content. They are unlikely to occur by chance in a compressed picture. */
const ACTIVE_NAMES = new Set([
  ...["JavaScript", "Launch", "EmbeddedFile", "EmbeddedFiles", "RichMedia", "RichMediaContent"],
  ...["SubmitForm", "ImportData", "GoToE", "GoToR", "Rendition", "XFA"],
]);

/** Names whose meaning depends on the following token, as bits of a set. */
const ACTION = 1;
const SUBTYPE = 2;
const ADDRESS = 4;
const TYPE = 8;
const followed: ReadonlyMap<string, number> = new Map([
  ["OpenAction", ACTION],
  ["AA", ACTION],
  ["S", SUBTYPE],
  ["URI", ADDRESS],
  ["Type", TYPE],
]);

/** The longest relevant name, if each of its characters is escaped (`#4a`). */
const MAX_NAME_BYTES = 3 * 20;

const SLASH = 0x2f;
const PERCENT = 0x25;
const OPEN_ANGLE = 0x3c;
const OPEN_PARENTHESIS = 0x28;
const REFERENCE = 0x52;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0 || (byte >= 9 && byte <= 13);
const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The delimiters of ISO 32000-2, section 7.2.3: `()<>[]{}/%`. */
const DELIMITERS = new Set([...Buffer.from("()<>[]{}/%")]);

/** The parts of a reference (`9 0 R`): none, number, space, generation, space. */
type ReferencePart = 0 | 1 | 2 | 3 | 4;

/**
 * Finds active content and pages in the bytes of a PDF, which arrive in chunks. It reads each byte once and retains only the current
 * name. Names are found at any position, also in comments, texts and binary data, because readers disagree about where these end.
 */
export class PdfScan {
  /** The number of pages, which is the number of `/Type /Page`. */
  pages = 0;
  /** The current name without its slash, as written. Undefined outside of a name. */
  #name: number[] | undefined;
  /** The names that are followed only by spaces and comments so far. */
  #preceding = 0;
  /** The names before the current comment. They precede the token after the line's end. */
  #beforeComment = 0;
  /** Whether the last byte was the first angle bracket after the name of an action. */
  #isBracketOpen = false;
  #reference: ReferencePart = 0;

  /** @throws InvalidFile for active content, and for an encrypted file */
  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isIdle()) {
        at = chunk.indexOf(SLASH, at);
        if (at < 0) return;
      }
      this.#read(chunk[at] as number);
    }
  }

  /** Ends the last name. @throws InvalidFile */
  end(): void {
    if (this.#name) this.#endName(this.#name);
  }

  #isIdle(): boolean {
    const isBetween = this.#name === undefined && this.#preceding === 0 && this.#beforeComment === 0;
    return isBetween && this.#reference === 0 && !this.#isBracketOpen;
  }

  #read(byte: number): void {
    if (this.#name) {
      if (!isSpace(byte) && !DELIMITERS.has(byte)) {
        if (this.#name.length <= MAX_NAME_BYTES) this.#name.push(byte);
        return;
      }
      this.#endName(this.#name);
    }
    if (isSpace(byte)) this.#readSpace(byte);
    else if (byte === SLASH) this.#name = [];
    else this.#readToken(byte);
  }

  #readSpace(byte: number): void {
    this.#isBracketOpen = false;
    if (this.#reference === 1 || this.#reference === 3) this.#reference++;
    if (!isLineEnd(byte)) return;
    this.#preceding |= this.#beforeComment;
    this.#beforeComment = 0;
  }

  #readToken(byte: number): void {
    const preceding = this.#preceding;
    const reference = this.#reference;
    const isSecondBracket = this.#isBracketOpen && byte === OPEN_ANGLE;
    const isAddress = (preceding & ADDRESS) !== 0 && (byte === OPEN_ANGLE || byte === OPEN_PARENTHESIS);
    if (isSecondBracket || isAddress || (reference === 4 && byte === REFERENCE)) throw activeContentError();
    this.#preceding = 0;
    if (byte === PERCENT) this.#beforeComment |= preceding;
    this.#isBracketOpen = (preceding & ACTION) !== 0 && byte === OPEN_ANGLE;
    this.#reference = isDigit(byte) ? nextPart(reference, (preceding & ACTION) !== 0) : 0;
  }

  #endName(bytes: readonly number[]): void {
    const written = String.fromCharCode(...bytes);
    const name = written.includes("#") ? unescapeNames(written) : written;
    if (name === "Encrypt") throw encryptedError();
    if (ACTIVE_NAMES.has(name)) throw activeContentError();
    if ((this.#preceding & SUBTYPE) !== 0 && name === "URI") throw activeContentError();
    if ((this.#preceding & TYPE) !== 0 && name === "Page") this.pages++;
    this.#preceding = followed.get(name) ?? 0;
    this.#name = undefined;
    this.#isBracketOpen = false;
    this.#reference = 0;
  }
}

/** Returns the part of a reference to which a digit belongs. */
function nextPart(part: ReferencePart, isFirst: boolean): ReferencePart {
  if (isFirst) return 1;
  if (part === 2) return 3;
  return part === 4 ? 0 : part;
}

export const unescapeNames = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export const activeContentError = (): InvalidFile =>
  new InvalidFile(
    text(
      "contains scripts, attachments, links or an active form: print it to a new PDF, or take a photo of it",
      "contient des scripts, des pièces jointes, des liens ou un formulaire actif : imprimez-le en PDF, ou photographiez-le",
    ),
  );

const encryptedError = (): InvalidFile =>
  new InvalidFile(
    text(
      "is protected by a password: print it to a new PDF, or take a photo of it",
      "est protégé par un mot de passe : imprimez-le en PDF, ou photographiez-le",
    ),
  );
