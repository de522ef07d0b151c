import * as z from "zod";
import { rule } from "../kernel/texts/index.ts";

/** Fields of the bank's events: what an event cannot do without is required, the rest taken where sound. */

/** An id. It becomes part of a key, where half a character would become another one. */
export const id = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine(
    (text) => text.isWellFormed(),
    rule("must be well-formed Unicode text", "doit être un texte Unicode bien formé"),
  );

/** A text of at most so many characters; half a character of it is replaced. */
export const wellFormed = (most: number) =>
  z
    .string()
    .max(most)
    .transform((written) => written.toWellFormed());

/** A text, cut to a length; undefined where it is none. */
export const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((written) => written.slice(0, most).toWellFormed())
    .optional()
    .catch(undefined);

/** Whom an event is about. */
export const subject = z.looseObject({
  /** Our own id. */
  userId: id.optional().catch(undefined),
  /** The bank's. */
  accountId: id.optional().catch(undefined),
  /** That of a user's account which money comes to; with or without spaces. */
  iban: z
    .string()
    .max(50)
    .transform((written) => written.replace(/\s/g, "").toUpperCase())
    .optional()
    .catch(undefined),
});
