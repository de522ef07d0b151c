import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** What a link that a mail carries is for. A user has one of each at most: that of the latest letter. */
export const purposes = ["reset-password", "verify-email", "change-email", "sign-in"] as const;
export type Purpose = (typeof purposes)[number];

/** How long a link holds, in seconds. */
export const LIFETIME_SECONDS = {
  "reset-password": 1800,
  "verify-email": 86_400,
  "change-email": 86_400,
  "sign-in": 1800,
} as const satisfies Record<Purpose, number>;

/** How often a letter's code may be tried: six digits are soon guessed. */
export const CODE_TRIES = 5;

/**
 * How many letters of a purpose an address gets within how many seconds, whoever asks for them. No link holds for
 * less: a stranger who uses the letters up leaves the owner one that works.
 */
export const LETTERS = 3;
export const LETTERS_SECONDS = 1800;

export const mailToken = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: "The `token` of the link that the mail carries" });

const mailCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, rule("must be the six digits of the mail", "doit être les six chiffres de l'e-mail"))
  .meta({ description: "The code that the mail carries", examples: ["402913"] });

/** What somebody shows of a letter: its link's token, or its code. */
export const shownOfLetter = z.union([
  z.strictObject({ token: mailToken }),
  z.strictObject({ code: mailCode }),
]);
export type Shown = z.output<typeof shownOfLetter>;
