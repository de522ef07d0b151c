import * as z from "zod";

/** What the bank's events have in common. Only what an event cannot do without is asked for; the rest is taken where it is sound. */

/** Half a character cannot be kept in a key: another id might become the same. */
const whole = (given: string): boolean => given.isWellFormed();

/** An id of the bank's or of ours; it becomes part of a key. */
export const id = z.string().trim().min(1).max(255).refine(whole, "must be well-formed Unicode text");

/** A text that is kept where it is one, cut to a length. */
export const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .transform((given) => given.slice(0, most).toWellFormed())
    .optional()
    .catch(undefined);

/** Whom an event is about. */
export const subject = z.looseObject({
  /** Our own id. */
  userId: id.optional().catch(undefined),
  /** The bank's. */
  accountId: id.optional().catch(undefined),
});
