/** Reduces passwords to the words that people build them from. Pure. */

/** The shortest word that makes a password common. */
const LEAST_LENGTH = 4;

/** Digits and special characters that stand for a letter. `l` and `i` have the same look-alikes, so they count as one letter. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ "@": "a", "4": "a", "8": "b", "3": "e", "9": "g", "1": "i", "!": "i", "|": "i", l: "i" },
  ...{ "0": "o", $: "s", "5": "s", "7": "t", "+": "t", "2": "z" },
};

/** The special characters above the digits of a keyboard. */
const SHIFTED: Readonly<Record<string, string>> = {
  ...{ "!": "1", "@": "2", "#": "3", $: "4", "%": "5", "^": "6", "&": "7", "*": "8", "(": "9", ")": "0" },
};

const replaceEach = (text: string, replacements: Readonly<Record<string, string>>): string =>
  Array.from(text, (one) => replacements[one] ?? one).join("");

const fold = (word: string): string => replaceEach(word, LOOK_ALIKES);

/** Removes what people append or prepend to satisfy a rule: one or two digits, a repeated one, a sequence, a year; special characters. */
function withoutAffixes(text: string): string {
  const special = "[^\\p{L}\\p{N}]{0,4}";
  const digits = "(\\d)\\1{2,}|1234?5?6?7?8?9?0?|0123?4?|9?8?7?6?5?4?321|(?:19|20)\\d\\d|007|\\d{1,2}";
  const affix = `${special}(?:${digits})?${special}`;
  return text.replace(new RegExp(`${affix}$`, "u"), "").replace(new RegExp(`^${affix}`, "u"), "");
}

/** Returns the words that a password may be built from: its core, and the whole; as typed, without special characters, unshifted. */
export function wordsOf(password: string): readonly string[] {
  const words = readingsOf(password)
    .flatMap((one) => [one, withoutAffixes(one)])
    .filter(isLongEnough);
  return [...new Set(words.map(fold))];
}

function readingsOf(password: string): readonly string[] {
  const lower = password.normalize("NFKC").toLowerCase();
  return [lower, lower.replace(/[^\p{L}\p{N}]/gu, ""), replaceEach(lower, SHIFTED)];
}

/** The platform's name, which is too short to be a stored word, and words that people put beside it (OWASP ASVS 5, 6.1.2). */
const PLATFORM = "svc";
const COMPANIONS = [
  ...[
    "account",
    "admin",
    "app",
    "bank",
    "banque",
    "card",
    "carte",
    "compte",
    "console",
    "login",
    "money",
    "password",
  ],
  ...["pay", "platform", "secret", "support", "team", "user", "wallet"],
];
const CONTEXT_WORDS: ReadonlySet<string> = new Set(
  ["", ...COMPANIONS]
    .flatMap((one) => [PLATFORM + one, one + PLATFORM, `my${PLATFORM}${one}`])
    .flatMap((one) => [one, one + PLATFORM])
    .map(fold),
);

/** Returns whether a password is built from the platform's name alone, or with a word beside it. */
export const isContextWord = (password: string): boolean =>
  readingsOf(password).some(
    (one) => CONTEXT_WORDS.has(fold(one)) || CONTEXT_WORDS.has(fold(withoutAffixes(one))),
  );

/** Returns the word to store for a common password. Undefined if no password that satisfies the rules is built from it. */
export function storedWordOf(common: string): string | undefined {
  const lower = common.normalize("NFKC").toLowerCase();
  const word = withoutAffixes(lower);
  const stored = isLongEnough(word) ? word : lower;
  return isLongEnough(stored) && /\p{L}/u.test(stored) ? fold(stored) : undefined;
}

const isLongEnough = (word: string): boolean => word.length >= LEAST_LENGTH;
