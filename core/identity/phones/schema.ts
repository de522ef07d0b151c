import * as z from "zod";
import { rule } from "../../kernel/texts/index.ts";

/** How long a code holds, in seconds, from when it is sent. */
export const CODE_SECONDS = 600;
/** How often a code may be tried: six digits are soon guessed. */
export const CODE_TRIES = 5;
/** How many codes an account asks for in an hour, and how many go to a number, whoever asks for them. */
export const CODES_PER_HOUR = 10;
/** How many codes go to a number in a day: guesses at somebody else's stay without hope. */
export const CODES_PER_DAY = 20;

export const phoneCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, rule("must be the six digits of the text message", "doit être les six chiffres du SMS"))
  .meta({ description: "The code that the text message carries", examples: ["402913"] });
