/**
 * The languages of the platform, and texts in all of them. Texts of errors and rules are in the code that uses them
 * (`text("English", "Français")`), those of emails, pages and reports in `core/texts`. A text that lacks a language does
 * not compile.
 */

export const languages = ["fr", "en"] as const;
export type Language = (typeof languages)[number];

/** A value for each language. */
export type InLanguages<T> = Readonly<Record<Language, T>>;

/** The language and time zone of a reader. */
export interface Reader {
  readonly language: Language;
  /** IANA, `Europe/Paris`. */
  readonly timeZone: string;
}

const GAP = "\u202f";

/** Returns French with narrow no-break spaces before `: ; ? !` and inside quotation marks. The code has plain spaces. */
export const typeset = (french: string): string =>
  french.replace(/ (?=[:;?!»])/g, GAP).replace(/(?<=«) /g, GAP);

/** A text in every language. As a string or JSON it is English, for logs and programs. */
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

/** Makes a text. Values are inserted into both languages by template. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (en: string, fr: string): Text => new Text(en, fr);

/** Makes a text that is the same in all languages: an id, a code, a word of a protocol. */
export const same = (value: string): Text => new Text(value, value);

/** Returns a JSON value with each `Text` in it rendered in one language. */
export function inLanguage(value: unknown, language: Language): unknown {
  if (value instanceof Text) return value.in(language);
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, language));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(entries.map(([name, one]) => [name, inLanguage(one, language)]));
}

/** Returns the language of a tag (`fr-CA`); undefined if the platform does not have it. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split("-")[0];
  return languages.find((language) => language === primary);
}

/** Returns the language that `Accept-Language` prefers (RFC 9110, section 12.5.4); undefined if the platform has none of them. */
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

// Rules of schemas. zod takes a rule as a string, so this map finds the French text by the English one.

const frenchOf = new Map<string, string>();

/**
 * Registers a rule of a schema, which follows a field's name: `.max(5, rule("must have …", "doit compter …"))`. Returns
 * the English text; `ruleText` finds the French one. Not for texts that contain a caller's input.
 */
/* @__NO_SIDE_EFFECTS__ */
export function rule(en: string, fr: string): string {
  frenchOf.set(en, fr);
  return en;
}

/** Returns whether a rule was registered with `rule`. */
export const isRule = (en: string): boolean => frenchOf.has(en);

/** Returns a rule in every language. A text that was not registered is the same in all. */
export const ruleText = (en: string): Text => new Text(en, frenchOf.get(en) ?? en);
