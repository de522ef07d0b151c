import { Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/**
 * Accepts a finding of cdk-nag for a construct and all below it. The reason is for the auditor: a sentence
 * that says why the rule does not hold here, not that it is inconvenient.
 */
export function accept(construct: IConstruct, finding: `AwsSolutions-${string}`, reason: string): void {
  Validations.of(construct).acknowledge({ id: finding, reason });
}
