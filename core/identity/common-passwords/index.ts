import { decode } from "./fingerprints.ts";
import { isContextWord, wordsOf } from "./words.ts";

let isListed: ((word: string) => boolean) | undefined;

/**
 * Returns whether a password is built from a common one or from the platform's name (OWASP ASVS 5, 6.2.4 and 6.2.11): in another
 * case, with look-alike characters, or with digits and special characters around it. The list is read at the first call.
 */
export async function isCommon(password: string): Promise<boolean> {
  if (isContextWord(password)) return true;
  isListed ??= decode((await import("./list.lazy.ts")).LIST);
  return wordsOf(password).some(isListed);
}
