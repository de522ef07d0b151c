import { shown } from "../core/platform/api-events/schema.ts";
import { envelopes } from "./envelopes.ts";
import { statusOf } from "./errors.ts";
import { catalogue, envelopeOf, exampleOfType } from "./events/catalogue.ts";
import { exampleOf } from "./openapi/example.ts";
import { errorList, operation } from "./openapi/operation.ts";
import { Components, type Json, jsonSchemaOf } from "./openapi/schemas.ts";
import { securityOf, securitySchemes } from "./openapi/security.ts";
import type { Version } from "./public/schemas.ts";
import type { RouteSpec } from "./route.ts";
import type { SocketSpec } from "./socket.ts";

/** Generates the OpenAPI 3.1 document of all families from the routes. Nothing in it is written by hand. */

/** Markdown for every operation: the document's own description. */
const conventions = `A request has one credential. \`X-API-Key\` and \`Authorization\` together must be the same key
(\`AMBIGUOUS_CREDENTIAL\`). A bearer token takes precedence over the cookie, which browsers send by themselves.

A 401 without a credential is \`{"error": "Unauthorized"}\`. If a credential was sent, \`WWW-Authenticate\` states the problem:
\`TOKEN_EXPIRED\` means refresh the token, \`SESSION_ENDED\` sign in again, \`API_KEY_EXPIRED\` the secret of an API key has expired.

Give each query parameter once. Path parameters have at most 256 characters, query parameters 2,048.

A request that breaks its schema is a 400 with \`INVALID_REQUEST\`. The payments routes use 400 for a missing or unknown field, and
422 for a value that breaks its rule.

An \`Idempotency-Key\`, if an operation accepts one, makes retries safe for 7 days. The parameter describes which responses are replayed, rejected
and tried again.`;

const everyMethod = ["get", "post", "put", "patch", "delete"];

/** @param server the base address of the platform */
export function openApi(
  routes: readonly RouteSpec[],
  server: string,
  version: string,
  sockets: readonly SocketSpec[] = [],
): Json {
  const components = new Components();
  const stable = new Components({ openapi: "3.1.0", amounts: "v1", prefix: "V1" });
  const preview = new Components({ openapi: "3.1.0", amounts: "v2", prefix: "V2" });
  const schemasFor = ({ family, path }: RouteSpec) =>
    family !== "public" ? components : path.startsWith("/v2/") ? preview : stable;
  const paths: Record<string, Json> = {};
  for (const spec of routes) {
    // OpenAPI has no greedy parameter; "{rest+}" becomes "{rest}".
    const path = spec.path.replaceAll("+}", "}");
    const at = paths[path] ?? {};
    paths[path] = at;
    const methods = spec.method === "ANY" ? everyMethod : [spec.method.toLowerCase()];
    for (const method of methods) {
      const one = operation(schemasFor(spec), spec);
      at[method] = methods.length === 1 ? one : { ...one, operationId: `${spec.id}.${method}` };
    }
  }
  for (const spec of sockets) paths[spec.path] = { get: upgrade(components, spec) };
  const webhooks = webhooksOf(stable, "v1");
  const families = [...new Set(routes.map((one) => one.family))];
  return {
    openapi: "3.1.0",
    info: {
      title: "svc",
      version,
      summary: "An open financial platform",
      description: conventions,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: server }],
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(routes),
      schemas: {
        ...components.schemas,
        ...stable.schemas,
        ...preview.schemas,
        ...Object.fromEntries(families.map((family) => [`${family}Error`, envelopes[family]])),
      },
    },
  };
}

/** The upgrade to a WebSocket. OpenAPI cannot describe messages: `x-websocket` has their schemas. */
function upgrade(components: Components, spec: SocketSpec): Json {
  const failed = Map.groupBy(spec.refusals, (one) => statusOf[one.kind]);
  const text = { type: "string" } as const;
  return {
    operationId: spec.id,
    tags: [spec.id.split(".").slice(0, -1).join("/")],
    summary: `${spec.summary} (WebSocket)`,
    description: [spec.description, "Codes of `error` messages:", ...errorList(spec.errors)].join("\n\n"),
    security: [{}, ...securityOf({ auth: "apiKey" })],
    parameters: [
      { name: "X-API-Key", in: "header", required: false, schema: text, description: "An API key" },
      { name: "apiKey", in: "query", required: false, schema: text, description: "The same, for browsers" },
    ],
    responses: {
      101: { description: "Switches to the WebSocket protocol" },
      ...Object.fromEntries(
        [...failed].map(([status, errors]) => [
          String(status),
          { description: errorList(errors).join("\n\n") },
        ]),
      ),
    },
    "x-websocket": {
      receives: components.of(spec.receives, "input"),
      sends: components.of(spec.sends, "output"),
    },
  };
}

/**
 * Describes the requests that the platform sends to users' webhooks: `webhooks` of OpenAPI 3.1, and `x-webhooks` of
 * the documents of 3.0.3, which lacks it.
 */
export const webhooksOf = (components: Components, version: Version): Json =>
  Object.fromEntries(
    catalogue.map((one) => {
      const schema = envelopeOf(one);
      const example = {
        ...(exampleOf(jsonSchemaOf(schema, "output")) as Json),
        ...{ apiVersion: version, data: shown(exampleOfType(one.type, true), version) },
      };
      const post = {
        operationId: `webhooks.events.${one.type}`,
        summary: `${one.about.charAt(0).toUpperCase()}${one.about.slice(1)}`,
        security: [],
        requestBody: {
          required: true,
          content: { "application/json": { schema: components.of(schema, "output"), example } },
        },
        responses: { 204: { description: "Any 2xx confirms receipt" } },
      };
      return [one.type, { post }];
    }),
  );
