import process from "node:process";

/**
 * Stands in for what the MCP SDK has of Node in a Lambda's bundle: a validator of JSON Schema, 154 KB, which holds what
 * people answer against what a server has asked them. Ours asks nobody; what tools are given and give, zod's schemas hold.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this bundle asks nobody: see stacks/bundle/no-elicitation.ts");
  }
}

export { process };
