import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";
import { encode } from "../core/identity/common-passwords/fingerprints.ts";
import { storedWordOf } from "../core/identity/common-passwords/words.ts";

/** `npm run passwords`: writes the list of common passwords from those of `@zxcvbn-ts/language-common`, for a new version of it. */

const FILE = "core/identity/common-passwords/list.lazy.ts";

/** Returns the words of the common passwords. */
export const commonWords = (): ReadonlySet<string> =>
  new Set(Array.from(dictionary["passwords-common"], (one) => storedWordOf(one) ?? []).flat());

/** Returns the content of the list's file. */
export const listFile = (): string =>
  `/** The common passwords: fingerprints of their words (\`fingerprints.ts\`). Written by \`npm run passwords\`. */
export const LIST =
  "${encode(commonWords())}";
`;

if (import.meta.main) {
  writeFileSync(FILE, listFile());
  process.stdout.write(`${FILE}: ${commonWords().size} words\n`);
}
