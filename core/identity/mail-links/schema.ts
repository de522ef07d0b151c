import * as z from "zod";
import { trimmed } from "../../kernel/text/schema.ts";
import { rule } from "../../kernel/texts/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";

/** The purposes of links in emails. Only the latest link of each purpose is valid. */
export const purposes = ["reset-password", "verify-email", "change-email", "sign-in"] as const;
export type Purpose = (typeof purposes)[number];

/** How long a link is valid, in seconds. */
export const LIFETIME_SECONDS = {
  "reset-password": 1800,
  "verify-email": DAY_SECONDS,
  "change-email": DAY_SECONDS,
  "sign-in": 1800,
} as const satisfies Record<Purpose, number>;

/** How long a change of the address can be undone with the link in the email to the former address, in seconds. */
export const UNDO_SECONDS = 7 * DAY_SECONDS;

/** The maximum number of changes of an account's address that can be undone at a time. Further ones must wait. */
export const MAX_EMAIL_CHANGES = 5;

/** The maximum number of attempts with a code, because six digits are easy to guess. */
export const CODE_TRIES = 5;

/**
 * The maximum number of emails of a purpose to an address, within this many seconds. Every link is valid at least as long, so that
 * the owner has a valid link even if an attacker uses up the limit.
 */
export const EMAILS = 3;
export const EMAILS_SECONDS = 1800;

export const mailToken = trimmed(200).meta({ description: "The `token` parameter of the link in the email" });

const mailCode = z
  .string()
  .trim()
  .regex(
    /^\d{6}$/,
    rule("must be the six-digit code from the email", "doit être le code à six chiffres de l'e-mail"),
  )
  .meta({ description: "The code in the email", examples: ["402913"] });

/** The token of an email's link, or its code. */
export const linkProof = z.union([z.strictObject({ token: mailToken }), z.strictObject({ code: mailCode })]);
export type LinkProof = z.output<typeof linkProof>;
