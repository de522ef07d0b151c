import type { Action, TableCall } from "../local/rights.ts";
import { functionOf, type Synthesized, stackOf } from "./synth.fixture.ts";

/** Evaluates a role's permissions on the table as IAM does. */

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** Returns the statements of a function's role. */
export function statementsOf(made: Synthesized, id: string): Statement[] {
  const [path, { Properties }] = functionOf(made, id);
  const [role] = Properties.Role["Fn::GetAtt"];
  return Object.entries(made.of("AWS::IAM::Policy"))
    .filter(
      ([at, one]) =>
        stackOf(at) === stackOf(path) && one.Properties.Roles.some((r: { Ref: string }) => r.Ref === role),
    )
    .flatMap(([, one]) => one.Properties.PolicyDocument.Statement);
}

const patterns = new Map<string, RegExp>();

/** Returns whether a text matches an IAM pattern: `*` matches any text, `?` any character. */
function isLike(text: string, pattern: string): boolean {
  const known = patterns.get(pattern) ?? patternOf(pattern);
  patterns.set(pattern, known);
  return known.test(text);
}

const patternOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
    "s",
  );

/** Returns whether every condition of a statement holds. @throws TypeError on an unknown condition */
function holds({ Condition = {} }: Statement, keys: readonly string[]): boolean {
  return Object.entries(Condition).every(([operator, tested]) =>
    Object.entries(tested).every(([name, value]) => {
      if (name !== "dynamodb:LeadingKeys") throw new TypeError(`${name} is not evaluated here`);
      const patterns = [value].flat();
      const like = (key: string) => patterns.some((pattern) => isLike(key, pattern));
      if (operator === "Null") return (keys.length === 0) === (value === "true");
      if (operator === "ForAnyValue:StringLike") return keys.some(like);
      if (operator === "ForAllValues:StringLike") return keys.every(like);
      if (operator === "ForAllValues:StringNotLike") return keys.every((key) => !like(key));
      throw new TypeError(`${operator} is not evaluated here`);
    }),
  );
}

/** Returns whether statements allow a call: one allows it and none denies it. */
export function permits(
  statements: readonly Statement[],
  { action, keys, index = false }: TableCall,
): boolean {
  const concerned = statements.filter(
    (one) =>
      [one.Action].flat().includes(`dynamodb:${action satisfies Action}`) &&
      [one.Resource].flat().some((resource) => JSON.stringify(resource).includes("/index/") === index) &&
      holds(one, keys),
  );
  return (
    concerned.some(({ Effect }) => Effect === "Allow") && !concerned.some(({ Effect }) => Effect === "Deny")
  );
}
