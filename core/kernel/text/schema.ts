import * as z from "zod";
import { rule } from "../texts/index.ts";

/** Text that a user writes and others read. */

// The patterns have no flag, so they mean the same in every tool that reads the API document.

/** Control characters for a character class, including line feed, tab and carriage return. */
const CONTROL = "\\u0000-\\u001F\\u007F-\\u009F";
const CONTROL_BUT_LINES = "\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F";

/** Text without control characters. */
export const NO_CONTROL = new RegExp(`^[^${CONTROL}]*$`);

/**
 * Deceptive characters for a character class: overrides, embeddings and isolates of the writing direction (Unicode
 * Technical Report 36, "Bidirectional Text Spoofing"), and tag characters, which are invisible but language models read.
 */
export const DISGUISES = "\\u202A-\\u202E\\u2066-\\u2069\\u{E0000}-\\u{E007F}";

/** The deceptive characters that a pattern cannot name without a flag. */
const HIDDEN = /[\u{E0000}-\u{E007F}]/u;
const ONE_LINE = rule(
  "must be one line without control characters or hidden formatting characters",
  "doit tenir sur une ligne, sans caractères de contrôle ni caractères de mise en forme cachés",
);
const LINES = rule(
  "must not contain control characters other than line breaks and tabs",
  "ne doit pas contenir de caractères de contrôle autres que des sauts de ligne et des tabulations",
);

/** Text of 1 to so many characters, without spaces around it. */
export const trimmed = (most: number) => z.string().trim().min(1).max(most);

/**
 * Text of one line, such as a name or a title. It has no control characters, line or paragraph separators, deceptive
 * characters, or half of a surrogate pair, which would change when stored.
 */
export const line = z
  .string()
  .trim()
  .regex(new RegExp(`^[^${CONTROL}\\u2028-\\u202E\\u2066-\\u2069]*$`), { error: ONE_LINE, abort: true })
  .refine((given) => given.isWellFormed() && !HIDDEN.test(given), ONE_LINE);

/** Letters and digits of any script. A name of invisible characters, such as zero-width spaces, has none. */
const SEEN = /[\p{L}\p{N}]/u;

/** A name: one line with at least one letter or digit, or empty. */
export const named = line
  .normalize("NFC")
  .refine(
    (given) => given === "" || SEEN.test(given),
    rule("must contain a letter or a digit", "doit contenir une lettre ou un chiffre"),
  );

/** Text of several lines: of the control characters only line feeds, tabs and carriage returns; no half of a surrogate pair. */
export const text = z
  .string()
  .trim()
  .regex(new RegExp(`^[^${CONTROL_BUT_LINES}]*$`), { error: LINES, abort: true })
  .refine((given) => given.isWellFormed(), LINES);

const disguises = new RegExp(`[${DISGUISES}]`, "gu");

/** Returns a text without deceptive characters. */
export const undisguised = (text: string): string => text.replace(disguises, "");
