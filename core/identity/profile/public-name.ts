import { undisguised } from "../../kernel/text/schema.ts";
import * as Table from "../../platform/table/index.ts";
import type { Account } from "../actor.ts";
import * as Kyc from "../kyc/index.ts";

/**
 * Names that other users see. Registration accepts any text as a name, so that a name may pretend to be a link or the platform's
 * staff. Such a name is shown to others only after the identity verification, which compares it with a document.
 */

/** Returns the name of a user for other users: the masked email address while a doubtful name is not verified. */
export async function publicName({
  userId,
  name,
  email,
}: Pick<Account, "userId" | "name" | "email">): Promise<string> {
  if (!isDoubtfulName(name)) return name;
  const { status } = Kyc.fromItem(userId, await Table.get(Kyc.keyOf(userId)));
  return status === "VALIDATED" ? name : maskEmail(email);
}

/** Masks an address: `a***@example.com`. */
export function maskEmail(email: string): string {
  const [first = ""] = email;
  return `${first}***${email.slice(email.lastIndexOf("@"))}`;
}

/** Returns whether a name contains an address, a domain or a word of the platform or its staff. Errs on the side of doubt. */
export function isDoubtfulName(name: string): boolean {
  const plain = toPlain(name);
  return LINK.test(plain) || plain.split(/\s+/u).some(mixesScripts) || namesStaff(plain);
}

/** Removes invisible characters and the style of letters, such as full width, bold or circled. */
const toPlain = (name: string): string =>
  undisguised(name)
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/[\u3002\uFF61\u2024]/gu, ".");

/** Matches text that a mail program may turn into a link, or that reads like one. */
const LINK =
  /:\/\/|@|\bwww\b|[\p{L}\p{N}]\s*\.\p{L}{2}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:dot|point)\s+(?:com|net|org|fr|eu|io|app|info)\b/iu;

const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE_SCRIPT = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Returns whether a word mixes Latin letters with those of a similar script, which no language does. */
const mixesScripts = (word: string): boolean => LATIN.test(word) && LOOKALIKE_SCRIPT.test(word);

const namesStaff = (plain: string): boolean => {
  const words = skeleton(plain).split(/[^\p{L}\p{N}]+/u);
  const joined = words.join("");
  return (
    [...words, ...spelledOut(words)].some((word) => staffWords.has(word)) ||
    staffStems.some((stem) => joined.includes(stem))
  );
};

/** Joins letters with gaps: "s v c" is "svc". */
const spelledOut = (words: readonly string[]): string[] =>
  words
    .map((word) => (word.length === 1 ? word : " "))
    .join("")
    .split(" ");

/** Letters, digits and signs that look like Latin letters. Capital letters are in lower case. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "8": "b",
    $: "s",
    "!": "i",
    "|": "i",
    "€": "e",
  },
  // Cyrillic.
  ...{ а: "a", в: "b", е: "e", к: "k", м: "m", н: "h", о: "o", р: "p", с: "c", т: "t", у: "y", х: "x" },
  ...{ ѕ: "s", і: "i", ј: "j", ԁ: "d", ѵ: "v", ԛ: "q", ԝ: "w", п: "n", г: "r", и: "u", ц: "u", ӏ: "i" },
  // Greek and Armenian.
  ...{
    α: "a",
    β: "b",
    ε: "e",
    ι: "i",
    κ: "k",
    ν: "v",
    ο: "o",
    ρ: "p",
    τ: "t",
    υ: "u",
    χ: "x",
    ϲ: "c",
    η: "n",
  },
  ...{ ո: "n", ս: "u", օ: "o", ց: "g" },
  // Small capitals and letters with strokes.
  ...{ ᴀ: "a", ʙ: "b", ᴄ: "c", ᴅ: "d", ᴇ: "e", ɪ: "i", ᴋ: "k", ʟ: "i", ᴍ: "m", ɴ: "n", ᴏ: "o", ᴘ: "p" },
  ...{ ʀ: "r", ꜱ: "s", ᴛ: "t", ᴜ: "u", ᴠ: "v", ʏ: "y", ı: "i", ø: "o", đ: "d", ħ: "h", ł: "i" },
};

/** Reduces a text to lower-case Latin letters that look like it. Similar letters become one, such as l and i, or rn and m. */
const skeleton = (text: string): string =>
  [...text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "")]
    .map((char) => lookalikes[char] ?? char)
    .join("")
    .replaceAll("l", "i")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

/** Words that a name must not contain as a whole word, because they are parts of common names. */
const staffWords: ReadonlySet<string> = new Set(
  [
    ...[
      "svc",
      "bank",
      "banks",
      "staff",
      "team",
      "equipe",
      "system",
      "systeme",
      "service",
      "services",
      "verified",
    ],
    ...[
      "verifie",
      "payment",
      "payments",
      "paiement",
      "paiements",
      "refund",
      "remboursement",
      "fraud",
      "fraude",
    ],
  ].map(skeleton),
);

/** Words that no common name contains, also without the spaces between their parts. */
const staffStems: readonly string[] = [
  ...[
    "svcbank",
    "svcpay",
    "support",
    "helpdesk",
    "customerservice",
    "customercare",
    "serviceclient",
    "assistance",
  ],
  ...["admin", "moderat", "securit", "banque", "banking", "official", "officiel", "compliance", "conformite"],
  ...["antifraud", "noreply", "webmaster", "postmaster"],
].map(skeleton);
