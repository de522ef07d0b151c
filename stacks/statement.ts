import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";

/** Creates a statement that allows actions on resources. */
export const allow = (
  actions: string[],
  resources: string[],
  conditions: Record<string, Record<string, string | string[]>> = {},
): PolicyStatement => new PolicyStatement({ actions, resources, conditions });

/** Creates a statement that denies actions on resources, whatever other statements allow. */
export const deny = (
  actions: string[],
  resources: string[],
  conditions: Record<string, Record<string, string | string[]>>,
): PolicyStatement => new PolicyStatement({ effect: Effect.DENY, actions, resources, conditions });
