import type { ErrorDefinition } from "../core/kernel/errors.ts";
import { allowances, type Plan, plans } from "../core/platform/ratelimit/schema.ts";
import { envelopes } from "./envelopes.ts";
import { errorsOf, statusIn, statusOf } from "./errors.ts";
import { conventions } from "./openapi/conventions.ts";
import { idempotencyHeader, replayedHeader } from "./openapi/idempotency.ts";
import { Components, formContent, type Json, parametersOf, requestContent } from "./openapi/schemas.ts";
import { securityOf, securitySchemes } from "./openapi/security.ts";
import { stepUpHeaders, stepUpNote } from "./openapi/step-up.ts";
import { webhooksOf } from "./openapi/webhooks.ts";
import { DEFAULT_MAX_BODY_BYTES, type ResponseSpec, type RouteSpec } from "./route.ts";
import type { SocketSpec } from "./socket.ts";

/** The OpenAPI 3.1 document of a list of routes: nothing in it is written by hand. */

const text = { type: "string" } as const;

export const signatureHeaders: readonly Json[] = [
  {
    name: "X-Svc-Timestamp",
    in: "header",
    required: true,
    schema: { type: "string", pattern: "^\\d{1,12}$" },
    description:
      "UNIX seconds, at most 300 from now; of equal requests under other Idempotency-Keys, each its own",
  },
  {
    name: "X-Svc-Signature",
    in: "header",
    required: true,
    schema: { type: "string", pattern: "^v1=[0-9a-f]{64}$" },
    description:
      "`v1=` and the hex HMAC-SHA256, under the key's signing secret, of `timestamp.METHOD.path?query.hex(sha256(body))`",
  },
];

export const limitHeaders: Json = Object.fromEntries(
  [
    ["X-RateLimit-Limit", "Requests in a window; of several limits, the tightest's"],
    ["X-RateLimit-Remaining", "Requests left of it"],
    ["X-RateLimit-Reset", "UNIX seconds from which on there is room for more"],
  ].map(([name = "", description]) => [name, { schema: { type: "integer" }, description }]),
);

function success(components: Components, spec: RouteSpec, response: ResponseSpec): Json {
  const type = response.contentType ?? "application/json";
  const named = Object.entries(response.headers ?? {}).map(([name, description]) => [
    name,
    { schema: text, description },
  ]);
  const headers = {
    ...(spec.limit ? limitHeaders : {}),
    ...(spec.idempotent ? { "Idempotency-Replayed": replayedHeader } : {}),
    ...Object.fromEntries(named),
  };
  return {
    description: response.description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...contentOf(components, type, response),
  };
}

const toSignIn: ResponseSpec = {
  description: "Without a session: to the sign-in page, and back from there",
  headers: { Location: "The sign-in page" },
};

function contentOf(
  components: Components,
  type: string,
  { body, contentType, streamed }: ResponseSpec,
): Json {
  const schema = body ? components.of(body, "output") : contentType && text;
  if (!schema) return {};
  return { content: { [type]: { schema }, ...(streamed && { "text/event-stream": { schema: text } }) } };
}

function failures(components: Components, spec: RouteSpec): Json {
  const { family, refusals = {} } = spec;
  const byStatus = Map.groupBy(errorsOf(spec), (one) => statusIn(family, one));
  const statuses = new Set([...byStatus.keys(), ...Object.keys(refusals).map(Number)]);
  return Object.fromEntries(
    [...statuses].map((status) => [
      String(status),
      failure(components, spec, status, byStatus.get(status) ?? []),
    ]),
  );
}

/** What a status means: errors in the family's envelope, a refusal of the route's own protocol, or either. */
function failure(
  components: Components,
  { family, refusals }: RouteSpec,
  status: number,
  errors: readonly ErrorDefinition[],
): Json {
  const own = refusals?.[status];
  const schemas = [
    ...(errors.length > 0 ? [{ $ref: `#/components/schemas/${family}Error` }] : []),
    ...(own?.body ? [components.of(own.body, "output")] : []),
  ];
  return {
    description: [
      ...(own ? [own.description] : []),
      ...errors.map((one) => `\`${one.code}\`: ${one.message}`),
    ].join("\n\n"),
    ...(status === 429 && {
      headers: {
        ...limitHeaders,
        "Retry-After": { schema: { type: "integer" }, description: "Seconds" },
      },
    }),
    content: { "application/json": { schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0] } },
  };
}

const roleNote = (spec: RouteSpec): string[] =>
  spec.auth === "admin"
    ? ["For ADMIN."]
    : spec.roles
      ? [`For ${spec.roles.join(", ")}${spec.roles.includes("ADMIN") ? "" : " and ADMIN"}.`]
      : [];

function limitNote({ limit }: RouteSpec): string[] {
  if (limit === undefined) return [];
  if (limit === "plan") return [`Limited by the plan of the key's owner: ${plans.map(planNote).join("; ")}.`];
  const per = limit.by === "ip" ? "client address" : "account";
  return [`At most ${limit.max} requests in any ${limit.windowSeconds} seconds per ${per}.`];
}

function planNote(plan: Plan): string {
  const { perMinute, perDay, burst } = allowances[plan];
  const day = perDay === undefined ? "" : `, ${perDay} a day`;
  return `${plan} ${burst} at once, ${perMinute} a minute${day}`;
}

/** A route as it is where its path says: of one that takes more in `/v2`, what `/v1` takes. */
const stableIn = (spec: RouteSpec): RouteSpec =>
  spec.request?.stable && spec.path.startsWith("/v1/")
    ? { ...spec, request: { ...spec.request, body: spec.request.stable } }
    : spec;

export function operation(components: Components, spec: RouteSpec): Json {
  const { request } = stableIn(spec);
  const types = request?.contentTypes ?? ["application/json"];
  const parameters = [
    ...parametersOf(components, request?.params, "path"),
    ...parametersOf(components, request?.query, "query"),
    ...(spec.idempotent ? [idempotencyHeader(spec)] : []),
    ...(spec.signed ? signatureHeaders : []),
    ...(spec.stepUp ? stepUpHeaders : []),
  ];
  return {
    operationId: spec.id,
    tags: [spec.id.split(".").slice(0, -1).join("/")],
    summary: spec.summary,
    description: [
      ...(spec.description ? [spec.description] : []),
      ...roleNote(spec),
      ...limitNote(spec),
      ...stepUpNote(spec),
      ...inputNote(spec),
    ].join("\n\n"),
    security: securityOf(spec),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(request?.body || request?.form
      ? {
          requestBody: {
            required: !request.body?.safeParse(undefined).success,
            description: `At most ${request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES} bytes.`,
            content: {
              ...(request.body && requestContent(components, request.body, types)),
              ...(request.form && formContent(components, request.form)),
            },
          },
        }
      : {}),
    responses: {
      ...(spec.signInAt && { 302: success(components, spec, toSignIn) }),
      ...Object.fromEntries(
        Object.entries(spec.responses).map(([status, one]) => [status, success(components, spec, one)]),
      ),
      ...failures(components, spec),
    },
  };
}

/** Which bad input has which status, where a family has two of them. */
const inputNote = ({ family, request }: RouteSpec): string[] =>
  family === "payments" && request !== undefined
    ? [
        "400: a field is missing, or one is not known here, or the body is not JSON. 422: a value breaks its rule. Where both are so " +
          "it is a 400; the details name each field.",
      ]
    : [];

/**
 * The upgrade to a WebSocket. OpenAPI has no word for what follows it: `x-websocket` holds the messages'
 * schemas.
 */
function upgrade(components: Components, spec: SocketSpec): Json {
  const failed = Map.groupBy(spec.refusals, (one) => statusOf[one.kind]);
  const codes = spec.errors.map((one) => `\`${one.code}\`: ${one.message}`);
  return {
    operationId: spec.id,
    tags: [spec.id.split(".").slice(0, -1).join("/")],
    summary: `${spec.summary} (WebSocket)`,
    description: [spec.description, "Codes of `error` messages:", ...codes].join("\n\n"),
    security: [{}, ...securityOf({ auth: "apiKey" })],
    parameters: [
      { name: "X-API-Key", in: "header", required: false, schema: text, description: "An API key" },
      { name: "apiKey", in: "query", required: false, schema: text, description: "The same, for browsers" },
    ],
    responses: {
      101: { description: "The connection is a WebSocket from here on" },
      ...Object.fromEntries(
        [...failed].map(([status, errors]) => [
          String(status),
          { description: errors.map((one) => `\`${one.code}\`: ${one.message}`).join("\n\n") },
        ]),
      ),
    },
    "x-websocket": {
      receives: components.of(spec.receives, "input"),
      sends: components.of(spec.sends, "output"),
    },
  };
}

const everyMethod = ["get", "post", "put", "patch", "delete"];

/**
 * @param server the base address of the platform
 * @returns an OpenAPI 3.1 document
 */
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
