import type { FieldProblem } from "../../core/kernel/errors.ts";
import { type Text, text } from "../../core/kernel/texts/index.ts";

/**
 * Finds the values that parsing JSON would silently change. A JSON number has any number of digits, a double about 17, so
 * 90071992547409.931 would be read as 90071992547409.94.
 */

/** Returns whether a double equals the number in the text. Without a text it counts as exact. */
export const isExact = (value: number, text: string | undefined): boolean =>
  text === undefined || (Number.isFinite(value) && canonical(text) === canonical(String(value)));

/** Returns a number's significant digits and the power of ten of the last one, so that equal numbers have equal texts. */
function canonical(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`;
}

/** Returns the problem of a name or value, or undefined. @param written the source text of a primitive value */
type Check = (name: string, value: unknown, written: string | undefined) => Text | undefined;

/** The position of a value: its object or array, and its name there. */
interface Location {
  readonly holder: unknown;
  readonly name: string;
}

export const MAX_PROBLEMS = 20;

/** Returns the problems in a JSON text, each with its whole path (`lineItems.0.amount`). @throws SyntaxError */
function problemsIn(json: string, check: Check): FieldProblem[] {
  const locations = new Map<unknown, Location>();
  const found: (Location & { readonly message: Text })[] = [];
  JSON.parse(json, function (this: unknown, name: string, value: unknown, context?: { source?: string }) {
    if (typeof value === "object" && value !== null) locations.set(value, { holder: this, name });
    const message = check(name, value, context?.source);
    if (message !== undefined && found.length < MAX_PROBLEMS) found.push({ holder: this, name, message });
    return value;
  });
  return found.map(({ message, ...location }) => ({ field: pathOf(location, locations), message }));
}

/** Returns the names from the outermost to the value's own, joined by dots. The root has an empty name. */
function pathOf(location: Location, locations: ReadonlyMap<unknown, Location>): string {
  const names: string[] = [];
  for (let at: Location | undefined = location; at; at = locations.get(at.holder)) names.push(at.name);
  const path = names.reverse().slice(1);
  return path.length === 0 ? "body" : path.join(".").toWellFormed();
}

/**
 * Matches texts that may contain a number that a double cannot hold: 16 digits and points or more in a row, or an
 * exponent. Matches inside strings as well: the full check then reads the numbers alone. Most bodies do not match.
 */
const LONG = /[\d.]{16}|\d[eE]/;

const inexact: Check = (_, value, written) => {
  if (typeof value !== "number" || isExact(value, written)) return undefined;
  if (!Number.isFinite(value)) return text(`${written} is too large`, `${written} est trop grand`);
  return text(
    `${written} has more digits than a JSON number can hold; send it as a string if the field accepts one`,
    `${written} a plus de chiffres qu'un nombre JSON ne peut en contenir ; envoyez-le sous forme de texte si le champ l'accepte`,
  );
};

/** Returns the numbers of a JSON text that parsing would change. @throws SyntaxError */
export const inexactNumbers = (json: string): FieldProblem[] =>
  LONG.test(json) ? problemsIn(json, inexact) : [];

/**
 * Matches texts with an escaped surrogate. Half a surrogate pair can only be escaped, because the text is UTF-8. Matches
 * whole pairs as well, which the full check accepts.
 */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

const malformed: Check = (name, value) =>
  !name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())
    ? text("must be well-formed Unicode text", "doit être un texte Unicode bien formé")
    : undefined;

/** Returns the strings with half a surrogate pair, which the table and hash functions would change. */
export const malformedText = (json: string): FieldProblem[] =>
  ESCAPED_SURROGATE.test(json) ? problemsIn(json, malformed) : [];

/** `__proto__` sets the prototype when an object is copied, so it cannot be the name of a field. */
const PROTO = "__proto__";
/** Matches texts that may contain the name, also if some of its characters are escaped. The full check compares the names. */
const PROTO_WRITTEN = /__proto__|\\u00[567]/i;

const unusable: Check = (name) =>
  name === PROTO ? text("is not an allowed name", "n'est pas un nom autorisé") : undefined;

/** Returns the names of a JSON text that are lost when an object is copied. */
export const unusableNames = (json: string): FieldProblem[] =>
  PROTO_WRITTEN.test(json) ? problemsIn(json, unusable) : [];
