import { CfnOutput, Fn, type Stack } from "aws-cdk-lib";

/**
 * The bare host of an address, for other stacks: cut out by the stack that has the address, and put out. What
 * reads another stack's output is documented as a plain value only, not within Fn::Split. A stack that reads it
 * must be said to depend on this one.
 */
export function hostOutput(stack: Stack, id: string, url: string): string {
  new CfnOutput(stack, id, { value: Fn.select(2, Fn.split("/", url)) });
  return Fn.getStackOutput(stack.stackName, id);
}
