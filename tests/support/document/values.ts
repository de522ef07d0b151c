import fc from "fast-check";
import { exampleOf, type JsonSchema } from "../../../contract/openapi/example.ts";

/** Values that a schema of the API document allows. */

export type Schemas = Readonly<Record<string, JsonSchema>>;

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.constantFrom("ada@example.com", "o'neill+test@mail.example.co", `${"a".repeat(60)}@example.com`),
  uri: fc.constantFrom("https://example.com/page", "http://example.com:8080/?a=b#c"),
  "date-time": fc.constantFrom("2030-01-01T00:00:00.000Z", "2024-02-29T23:59:59Z", "2026-11-21T09:30:00.5Z"),
  date: fc.constantFrom("2030-01-01", "2024-02-29"),
  password: fc.constantFrom("Analytical-1843", "Ünïcode-Pässwörd-9"),
};

/** Letters of several scripts, an emoji of several code points, and characters with a meaning in other languages. */
const characters = fc.constantFrom(
  ..."abcXYZ019 -_.éßİ漢字",
  "👩‍🚀",
  "'",
  '"',
  "\\",
  "%",
  "{",
  "$",
  "<",
  "#",
  "@",
);

/** Returns the arbitrary of a schema's values. @param schemas the document's components */
export function valuesOf(given: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const schema = given.$ref === undefined ? given : (schemas[given.$ref.split("/").at(-1) ?? ""] ?? {});
  const { examples, enum: words, anyOf } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (words) return fc.constantFrom(...words);
  if (anyOf) return fc.oneof(...anyOf.map((one) => valuesOf(one, schemas)));
  const made = byType(schema, schemas);
  return examples ? fc.oneof(fc.constantFrom(...examples), made) : made;
}

function byType(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { type, minimum, maximum, exclusiveMinimum, minItems = 0, maxItems = 4, items = {} } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? -1e6 : exclusiveMinimum + 1e-3);
  if (type === "object") return objectsOf(schema, schemas);
  if (type === "array")
    return fc.array(valuesOf(items, schemas), {
      minLength: minItems,
      maxLength: Math.min(maxItems, minItems + 3),
    });
  if (type === "integer")
    return fc.oneof(
      fc.integer({ min: Math.ceil(least), max: Math.min(maximum ?? 1e6, 2 ** 31 - 1) }),
      fc.constantFrom(Math.ceil(least), maximum ?? 1),
    );
  if (type === "number") return fc.constantFrom(least, 1, 0.5, 12.25, maximum ?? 1e6);
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  return type === "string" ? textsOf(schema) : fc.constant(exampleOf(schema) ?? {});
}

function objectsOf(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames = {} } = schema;
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one, schemas)])),
    { requiredKeys: [...required] },
  );
  if (typeof additionalProperties !== "object" || Object.keys(properties).length > 0) return known;
  return fc.dictionary(
    textsOf({ minLength: 1, maxLength: 20, ...propertyNames }),
    valuesOf(additionalProperties, schemas),
    { maxKeys: 3 },
  );
}

function textsOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : texts[format];
  const made =
    known ??
    (pattern === undefined
      ? fc.string({ unit: characters, minLength, maxLength: Math.min(maxLength, minLength + 30) })
      : fc.stringMatching(new RegExp(pattern, "u")));
  return fc
    .oneof(
      { weight: 4, arbitrary: made },
      {
        weight: pattern === undefined && !known ? 1 : 0,
        arbitrary: fc.constant("x".repeat(Math.min(maxLength, 5000))),
      },
    )
    .filter((one) => one.length >= minLength && one.length <= maxLength);
}
