/**
 * Stands in for `@modelcontextprotocol/server/_shims` in a Lambda's bundle. The SDK's default is a compiler
 * of JSON Schemas (150 KB), for what a client answers when the server asks it something; our server asks
 * nothing, and checks what it is given with zod.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("this bundle compiles no JSON Schemas: see stacks/bundle/no-schema-compiler.ts");
  }
}

export { default as process } from "node:process";
