import fc from "fast-check";
import * as z from "zod";

/**
 * A value that a schema takes, made of the schema alone: for requests to routes that nobody has written a
 * test for.
 */
export const sampleOf = (schema: z.ZodType): unknown =>
  value(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly format?: string;
  readonly pattern?: string;
}

const formats: Readonly<Record<string, string>> = {
  email: "sample@example.com",
  uri: "https://example.com/sample",
  "date-time": "2030-01-01T00:00:00.000Z",
  date: "2030-01-01",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function value(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return value(first);
  if (schema.type === "object") return object(schema);
  if (schema.type === "array")
    return Array.from({ length: schema.minItems ?? 0 }, () => value(schema.items ?? {}));
  if (schema.type === "integer" || schema.type === "number")
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (schema.type === "boolean") return true;
  return schema.type === "string" ? text(schema) : {};
}

/** What is required; where nothing is, all there is: an empty change changes nothing. */
function object({ properties = {}, required = [] }: JsonSchema): unknown {
  const names = required.length > 0 ? required : Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, value(properties[name] ?? {})]));
}

function text({ format, pattern, minLength = 1 }: JsonSchema): string {
  const known = format === undefined ? undefined : formats[format];
  if (known !== undefined) return known;
  if (pattern === undefined) return "sample".padEnd(minLength, "x");
  const [made = ""] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 });
  return made;
}
