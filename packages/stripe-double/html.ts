/** HTML by template. Escapes every value that is not `Html` itself. */

type Value = Html | string | number | undefined | false | readonly Value[];

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function rendered(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(rendered).join("");
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Renders `` html`<p>${name}</p>` ``. Joins lists, and leaves out `undefined` and `false`. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.reduce((text, part, index) => text + rendered(values[index - 1]) + part));

/** Inserts text as it is, such as a style sheet. Never use it for text from a request. */
export const raw = (text: string): Html => new Html(text);
