import { shown } from "../../core/platform/api-events/schema.ts";
import { catalogue, envelopeOf, exampleOfType } from "../events/catalogue.ts";
import type { Version } from "../public/amount.ts";
import { exampleOf } from "./example.ts";
import { type Components, type Json, jsonSchemaOf } from "./schemas.ts";

/**
 * What the platform posts to users' webhooks: `webhooks` of OpenAPI 3.1, `x-webhooks` of the documents of 3.0.3,
 * which has none.
 */
export const webhooksOf = (components: Components, version: Version): Json =>
  Object.fromEntries(
    catalogue.map((one) => {
      const schema = envelopeOf(one);
      const example = {
        ...(exampleOf(jsonSchemaOf(schema, "output")) as Json),
        ...{ apiVersion: version, data: shown(exampleOfType(one.type, true), version) },
      };
      return [
        one.type,
        {
          post: {
            operationId: `webhooks.events.${one.type}`,
            summary: `${one.about.charAt(0).toUpperCase()}${one.about.slice(1)}`,
            security: [],
            requestBody: {
              required: true,
              content: { "application/json": { schema: components.of(schema, "output"), example } },
            },
            responses: { 204: { description: "You have it: any 2xx says so" } },
          },
        },
      ];
    }),
  );
