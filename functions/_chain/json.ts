import type { FieldProblem } from "../../core/kernel/errors.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";

/**
 * Finds what parsing JSON would change without notice. A JSON number has any number of digits, a double about 17, so
 * 90071992547409.931 would be read as 90071992547409.94.
 */

/** Returns whether a double is exactly the number in the text. Without a text it counts as exact. */
export const isExact = (value: number, text: string | undefined): boolean =>
  text === undefined || (Number.isFinite(value) && canonical(text) === canonical(String(value)));

/** Returns a number's significant digits and the power of ten of the last one: equal for equal numbers. */
function canonical(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`;
}

/** Returns what is wrong with a name or value, or undefined; `written` is the text of a number. */
type Check = (name: string, value: unknown, written: string | undefined) => Text | undefined;

/** The position of a value: its object or array, and its name there. */
interface Place {
  readonly holder: unknown;
  readonly name: string;
}

/** The most problems in one response. */
export const MOST_PROBLEMS = 20;

/** Returns the problems in a JSON text, each with its whole path (`lineItems.0.amount`). @throws SyntaxError */
function problemsIn(json: string, check: Check): FieldProblem[] {
  const places = new Map<unknown, Place>();
  const found: (Place & { readonly message: Text })[] = [];
  JSON.parse(json, function (this: unknown, name: string, value: unknown, context?: { source?: string }) {
    if (typeof value === "object" && value !== null) places.set(value, { holder: this, name });
    const message = check(name, value, context?.source);
    if (message !== undefined && found.length < MOST_PROBLEMS) found.push({ holder: this, name, message });
    return value;
  });
  return found.map(({ message, ...place }) => ({ field: pathOf(place, places), message }));
}

/** Returns the names from the outermost to the value's own. The root has an empty name, and its holder none. */
function pathOf(place: Place, places: ReadonlyMap<unknown, Place>): string {
  const names: string[] = [];
  for (let at: Place | undefined = place; at; at = places.get(at.holder)) names.push(at.name);
  const path = names.reverse().slice(1);
  return path.length === 0 ? "body" : path.join(".").toWellFormed();
}

/** Matches a number that needs a check: 16 digits or more, or an exponent. Most bodies have none. */
const LONG = /[\d.]{16}|\d[eE]/;

const inexact: Check = (_, value, written) => {
  if (typeof value !== "number" || isExact(value, written)) return undefined;
  if (!Number.isFinite(value))
    return text(`${written} is larger than any number here`, `${written} dépasse tous les nombres admis ici`);
  return text(
    `${written} has more digits than a JSON number keeps; send it as a string, where one is taken`,
    `${written} a plus de chiffres qu'un nombre JSON n'en garde ; envoyez-le comme texte, là où c'est admis`,
  );
};

/** Returns the numbers of a JSON text that parsing would change. @throws SyntaxError */
export const inexactNumbers = (json: string): FieldProblem[] =>
  LONG.test(json) ? problemsIn(json, inexact) : [];

/** Half a surrogate pair can only come as an escape. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

const torn: Check = (name, value) =>
  !name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())
    ? text("must be well-formed Unicode text", "doit être un texte Unicode bien formé")
    : undefined;

/** Returns the strings of a JSON text with half a character, which tables and hashes would change. */
export const tornText = (json: string): FieldProblem[] =>
  ESCAPED_SURROGATE.test(json) ? problemsIn(json, torn) : [];

/** The one name that no object can hold, plain or with escaped letters. */
const PROTO = "__proto__";
const PROTO_WRITTEN = /__proto__|\\u00[567]/i;

const unkept: Check = (name) =>
  name === PROTO ? text("is not a name that can be used", "n'est pas un nom utilisable") : undefined;

/** Returns the names of a JSON text that would be lost when an object is copied. */
export const unkeptNames = (json: string): FieldProblem[] =>
  PROTO_WRITTEN.test(json) ? problemsIn(json, unkept) : [];
