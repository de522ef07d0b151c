import * as z from "zod";
import { AMOUNT_FORMAT, amountObject, type Version } from "../public/schemas.ts";
import { MAX_PARAMETER_LENGTH } from "../route.ts";
import { exampleOf, type JsonSchema } from "./example.ts";

/** Converts zod schemas to schemas of the documents. */

export type Json = Record<string, unknown>;

type Direction = "input" | "output";

/**
 * Rejects patterns with flags: JSON Schema has none, and tools disagree on `u`. Copies examples, which zod drops for
 * schemas that transform their input.
 */
const override: NonNullable<z.core.ToJSONSchemaParams["override"]> = ({ zodSchema, jsonSchema }) => {
  for (const { _zod: check } of zodSchema._zod.def.checks ?? []) {
    const { pattern } = check.def as { readonly pattern?: RegExp };
    if (pattern && pattern.flags !== "")
      throw new TypeError(`the document cannot state ${pattern}: state it without flags, or as a refinement`);
  }
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples) jsonSchema.examples = examples as typeof jsonSchema.examples & unknown[];
};

/** Converts a zod schema to JSON Schema with its definitions. */
export const jsonSchemaOf = (schema: z.ZodType, io: Direction): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", override }) as JsonSchema;

/** The OpenAPI version of a document, and the version of the public API, which decides the form of amounts. */
interface Manner {
  readonly openapi: "3.1.0" | "3.0.3";
  readonly amounts: Version;
  /** Prefix for schema names, in a document with several APIs. */
  readonly prefix?: string;
}

/** Collects schemas that have an id (`.meta({ id })`), so that the document states each once. */
export class Components {
  readonly schemas: Json = {};
  readonly #manner: Manner;

  constructor(manner: Manner = { openapi: "3.1.0", amounts: "v1" }) {
    this.#manner = manner;
  }

  /** Converts a zod schema to a schema of the document. */
  of(schema: z.ZodType, io: Direction): Json {
    const { openapi, prefix = "" } = this.#manner;
    const made = z.toJSONSchema(schema, {
      ...{ io, unrepresentable: "any", target: openapi === "3.1.0" ? "draft-2020-12" : "openapi-3.0" },
      override: (context) => {
        override(context);
        const one = context.jsonSchema as Json;
        if (io === "output" && one["format"] === AMOUNT_FORMAT) this.#amount(one);
      },
    }) as Json;
    const { $schema, $defs, definitions, ...json } = JSON.parse(
      JSON.stringify(openapi === "3.1.0" ? made : forOpenApi30(made, io)).replaceAll(
        /#\/(?:\$defs|definitions)\//g,
        `#/components/schemas/${prefix}`,
      ),
    ) as Json & { $defs?: Json; definitions?: Json };
    for (const [name, one] of Object.entries({ ...$defs, ...definitions }))
      this.#add(`${prefix}${name}`, one as Json);
    return json;
  }

  /** @throws TypeError if another schema has the name */
  #add(name: string, schema: Json): void {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new TypeError(`two schemas of the document have the name ${name}`);
    this.schemas[name] = schema;
  }

  /** Replaces an amount by the form of the version. */
  #amount(schema: Json): void {
    if (this.#manner.amounts === "v1") return;
    const { description } = schema;
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, { description, allOf: [this.of(amountObject, "output")] });
  }
}

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

/** Adds the length limit that applies to every parameter. */
const bounded = (schema: Json, where: "path" | "query"): Json =>
  schema["type"] === "string" && !schema["enum"]
    ? { ...(where === "path" && { minLength: 1 }), maxLength: MAX_PARAMETER_LENGTH[where], ...schema }
    : schema;

/** Returns a request body with an example, for each media type. */
export function requestContent(components: Components, schema: z.ZodType, types: readonly string[]): Json {
  const json = components.of(schema, "input");
  const example = exampleOf(jsonSchemaOf(schema, "input"));
  return Object.fromEntries(types.map((type) => [type, { schema: json, example }]));
}

/**
 * Completes zod's output for OpenAPI 3.0.3: one example instead of several, `null` among the values of a nullable
 * enum, a type beside `nullable`. See "Proposal: Clarify Semantics of nullable" and section 4.7.24 (Schema Object).
 */
function forOpenApi30(schema: Json, io: Direction): Json {
  const { examples, ...rest } = schema;
  const one: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, inside(key, value, io)]),
  );
  if (Array.isArray(examples)) one["example"] = examples[0];
  // Clients must ignore additional fields of responses.
  if (io === "output" && one["additionalProperties"] === false) delete one["additionalProperties"];
  if (one["type"] === "null") Object.assign(one, { type: "string", nullable: true });
  const [only, ...others] = Array.isArray(one["allOf"]) ? (one["allOf"] as Json[]) : [];
  if (only && others.length === 0 && Object.keys(one).length === 1) return only;
  if (one["nullable"] !== true) return one;
  if (Array.isArray(one["enum"]) && !one["enum"].includes(null)) one["enum"] = [...one["enum"], null];
  if (only) return orNull(one);
  one["type"] ??= "object";
  return one;
}

/** Adds null as an alternative to a referenced schema that excludes it. */
function orNull({ allOf, nullable: _, ...rest }: Json): Json {
  return { ...rest, anyOf: [...(allOf as Json[]), { type: "object", nullable: true, enum: [null] }] };
}

function inside(key: string, value: unknown, io: Direction): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (/^(allOf|anyOf|oneOf)$/.test(key)) return (value as Json[]).map((one) => forOpenApi30(one, io));
  if (/^(items|additionalProperties|not)$/.test(key)) return forOpenApi30(value as Json, io);
  if (!/^(properties|definitions)$/.test(key)) return value;
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, one]) => [name, forOpenApi30(one as Json, io)]),
  );
}
