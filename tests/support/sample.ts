import type * as z from "zod";
import { exampleOf } from "../../contract/openapi/example.ts";
import { jsonSchemaOf } from "../../contract/openapi/schemas.ts";

/** A value that a schema takes: the example of the API document. */
export const sampleOf = (schema: z.ZodType): unknown => exampleOf(jsonSchemaOf(schema, "input"));
