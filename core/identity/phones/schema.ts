import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** How long a code is valid after it is sent, in seconds. */
export const CODE_SECONDS = 600;
/** The maximum number of attempts with a code, because six digits are easy to guess. */
export const CODE_TRIES = 5;
/** The maximum number of codes for an account, and to a number, in an hour. */
export const CODES_PER_HOUR = 10;
/** The same for a day, so that guessing cannot succeed. */
export const CODES_PER_DAY = 20;

/** The maximum number of codes to a block of a thousand numbers, and from an IP address, in a day. */
export const CODES_PER_BLOCK = 100;
export const CODES_PER_ADDRESS = 50;
/** The share of the monthly budget for one day. */
export const DAILY_BUDGET_SHARE = 0.1;

export const phoneCode = z
  .string()
  .trim()
  .regex(
    /^\d{6}$/,
    rule("must be the six-digit code from the text message", "doit être le code à six chiffres du SMS"),
  )
  .meta({ description: "The code in the text message", examples: ["402913"] });
