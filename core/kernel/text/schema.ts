import * as z from "zod";

/** Text that people write and that others, and their software, read. */

/**
 * Characters that make a text read other than it looks, for use in a character class: overrides, embeddings
 * and isolates of the writing direction (Unicode Technical Report 36, "Bidirectional Text Spoofing"), and the
 * tag characters, which nobody sees and language models read.
 */
export const DISGUISES = "\\u202A-\\u202E\\u2066-\\u2069\\u{E0000}-\\u{E007F}";

/**
 * Text of one line, such as a name or a title: no control characters, no line or paragraph separators, no
 * half of a surrogate pair, which would not come back as it was hashed, and nothing that disguises it.
 */
export const line = z
  .string()
  .trim()
  .regex(
    new RegExp(`^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${DISGUISES}]*$`, "u"),
    "must be one line without control characters, and without ones that disguise it",
  );

/**
 * Text of several lines: no control characters but line feeds, tabs and carriage returns, and no half of a
 * surrogate pair.
 */
export const text = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t\r])*$/u, "must not contain control characters but line ends and tabs");
