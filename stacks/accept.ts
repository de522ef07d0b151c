import { Stack, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** The standards that cdk-nag checks; NIST 800-53 in its current revision. */
export const standards = ["NIST.800.53.R5", "PCI.DSS.321", "HIPAA.Security"] as const;
export type Standard = (typeof standards)[number];

export type Finding = `${"AwsSolutions" | "Serverless" | Standard}-${string}`;

/** Returns the ids of a rule in the given standards. Defaults to all standards. */
export const inStandards = (rule: string, which: readonly Standard[] = standards): Finding[] =>
  which.map((standard): Finding => `${standard}-${rule}`);

/**
 * Accepts findings of cdk-nag for a construct and its children.
 * @param reason for the auditor: why the rule does not apply here
 */
export function accept(construct: IConstruct, findings: Finding | readonly Finding[], reason: string): void {
  Validations.of(construct).acknowledge(...[findings].flat().map((id) => ({ id, reason })));
}

/** Formats a resource as in the id of a cdk-nag finding: references in angle brackets, other functions as JSON. */
export function nagText(scope: IConstruct, arn: string): string {
  const resolved = Stack.of(scope).resolve(arn);
  if (typeof resolved === "string") return resolved;
  const parts: readonly (string | CloudReference)[] = resolved["Fn::Join"][1];
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      const name = part.Ref ?? part["Fn::GetAtt"]?.join(".");
      return name === undefined ? JSON.stringify(part) : `<${name}>`;
    })
    .join("");
}

interface CloudReference {
  readonly Ref?: string;
  readonly "Fn::GetAtt"?: readonly string[];
}
