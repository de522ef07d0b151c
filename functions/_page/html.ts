import { Text } from "../../core/kernel/texts/index.ts";
import { Say } from "../../core/texts/say.ts";

/**
 * HTML by template: whatever is put into `html` is escaped, unless it is `html` itself. It is written for its
 * reader at the end, so it holds texts of every language, and figures and times as they are stored.
 */

/** What is written for each reader as they write it: a figure, a time, a text that has one in it. */
export type Said = (say: Say) => Value;

export type Value = Html | Text | Said | string | number | undefined | false | readonly Value[];

/** How things are said to whoever reads no page of ours. */
const ENGLISH = new Say({ language: "en", timeZone: "UTC" });

export class Html {
  readonly #write: (say: Say) => string;

  constructor(write: (say: Say) => string) {
    this.#write = write;
  }

  /** As its reader has it. */
  in(say: Say): string {
    return this.#write(say);
  }

  /** In English and UTC. */
  get text(): string {
    return this.in(ENGLISH);
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);

function rendered(value: Value, say: Say): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.in(say);
  if (value instanceof Text) return escaped(value.in(say.language));
  if (typeof value === "function") return rendered(value(say), say);
  if (Array.isArray(value)) return value.map((one) => rendered(one, say)).join("");
  return escaped(String(value));
}

/**
 * `html\`<p>${name}</p>\``: text is escaped, also inside quoted attributes; lists are joined, undefined is
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html((say) =>
    strings.reduce((text, part, index) => text + rendered(values[index - 1], say) + part),
  );
}

/** Text of our own that goes in as it is: a style sheet, a script. Never anything that came from outside. */
export const raw = (text: string): Html => new Html(() => text);
