// The words and letters by which `public-name.ts` recognizes a misleading name. Loaded on first use, and without imports of ours, because
// every function that moves money between users needs it.

/** Returns whether a name contains an address, a domain or a word of the platform or its staff. Also true for a name that could be read as one. */
export function isMisleading(name: string): boolean {
  const plain = toPlain(name);
  return LINK.test(plain) || plain.split(/\s+/u).some(mixesScripts) || namesStaff(plain);
}

/** Removes invisible characters and the style of letters, such as full width, bold or circled. */
const toPlain = (name: string): string =>
  name
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

/** Digits, signs and letters (Cyrillic, Greek, Armenian, small capitals, with strokes), each above the Latin letter that it looks like. */
const LOOKALIKES = [..."0134578$!|€авекмнорстухѕіјԁѵԛԝпгицӏαβεικνορτυχϲηոսօցᴀʙᴄᴅᴇɪᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠʏıøđħł"];
const LATIN_LETTERS = "oieastbsiieabekmhopctyxsijdvqwnruuiabeikvoptuxcnnuogabcdeikimnoprstuvyiodhi";

/** Reduces a text to lower-case Latin letters that look like it. Similar letters become one, such as l and i, or rn and m. */
const skeleton = (text: string): string =>
  [...text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "")]
    .map((char) => LATIN_LETTERS[LOOKALIKES.indexOf(char)] ?? char)
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
