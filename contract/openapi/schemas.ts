import * as z from "zod";
import { MAX_PARAMETER_LENGTH } from "../route.ts";
import { exampleOf, type JsonSchema } from "./example.ts";

/** Zod's schemas as the document states them. */

export type Json = Record<string, unknown>;

/**
 * JSON Schema has no flags of patterns, and its readers do not agree on `u`: a pattern must mean the same
 * without any flag as with it. Examples are of what is sent, also where it is brought into another form.
 */
const override: NonNullable<z.core.ToJSONSchemaParams["override"]> = ({ zodSchema, jsonSchema }) => {
  for (const { _zod: check } of zodSchema._zod.def.checks ?? []) {
    const { pattern } = check.def as { readonly pattern?: RegExp };
    if (pattern && pattern.flags !== "")
      throw new TypeError(`the document cannot tell ${pattern}: state it without flags, or as a refinement`);
  }
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples) jsonSchema.examples = examples as typeof jsonSchema.examples & unknown[];
};

/** A zod schema as JSON Schema, with its definitions; `io` says whether it is what clients send or get. */
export const jsonSchemaOf = (schema: z.ZodType, io: "input" | "output"): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", override }) as JsonSchema;

/** Collects schemas that have an id (`.meta({ id })`) so that the document states each once. */
export class Components {
  readonly schemas: Json = {};

  /** A zod schema as JSON Schema; `io` says whether it is what clients send or what they get. */
  of(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema, $defs, ...json } = JSON.parse(
      JSON.stringify(jsonSchemaOf(schema, io)).replaceAll("#/$defs/", "#/components/schemas/"),
    ) as Json & { $defs?: Json };
    Object.assign(this.schemas, $defs);
    return json;
  }
}

/** The parameters of an operation. */
export const parametersOf = (
  components: Components,
  schema: z.ZodType | undefined,
  where: "path" | "query",
): Json[] => {
  if (!schema) return [];
  const json = components.of(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, one]) => ({
    name,
    in: where,
    required: where === "path" || (json.required ?? []).includes(name),
    schema: bounded(one, where),
    ...(one["description"] ? { description: one["description"] } : {}),
  }));
};

/** A parameter's schema, with the bound that holds for all. */
const bounded = (schema: Json, where: "path" | "query"): Json =>
  schema["type"] === "string" && !schema["enum"]
    ? { ...(where === "path" && { minLength: 1 }), maxLength: MAX_PARAMETER_LENGTH[where], ...schema }
    : schema;

/** A form with files, as clients send it. */
export const formContent = (components: Components, schema: z.ZodType): Json => ({
  "multipart/form-data": { schema: components.of(schema, "input") },
});

/** A body as clients send it, with an example of it. */
export function requestContent(components: Components, schema: z.ZodType, types: readonly string[]): Json {
  const json = components.of(schema, "input");
  const example = exampleOf(jsonSchemaOf(schema, "input"));
  return Object.fromEntries(types.map((type) => [type, { schema: json, example }]));
}
