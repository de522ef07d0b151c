/** Creates example values for JSON schemas. */

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
}

type Defs = Readonly<Record<string, JsonSchema>>;

const formats: Readonly<Record<string, string>> = {
  email: "ada@example.com",
  uri: "https://example.com/page",
  "date-time": "2030-01-01T00:00:00.000Z",
  date: "2030-01-01",
  uuid: "00000000-0000-4000-8000-000000000000",
  password: "Analytical-1843",
};

/** Returns the example of a schema, or a minimal value that it accepts. */
export function exampleOf(root: JsonSchema, defs: Defs = root.$defs ?? {}): unknown {
  const schema = root.$ref === undefined ? root : (defs[root.$ref.replace("#/$defs/", "")] ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(first, defs);
  if (schema.type === "object") return exampleObject(schema, defs);
  if (schema.type === "array")
    return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () =>
      exampleOf(schema.items ?? {}, defs),
    );
  if (schema.type === "integer" || schema.type === "number")
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  if (schema.type === "boolean") return true;
  return schema.type === "string" ? exampleText(schema) : undefined;
}

/** Returns the required fields, or all fields if none is required: an empty change would be invalid. */
function exampleObject({ properties = {}, required = [] }: JsonSchema, defs: Defs): unknown {
  const needed = required.filter((name) => properties[name]?.default === undefined);
  const names = needed.length > 0 ? needed : Object.keys(properties);
  const values = names.map((name) => [name, exampleOf(properties[name] ?? {}, defs)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const exampleText = ({ format, minLength = 1 }: JsonSchema): string =>
  (format === undefined ? undefined : formats[format]) ?? "sample".padEnd(minLength, "x");
