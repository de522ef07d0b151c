import * as z from "zod";
import { rule } from "../texts/index.ts";

/** Text that people write and that others, and their software, read. */

// Patterns here have no flag: they mean the same in every tool that reads them from the API document.

/** Control characters, for use in a character class; line feed, tab and carriage return are three of them. */
const CONTROL = "\\u0000-\\u001F\\u007F-\\u009F";
const CONTROL_BUT_LINES = "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F";

/** Text without control characters. */
export const NO_CONTROL = new RegExp(`^[^${CONTROL}]*$`);

/**
 * Characters that make a text read other than it looks, for use in a character class: overrides, embeddings
 * and isolates of the writing direction (Unicode Technical Report 36, "Bidirectional Text Spoofing"), and the
 * tag characters, which nobody sees and language models read.
 */
export const DISGUISES = "\\u202A-\\u202E\\u2066-\\u2069\\u{E0000}-\\u{E007F}";

/** Those beyond the characters that a pattern can name without a flag. */
const HIDDEN = /[\u{E0000}-\u{E007F}]/u;
const ONE_LINE = rule(
  "must be one line without control characters, and without ones that disguise it",
  "doit tenir sur une ligne, sans caractères de contrôle ni caractères qui la déguisent",
);
const LINES = rule(
  "must not contain control characters but line ends and tabs",
  "ne doit pas contenir de caractères de contrôle autres que fins de ligne et tabulations",
);

/**
 * Text of one line, such as a name or a title: no control characters, no line or paragraph separators, no
 * half of a surrogate pair, which would not come back as it was hashed, and nothing that disguises it.
 */
export const line = z
  .string()
  .trim()
  .regex(new RegExp(`^[^${CONTROL}\\u2028-\\u202E\\u2066-\\u2069]*$`), { error: ONE_LINE, abort: true })
  .refine((given) => given.isWellFormed() && !HIDDEN.test(given), ONE_LINE);

/** A name of characters that nobody sees, such as a space without width, has none of these. */
const SEEN = /[\p{L}\p{N}]/u;

/** How somebody is called, to be read by others: a line with something in it to see. */
export const named = line
  .normalize("NFC")
  .refine(
    (given) => given === "" || SEEN.test(given),
    rule("must have a letter or a digit", "doit avoir une lettre ou un chiffre"),
  );

/**
 * Text of several lines: no control characters but line feeds, tabs and carriage returns, and no half of a
 * surrogate pair.
 */
export const text = z
  .string()
  .trim()
  .regex(new RegExp(`^[^${CONTROL_BUT_LINES}]*$`), { error: LINES, abort: true })
  .refine((given) => given.isWellFormed(), LINES);

const disguises = new RegExp(`[${DISGUISES}]`, "gu");

/** A text without the characters that make it read other than it looks. */
export const undisguised = (text: string): string => text.replace(disguises, "");
