import type { InLanguages } from "../kernel/texts/index.ts";

/**
 * Text messages. They are of the letters of GSM 03.38 alone, so that one message carries them: no narrow spaces, no
 * typographic quotes, no letters with a circumflex or a cedilla.
 */

/** What a text message tells of. */
interface Coded {
  readonly code: string;
}

/** The code that proves a phone number. */
export const phoneCode: InLanguages<(about: Coded) => string> = {
  fr: ({ code }) =>
    `${code} est votre code pour confirmer ce numéro, valable 10 minutes. Ne le donnez à personne : nous ne le demandons jamais.`,
  en: ({ code }) =>
    `${code} is your code to confirm this number, valid for 10 minutes. Give it to nobody: we never ask for it.`,
};
