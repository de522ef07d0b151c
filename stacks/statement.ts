import { PolicyStatement } from "aws-cdk-lib/aws-iam";

/** Creates a statement that allows actions on resources. */
export const allow = (
  actions: string[],
  resources: string[],
  conditions: Record<string, Record<string, string | string[]>> = {},
): PolicyStatement => new PolicyStatement({ actions, resources, conditions });
