import type * as z from "zod";
import type { FieldProblem } from "./errors.ts";
import { isRule, ruleText, same, type Text, text } from "./texts/index.ts";

/** The messages of a request's problems. Each message follows the name of its field. */

/** The codes of an absent field: of a text, a union, or an enumeration. */
const ABSENT = ["invalid_type", "invalid_union", "invalid_value"];

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  ABSENT.includes(issue.code) && issue.input === undefined;

/** Returns whether a field is missing or unknown. Otherwise its value breaks a rule. */
export const isOfNames = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "unrecognized_keys" || isMissing(issue);

/**
 * Returns the problems: one for each field and rule. A value of the wrong type has only that problem. Several checks of a
 * schema may represent one rule.
 */
export function problemsOf(issues: readonly z.core.$ZodIssue[], part: string): FieldProblem[] {
  const ofOtherKind = new Set(
    issues.flatMap(({ code, path }) => (code === "invalid_type" ? [path.join(".")] : [])),
  );
  const problems = issues
    .filter(({ code, path }) => code === "invalid_type" || !ofOtherKind.has(path.join(".")))
    .flatMap((issue) => problemsIn(issue, part));
  return [...new Map(problems.map((one) => [`${one.field}\n${one.message.en}`, one])).values()];
}

/** Returns the problems of an issue. A message follows the field's name: "amount must be above 0". */
function problemsIn(issue: z.core.$ZodIssue, part: string): FieldProblem[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: path === "" ? key : `${path}.${key}`,
      message: text("is not a known field", "n'est pas un champ connu"),
    }));
  }
  const message = isMissing(issue) ? text("is required", "est obligatoire") : phrase(issue);
  return [{ field: path === "" ? part : path, message: text(uncapitalised(message.en), message.fr) }];
}

const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The names of the types of values. */
const kinds: Readonly<Record<string, Text>> = {
  int: text("a whole number", "un nombre entier"),
  number: text("a number", "un nombre"),
  string: text("a string", "un texte"),
  boolean: text("true or false", "true ou false"),
  array: text("a list", "une liste"),
  object: text("an object", "un objet"),
  record: text("an object", "un objet"),
};

/** Returns the rule as text. A text of the schema stays unchanged. */
function phrase(issue: z.core.$ZodIssue): Text {
  const { message } = issue;
  if (issue.code === "too_big" && message.startsWith("Too big:"))
    return bound(issue.origin, issue.inclusive === false ? LESS : MOST, issue.maximum);
  if (issue.code === "too_small" && message.startsWith("Too small:"))
    return bound(issue.origin, issue.inclusive === false ? MORE : LEAST, issue.minimum);
  if (issue.code === "invalid_type" && message.startsWith("Invalid input:"))
    return mustBe(kinds[issue.expected] ?? same(issue.expected));
  if (issue.code === "invalid_value" && message.startsWith("Invalid "))
    return mustBe(oneOf(issue.values.map(String)));
  if (issue.code === "invalid_format" && issue.format === "datetime" && message.startsWith("Invalid "))
    return INSTANT;
  if (issue.code === "invalid_key") {
    const [first] = issue.issues;
    const rule = first ? phrase(first) : text("is not valid", "n'est pas valide");
    return text(
      `is a name that cannot be used: it ${rule.en}`,
      `est un nom qui ne peut pas servir : il ${rule.fr}`,
    );
  }
  return isRule(message) ? ruleText(message) : unstated(message.replace(/^Invalid input: /, ""));
}

/** The relation of a value to a limit. French distinguishes counts from values. */
type Relation = Readonly<Record<"en" | "count" | "value", string>>;

const LESS: Relation = { en: "less than", count: "moins de", value: "inférieur à" };
const MOST: Relation = { en: "at most", count: "au plus", value: "au plus" };
const MORE: Relation = { en: "more than", count: "plus de", value: "supérieur à" };
const LEAST: Relation = { en: "at least", count: "au moins", value: "au moins" };

const INSTANT = text(
  "must be a date and time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z",
  "doit être une date et une heure en ISO 8601 et UTC, comme 2026-01-31T12:00:00Z",
);

const mustBe = (what: Text): Text => text(`must be ${what.en}`, `doit être ${what.fr}`);

const oneOf = (words: readonly string[]): Text => {
  const list = words.join(", ");
  return words.length > 1 ? text(`one of ${list}`, `une de ces valeurs : ${list}`) : same(list);
};

/** Returns zod's own message, with a general one in French. */
const unstated = (message: string): Text => text(message, "n'est pas valide");

function bound(origin: string, relation: Relation, limit: number | bigint): Text {
  const counted = { string: CHARACTERS, array: ENTRIES }[origin];
  if (counted === undefined)
    return text(`must be ${relation.en} ${limit}`, `doit être ${relation.value} ${limit}`);
  const { en, fr } = limit === 1 ? counted.one : counted.other;
  return text(`must have ${relation.en} ${limit} ${en}`, `doit compter ${relation.count} ${limit} ${fr}`);
}

const CHARACTERS = { one: text("character", "caractère"), other: text("characters", "caractères") };
const ENTRIES = { one: text("entry", "entrée"), other: text("entries", "entrées") };
