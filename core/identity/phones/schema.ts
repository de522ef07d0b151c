import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** How long a code is valid after it is sent, in seconds. */
export const CODE_SECONDS = 600;
/** How often a code may be tried, because six digits are soon guessed. */
export const CODE_TRIES = 5;
/** How many codes an account may request in an hour, and how many are sent to a number. */
export const CODES_PER_HOUR = 10;
/** The same for a day, so that guessing is hopeless. */
export const CODES_PER_DAY = 20;

/** How many codes are sent to a block of a thousand numbers, and may be requested from an address, in a day. */
export const CODES_PER_BLOCK = 100;
export const CODES_PER_ADDRESS = 50;
/** The part of the month's budget that a day may spend. */
export const DAILY_PART_OF_BUDGET = 0.1;

export const phoneCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, rule("must be the six digits of the text message", "doit être les six chiffres du SMS"))
  .meta({ description: "The code that the text message carries", examples: ["402913"] });
