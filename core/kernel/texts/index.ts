/**
 * The languages that people read here, and a text in each of them. The texts themselves stand where they are
 * used for errors and rules (`text("English", "Français")`), and in `core/texts` for letters, pages and
 * reports. A text without one of its languages does not compile.
 */

export const languages = ["fr", "en"] as const;
export type Language = (typeof languages)[number];

/** Something for each language: a new language has a place to fill in wherever one of these is. */
export type InLanguages<T> = Readonly<Record<Language, T>>;

/** Whoever reads: in which language, and by which clock. */
export interface Reader {
  readonly language: Language;
  /** IANA, `Europe/Paris`. */
  readonly timeZone: string;
}

const GAP = "\u202f";

/**
 * French as it is printed: a narrow space that does not break stands before `: ; ? !`, and inside quotation
 * marks. Texts are written with plain spaces, which people see.
 */
export const typeset = (french: string): string =>
  french.replace(/ (?=[:;?!»])/g, GAP).replace(/(?<=«) /g, GAP);

/** A text in every language. As text or JSON it is its English, which logs and programs read. */
export class Text implements InLanguages<string> {
  readonly en: string;
  readonly fr: string;

  constructor(en: string, fr: string) {
    this.en = en;
    this.fr = fr;
  }

  in(language: Language): string {
    return language === "fr" ? typeset(this.fr) : this.en;
  }

  toString(): string {
    return this.en;
  }

  toJSON(): string {
    return this.en;
  }
}

/** A text: what it tells of goes into both by template, so neither can lack it. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (en: string, fr: string): Text => new Text(en, fr);

/** What is the same in all languages: an id, a code, a word of a protocol. */
export const same = (value: string): Text => new Text(value, value);

type Plain = Readonly<Record<string, unknown>>;

/** A value of JSON with each text in it in one language. */
export function inLanguage(value: unknown, language: Language): unknown {
  if (value instanceof Text) return value.in(language);
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value as Plain);
  return Object.fromEntries(entries.map(([name, one]) => [name, inLanguage(one, language)]));
}

/** The language that a tag names (`fr-CA`), where it is one of ours. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split("-")[0];
  return languages.find((language) => language === primary);
}

/**
 * The language that a client would rather read, by `Accept-Language` (RFC 9110, section 12.5.4); undefined
 * where it names none of ours.
 */
export function preferredLanguage(acceptLanguage = ""): Language | undefined {
  let best: { readonly language: Language; readonly quality: number } | undefined;
  for (const range of acceptLanguage.split(",")) {
    const [tag = "", ...parameters] = range.split(";");
    const language = languageOf(tag);
    const given = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find((q) => q !== undefined);
    const quality = given === undefined ? 1 : Number(given);
    if (language && quality > (best?.quality ?? 0)) best = { language, quality };
  }
  return best?.language;
}

// Rules of schemas. zod holds a rule as a string, so its French is kept under its English.

const frenchOf = new Map<string, string>();

/**
 * A rule of a schema, to go after a field's name: `.max(5, rule("must have …", "doit compter …"))`. It is its
 * English; `ruleText` knows its French. Not for what has a caller's own words in it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function rule(en: string, fr: string): string {
  frenchOf.set(en, fr);
  return en;
}

/** Whether the rule was stated with its French. */
export const isRule = (en: string): boolean => frenchOf.has(en);

/** A rule in every language; what was never stated with `rule` is as it is. */
export const ruleText = (en: string): Text => new Text(en, frenchOf.get(en) ?? en);
