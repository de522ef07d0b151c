/**
 * What zod leaves to do of a schema of OpenAPI 3.0.3. Its rules are those of "Proposal: Clarify Semantics of nullable"
 * and of section 4.7.24 (Schema Object).
 */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Of every schema in it: one example, `null` among the values of what may be null, a type beside `nullable`. */
export function forClients(schema: Json, io: "input" | "output"): Json {
  const { examples, ...rest } = schema;
  const one: Json = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, inside(key, value, io)]),
  );
  if (Array.isArray(examples)) one["example"] = examples[0];
  // What answers have more is for clients to ignore.
  if (io === "output" && one["additionalProperties"] === false) delete one["additionalProperties"];
  if (one["type"] === "null") Object.assign(one, { type: "string", nullable: true });
  const [only, ...others] = Array.isArray(one["allOf"]) ? (one["allOf"] as Json[]) : [];
  if (only && others.length === 0 && Object.keys(one).length === 1) return only;
  if (one["nullable"] !== true) return one;
  if (Array.isArray(one["enum"]) && !one["enum"].includes(null)) one["enum"] = [...one["enum"], null];
  if (Array.isArray(one["allOf"])) return orNull(one);
  if (one["type"] === undefined) one["type"] = "object";
  return one;
}

/** What another schema says is not null, so null is beside it. */
function orNull({ allOf, nullable: _, ...rest }: Json): Json {
  return { ...rest, anyOf: [...(allOf as Json[]), { type: "object", nullable: true, enum: [null] }] };
}

const lists = new Set(["allOf", "anyOf", "oneOf"]);
const maps = new Set(["properties", "definitions"]);
const schemas = new Set(["items", "additionalProperties", "not"]);

function inside(key: string, value: unknown, io: "input" | "output"): unknown {
  if (lists.has(key) && Array.isArray(value)) return value.map((one) => forClients(one as Json, io));
  if (maps.has(key) && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, forClients(one as Json, io)]),
    );
  return schemas.has(key) && isObject(value) ? forClients(value, io) : value;
}
