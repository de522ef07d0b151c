import process from "node:process";

/**
 * Replaces the Node shims of the MCP SDK in a Lambda's bundle. They contain a JSON Schema validator of 154 KB, which checks
 * users' answers to a server's questions (elicitation). Our server asks none; zod checks the inputs and outputs of tools.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("elicitation is not supported: see stacks/bundle/no-elicitation.ts");
  }
}

export { process };
