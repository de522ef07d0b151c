import type * as z from "zod";
import { exampleOf } from "../../contract/openapi/example.ts";
import { jsonSchemaOf } from "../../contract/openapi/schemas.ts";

/** Returns a valid value of a schema: the example of the API document. */
export const sampleOf = (schema: z.ZodType): unknown => exampleOf(jsonSchemaOf(schema, "input"));
