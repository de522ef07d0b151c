import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** How long a code holds, in seconds, from when it is sent. */
export const CODE_SECONDS = 600;
/** How often a code may be tried: six digits are soon guessed. */
export const CODE_TRIES = 5;
/** How many codes an account asks for in an hour, and how many go to a number, whoever asks for them. */
export const CODES_PER_HOUR = 10;
/** How many in a day: guesses at somebody else's stay without hope. */
export const CODES_PER_DAY = 20;

/** How many codes go to a thousand numbers that follow each other, and how many are asked for from an address, a day. */
export const CODES_PER_BLOCK = 100;
export const CODES_PER_ADDRESS = 50;
/** How much of the month's budget for text messages a day may spend. */
export const DAILY_PART_OF_BUDGET = 0.1;

export const phoneCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, rule("must be the six digits of the text message", "doit être les six chiffres du SMS"))
  .meta({ description: "The code that the text message carries", examples: ["402913"] });
