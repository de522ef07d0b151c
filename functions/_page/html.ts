/** HTML by template: whatever is put into `html` is escaped, unless it is `html` itself. */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Value = Html | string | number | undefined | false | readonly Value[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);

function rendered(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(rendered).join("");
  return escaped(String(value));
}

/**
 * `html\`<p>${name}</p>\``: text is escaped, also inside quoted attributes; lists are joined, undefined is
 * nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + rendered(values[index - 1]) + part));
}

/** Text of our own that goes in as it is: a style sheet, a script. Never anything that came from outside. */
export const raw = (text: string): Html => new Html(text);
