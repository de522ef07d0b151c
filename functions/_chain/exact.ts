import type { FieldProblem } from "../../core/kernel/errors.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";

/**
 * Numbers in JSON have any number of digits, a double about 17: whoever writes 90071992547409.931 would be
 * read as having written 90071992547409.94. Such a number is refused rather than read as another.
 */

/**
 * Whether the double is exactly the number that the text writes. Without the text nothing can be said, so it
 * counts as exact.
 */
export const isExact = (value: number, text: string | undefined): boolean =>
  text === undefined || (Number.isFinite(value) && canonical(text) === canonical(String(value)));

/**
 * A number's significant digits and the power of ten of the last one: equal for equal numbers, however
 * written.
 */
function canonical(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`;
}

/** What is wrong with a value, told after its name; `written` is the text of a number. */
type Look = (name: string, value: unknown, written: string | undefined) => Text | undefined;

/** Where a value is: what holds it, and under which name. */
interface Place {
  readonly holder: unknown;
  readonly name: string;
}

/** More are not told at once: somebody who sends thousands does not read them. */
export const MOST_PROBLEMS = 20;

/**
 * What is wrong in a JSON text, each with its whole path (`lineItems.0.amount`).
 * @throws SyntaxError when it is not JSON
 */
function problemsIn(json: string, look: Look): FieldProblem[] {
  const places = new Map<unknown, Place>();
  const found: (Place & { readonly message: Text })[] = [];
  JSON.parse(json, function (this: unknown, name: string, value: unknown, context?: { source?: string }) {
    if (typeof value === "object" && value !== null) places.set(value, { holder: this, name });
    const message = look(name, value, context?.source);
    if (message !== undefined && found.length < MOST_PROBLEMS) found.push({ holder: this, name, message });
    return value;
  });
  return found.map(({ message, ...place }) => ({ field: pathOf(place, places), message }));
}

/**
 * From the outermost name to the value's own. The whole text has an empty name, in a holder that has none.
 */
function pathOf(place: Place, places: ReadonlyMap<unknown, Place>): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at; at = places.get(at.holder)) names.push(at.name);
  const path = names.reverse().slice(1);
  return path.length === 0 ? "body" : path.join(".").toWellFormed();
}

/** A number that needs a look: one of 16 digits or more, or with an exponent. Most bodies have none. */
const LONG = /[\d.]{16}|\d[eE]/;

const inexact: Look = (_, value, written) => {
  if (typeof value !== "number" || isExact(value, written)) return undefined;
  if (!Number.isFinite(value))
    return text(`${written} is larger than any number here`, `${written} dépasse tous les nombres admis ici`);
  return text(
    `${written} has more digits than a JSON number keeps; send it as a string, where one is taken`,
    `${written} a plus de chiffres qu'un nombre JSON n'en garde ; envoyez-le comme texte, là où c'est admis`,
  );
};

/** The numbers of a JSON text that would be read as others. @throws SyntaxError when it is not JSON */
export const inexactNumbers = (json: string): FieldProblem[] =>
  LONG.test(json) ? problemsIn(json, inexact) : [];

/** Half a surrogate pair can come as an escape only. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

const torn: Look = (name, value) =>
  !name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())
    ? text("must be well-formed Unicode text", "doit être un texte Unicode bien formé")
    : undefined;

/** The texts of a JSON text that hold half a character: no table and no hash would keep them as they are. */
export const tornText = (json: string): FieldProblem[] =>
  ESCAPED_SURROGATE.test(json) ? problemsIn(json, torn) : [];

/** The one name that no object keeps, as it is or with letters written as escapes. */
const PROTO = "__proto__";
const PROTO_WRITTEN = /__proto__|\\u00[567]/i;

const unkept: Look = (name) =>
  name === PROTO ? text("is not a name that can be used", "n'est pas un nom utilisable") : undefined;

/**
 * The names of a JSON text that would be lost without a word as soon as somebody copies the object that has
 * them.
 */
export const unkeptNames = (json: string): FieldProblem[] =>
  PROTO_WRITTEN.test(json) ? problemsIn(json, unkept) : [];
