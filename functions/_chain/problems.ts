import type * as z from "zod";
import type { FieldProblem } from "../../core/kernel/errors.ts";

/** What is wrong with a request, in words: each problem goes after its field's name. */

/** A refusal in one sentence. */
export const sentenceOf = ([first]: readonly FieldProblem[]): string =>
  `The request is invalid: ${first?.field} ${first?.message}.`;

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
  return [...new Map(problems.map((one) => [`${one.field}\n${one.message}`, one])).values()];
}

/** The message goes after the field's name: "amount must be above 0". */
function problemsIn(issue: z.core.$ZodIssue, part: string): FieldProblem[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: path === "" ? key : `${path}.${key}`,
      message: "is not a field here",
    }));
  }
  const message = isMissing(issue) ? "is required" : phrase(issue);
  return [{ field: path === "" ? part : path, message: message.charAt(0).toLowerCase() + message.slice(1) }];
}

/** The kinds of value, as people call them. */
const kinds: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a string",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** The rule in words; what a schema says itself stays as it is. */
function phrase(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (issue.code === "too_big" && message.startsWith("Too big:"))
    return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
  if (issue.code === "too_small" && message.startsWith("Too small:"))
    return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
  if (issue.code === "invalid_type" && message.startsWith("Invalid input:"))
    return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value" && message.startsWith("Invalid "))
    return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_format" && issue.format === "datetime" && message.startsWith("Invalid "))
    return "must be a date and time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z";
  if (issue.code === "invalid_key") {
    const [rule] = issue.issues;
    return `is a name that cannot be used: it ${rule ? phrase(rule) : "breaks a rule"}`;
  }
  return message.replace(/^Invalid input: /, "");
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const counted = { string: "character", array: "entry" }[origin];
  if (counted === undefined) return `must be ${relation} ${limit}`;
  const many = counted === "entry" ? "entries" : "characters";
  return `must have ${relation} ${limit} ${limit === 1 ? counted : many}`;
}
