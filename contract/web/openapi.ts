import * as z from "zod";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/** The address in a document that is generated before the platform's address is known. */
export const PLACEHOLDER_ADDRESS = "https://svc.example";

const route = defineFamily({
  id: "web.openapi",
  family: "web",
  auth: "none",
  limit: limits.page,
  // It changes with each deployment.
  cache: { seconds: 60 },
  method: "GET",
  responses: {
    200: {
      description: "The document",
      body: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
    },
  },
});

export const v1 = route({
  id: "v1",
  path: "/v1/openapi.json",
  summary: "The document of the public API, OpenAPI 3.0.3",
});

export const v2 = route({
  id: "v2",
  path: "/v2/openapi.json",
  summary: "The document of the public API's beta preview, OpenAPI 3.0.3",
});

export const api = route({
  id: "api",
  path: "/api/openapi.json",
  summary: "The document of all families, OpenAPI 3.1",
});
