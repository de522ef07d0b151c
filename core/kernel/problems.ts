import type * as z from "zod";
import type { FieldProblem } from "./errors.ts";
import { isRule, ruleText, same, type Text, text } from "./texts/index.ts";

/** What is wrong with a request, in words: each problem goes after its field's name. */

/** How an absent field is refused, be it a text, a choice of several kinds, or one of some words. */
const ABSENT = ["invalid_type", "invalid_union", "invalid_value"];

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  ABSENT.includes(issue.code) && issue.input === undefined;

/** Whether a field is missing, or is none that there is: else it has a value that breaks its rule. */
export const isOfNames = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "unrecognized_keys" || isMissing(issue);

/**
 * What breaks a rule, a message for each field and rule. A value of another kind than its field has breaks no
 * rule beside that: a list is not too short a text. Several checks of a schema may stand for one rule.
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

/** The message goes after the field's name: "amount must be above 0". */
function problemsIn(issue: z.core.$ZodIssue, part: string): FieldProblem[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: path === "" ? key : `${path}.${key}`,
      message: text("is not a field here", "n'est pas un champ ici"),
    }));
  }
  const message = isMissing(issue) ? text("is required", "est obligatoire") : phrase(issue);
  return [{ field: path === "" ? part : path, message: text(uncapitalised(message.en), message.fr) }];
}

const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** The kinds of value, as people call them. */
const kinds: Readonly<Record<string, Text>> = {
  int: text("a whole number", "un nombre entier"),
  number: text("a number", "un nombre"),
  string: text("a string", "un texte"),
  boolean: text("true or false", "true ou false"),
  array: text("a list", "une liste"),
  object: text("an object", "un objet"),
  record: text("an object", "un objet"),
};

/** The rule in words; what a schema says itself stays as it is. */
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
    const rule = first ? phrase(first) : text("breaks a rule", "ne respecte pas une règle");
    return text(
      `is a name that cannot be used: it ${rule.en}`,
      `est un nom qui ne peut pas servir : il ${rule.fr}`,
    );
  }
  return isRule(message) ? ruleText(message) : unstated(message.replace(/^Invalid input: /, ""));
}

/** How a value stands to a limit; in French otherwise of what is counted than of a figure. */
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

/** What zod says where the schema says nothing: its English, which is told to nobody in French. */
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
