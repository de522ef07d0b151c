import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** The packs of a standard that cdk-nag has; of NIST 800-53 the revision in force. */
export const standards = ["NIST.800.53.R5", "PCI.DSS.321", "HIPAA.Security"] as const;
export type Standard = (typeof standards)[number];

export type Finding = `${"AwsSolutions" | "Serverless" | Standard}-${string}`;

/** A rule as the standards name it that have it; all of them unless told. */
export const inStandards = (rule: string, which: readonly Standard[] = standards): Finding[] =>
  which.map((standard): Finding => `${standard}-${rule}`);

/**
 * Accepts findings of cdk-nag for a construct and all below it. The reason is for the auditor: a sentence
 * that says why the rule does not hold here, not that it is inconvenient.
 */
export function accept(construct: IConstruct, findings: Finding | readonly Finding[], reason: string): void {
  Validations.of(construct).acknowledge(...[findings].flat().map((id) => ({ id, reason })));
}
