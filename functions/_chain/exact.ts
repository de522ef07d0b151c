import type { FieldProblem } from "../../core/errors.ts";

/**
 * Numbers in JSON have any number of digits, a double about 17: whoever writes 90071992547409.931 would be read as having
 * written 90071992547409.94. Such a number is refused rather than read as another.
 */

/** Whether the double is exactly the number that the text writes. Without the text nothing can be said, so it counts as exact. */
export const isExact = (value: number, text: string | undefined): boolean =>
  text === undefined || (Number.isFinite(value) && canonical(text) === canonical(String(value)));

/** A number's significant digits and the power of ten of the last one: equal for equal numbers, however written. */
function canonical(text: string): string {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`;
}

type Reviver = (key: string, value: unknown, written?: { readonly source?: string }) => unknown;

/** A number that needs a look: one of 16 digits or more, or with an exponent. Most bodies have none. */
const LONG = /[\d.]{16}|\d[eE]/;

/** The numbers of a JSON text that would be read as others. @throws SyntaxError when it is not JSON */
export function inexactNumbers(json: string): FieldProblem[] {
  const found: FieldProblem[] = [];
  const look: Reviver = (field, value, written) => {
    if (typeof value === "number" && !isExact(value, written?.source)) {
      found.push({
        field,
        message: `${written?.source} has more digits than a JSON number keeps; send it as a string`,
      });
    }
    return value;
  };
  if (LONG.test(json)) JSON.parse(json, look);
  return found;
}

/** Half a surrogate pair can come as an escape only. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** The texts of a JSON text that hold half a character: no table and no hash would keep them as they are. */
export function tornText(json: string): FieldProblem[] {
  const found: FieldProblem[] = [];
  const look: Reviver = (field, value) => {
    if (!field.isWellFormed() || (typeof value === "string" && !value.isWellFormed()))
      found.push({ field: field.toWellFormed(), message: "must be well-formed Unicode text" });
    return value;
  };
  if (ESCAPED_SURROGATE.test(json)) JSON.parse(json, look);
  return found;
}
