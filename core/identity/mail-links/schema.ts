import * as z from "zod";
import { trimmed } from "../../kernel/text/schema.ts";
import { rule } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";

/** The purposes of links in emails. A user has at most one link of each: the latest. */
export const purposes = ["reset-password", "verify-email", "change-email", "sign-in"] as const;
export type Purpose = (typeof purposes)[number];

/** How long a link is valid, in seconds. */
export const LIFETIME_SECONDS = {
  "reset-password": 1800,
  "verify-email": DAY_SECONDS,
  "change-email": DAY_SECONDS,
  "sign-in": 1800,
} as const satisfies Record<Purpose, number>;

/** How often a code may be tried, because six digits are soon guessed. */
export const CODE_TRIES = 5;

/**
 * How many emails of a purpose an address gets within how many seconds. Every link is valid at least as long, so a stranger
 * who uses the emails up leaves the owner a valid one.
 */
export const LETTERS = 3;
export const LETTERS_SECONDS = 1800;

export const mailToken = trimmed(200).meta({ description: "The `token` of the link that the mail carries" });

const mailCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, rule("must be the six digits of the mail", "doit être les six chiffres de l'e-mail"))
  .meta({ description: "The code that the mail carries", examples: ["402913"] });

/** The token of an email's link, or its code. */
export const shownOfLetter = z.union([
  z.strictObject({ token: mailToken }),
  z.strictObject({ code: mailCode }),
]);
export type Shown = z.output<typeof shownOfLetter>;
