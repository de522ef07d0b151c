import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { routes } from "../../../contract/index.ts";
import type { JsonSchema } from "../../../contract/openapi/example.ts";
import { openApi } from "../../../contract/openapi.ts";
import { AMOUNT_FORMAT } from "../../../contract/public/schemas.ts";
import type { RouteSpec } from "../../../contract/route.ts";
import type { Schemas } from "./values.ts";

/** Reads the API document as a client does: the inputs of each operation and its possible responses. */

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

export interface Operation {
  readonly id: string;
  readonly spec: RouteSpec;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  readonly bodyRequired: boolean;
  readonly types: readonly string[];
  readonly example: unknown;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Required<Content> & { readonly required: boolean };
  readonly responses: Operation["responses"];
}

export const document = openApi(routes, "http://localhost:3000", "0.0.0") as unknown as Document;
export const { schemas } = document.components;

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => operationOf(path, method.toUpperCase(), described)),
);

function operationOf(path: string, method: string, described: Described): Operation {
  const { operationId: id, parameters = [], requestBody, responses } = described;
  const spec = routes.find((one) => id === one.id || id === `${one.id}.${method.toLowerCase()}`);
  if (!spec) throw new Error(`the document's ${id} has no route`);
  const [first] = Object.values(requestBody?.content ?? {});
  return {
    id,
    spec,
    method,
    path,
    parameters,
    body: first?.schema,
    bodyRequired: requestBody?.required ?? false,
    types: Object.keys(requestBody?.content ?? {}),
    example: first?.example,
    responses,
  };
}

// The pattern of an amount defines the format.
const ajv = formats.default(
  new Ajv2020({ strict: false, allErrors: false, formats: { [AMOUNT_FORMAT]: true } }),
);
const compiled = new Map<JsonSchema, ValidateFunction>();

/** Validates a value against a schema of the document. @returns the error, or undefined if the value is valid */
export function validationError(schema: JsonSchema, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
  compiled.set(schema, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}
