import { decode } from "./fingerprints.ts";
import { wordsOf } from "./words.ts";

let isListed: ((word: string) => boolean) | undefined;

/**
 * Returns whether a password is built from a common one (OWASP ASVS 5, 6.2.4): in another case, with look-alike characters, or
 * with digits and special characters around it. The list is read at the first call.
 */
export async function isCommon(password: string): Promise<boolean> {
  isListed ??= decode((await import("./list.lazy.ts")).LIST);
  return wordsOf(password).some(isListed);
}
