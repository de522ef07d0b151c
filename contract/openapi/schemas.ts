import * as z from "zod";
import { AMOUNT_FORMAT, amountObject, type Version } from "../public/amount.ts";
import { MAX_PARAMETER_LENGTH } from "../route.ts";
import { exampleOf, type JsonSchema } from "./example.ts";
import { forClients } from "./three-zero.ts";

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

/** How schemas are written: OpenAPI's version, and the version of the public API, which says how amounts look. */
export interface Manner {
  readonly openapi: "3.1.0" | "3.0.3";
  readonly amounts: Version;
  /** Before the names of schemas, where a document has several APIs. */
  readonly prefix?: string;
}

/** Collects schemas that have an id (`.meta({ id })`) so that the document states each once. */
export class Components {
  readonly schemas: Json = {};
  readonly manner: Manner;

  constructor(manner: Manner = { openapi: "3.1.0", amounts: "v1" }) {
    this.manner = manner;
  }

  /** A zod schema as JSON Schema; `io` says whether it is what clients send or what they get. */
  of(schema: z.ZodType, io: "input" | "output"): Json {
    const { openapi, prefix = "" } = this.manner;
    const made = z.toJSONSchema(schema, {
      ...{ io, unrepresentable: "any", target: openapi === "3.1.0" ? "draft-2020-12" : "openapi-3.0" },
      override: (context) => {
        override(context);
        const one = context.jsonSchema as Json;
        if (io === "output" && one["format"] === AMOUNT_FORMAT) this.#amount(one);
      },
    }) as Json;
    const { $schema, $defs, definitions, ...json } = JSON.parse(
      JSON.stringify(openapi === "3.1.0" ? made : forClients(made, io)).replaceAll(
        /#\/(?:\$defs|definitions)\//g,
        `#/components/schemas/${prefix}`,
      ),
    ) as Json & { $defs?: Json; definitions?: Json };
    for (const [name, one] of Object.entries({ ...$defs, ...definitions }))
      this.#add(`${prefix}${name}`, one as Json);
    return json;
  }

  /** @throws TypeError when the name is another schema's */
  #add(name: string, schema: Json): void {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new TypeError(`two schemas of the document have the name ${name}`);
    this.schemas[name] = schema;
  }

  /** An amount as the version has it. */
  #amount(schema: Json): void {
    if (this.manner.amounts === "v1") return;
    const { description } = schema;
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, { description, allOf: [this.of(amountObject, "output")] });
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
