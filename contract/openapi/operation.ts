import type { ErrorDefinition } from "../../core/kernel/errors.ts";
import { allowances, type Plan, plans } from "../../core/platform/ratelimit/schema.ts";
import { errorsOf, statusIn } from "../errors.ts";
import { DEFAULT_MAX_BODY_BYTES, type ResponseSpec, type RouteSpec, requiresProof } from "../route.ts";
import {
  idempotencyHeader,
  limitHeaders,
  proofHeaders,
  proofNote,
  replayedHeader,
  signatureHeaders,
} from "./headers.ts";
import { type Components, type Json, parametersOf, requestContent } from "./schemas.ts";
import { securityOf } from "./security.ts";

const text = { type: "string" } as const;

/** Describes errors in Markdown: a paragraph each. */
export const errorList = (errors: readonly ErrorDefinition[]): string[] =>
  errors.map(({ code, message }) => `\`${code}\`: ${message}`);

export function operation(components: Components, spec: RouteSpec): Json {
  const { request } = asServed(spec);
  const parameters = [
    ...parametersOf(components, request?.params, "path"),
    ...parametersOf(components, request?.query, "query"),
    ...(spec.idempotent ? [idempotencyHeader(spec)] : []),
    ...(spec.signed ? signatureHeaders : []),
    ...(requiresProof(spec) ? proofHeaders : []),
  ];
  const responses = { ...(spec.signInAt && { 302: toSignIn }), ...spec.responses };
  return {
    operationId: spec.id,
    tags: [spec.id.split(".").slice(0, -1).join("/")],
    summary: spec.summary,
    description: [
      ...(spec.description ? [spec.description] : []),
      ...roleNote(spec),
      ...limitNote(spec),
      ...proofNote(spec),
      ...inputNote(spec),
    ].join("\n\n"),
    security: securityOf(spec),
    ...(parameters.length > 0 && { parameters }),
    ...((request?.body || request?.form) && {
      requestBody: {
        required: !request.body?.safeParse(undefined).success,
        description: `At most ${request.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES} bytes.`,
        content: {
          ...(request.body &&
            requestContent(components, request.body, request.contentTypes ?? ["application/json"])),
          ...(request.form && { "multipart/form-data": { schema: components.of(request.form, "input") } }),
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [status, success(components, spec, one)]),
      ),
      ...failures(components, spec),
    },
  };
}

/** Returns a route with the request that its path accepts: under `/v1` that of the stable version. */
const asServed = (spec: RouteSpec): RouteSpec =>
  spec.request?.stable && spec.path.startsWith("/v1/")
    ? { ...spec, request: { ...spec.request, body: spec.request.stable } }
    : spec;

const toSignIn: ResponseSpec = {
  description: "Without a session: redirects to the sign-in page, which leads back",
  headers: { Location: "The sign-in page" },
};

function success(components: Components, spec: RouteSpec, response: ResponseSpec): Json {
  const { body, contentType, streamed } = response;
  const schema = body ? components.of(body, "output") : contentType && text;
  const named = Object.entries(response.headers ?? {}).map(([name, description]) => [
    name,
    { schema: text, description },
  ]);
  const headers = {
    ...(spec.limit && limitHeaders),
    ...(spec.idempotent && { "Idempotency-Replayed": replayedHeader }),
    ...Object.fromEntries(named),
  };
  return {
    description: response.description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(schema && {
      content: {
        [contentType ?? "application/json"]: { schema },
        ...(streamed && { "text/event-stream": { schema: text } }),
      },
    }),
  };
}

/** Returns the error responses by status: in the family's envelope, by the route's own protocol, or either. */
function failures(components: Components, spec: RouteSpec): Json {
  const { family, refusals = {} } = spec;
  const byStatus = Map.groupBy(errorsOf(spec), (one) => statusIn(family, one));
  const statuses = new Set([...byStatus.keys(), ...Object.keys(refusals).map(Number)]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = refusals[status];
      const errors = byStatus.get(status) ?? [];
      const schemas = [
        ...(errors.length > 0 ? [{ $ref: `#/components/schemas/${family}Error` }] : []),
        ...(own?.body ? [components.of(own.body, "output")] : []),
      ];
      return [
        String(status),
        {
          description: [...(own ? [own.description] : []), ...errorList(errors)].join("\n\n"),
          ...(status === 429 && {
            headers: {
              ...limitHeaders,
              "Retry-After": { schema: { type: "integer" }, description: "Seconds" },
            },
          }),
          content: { "application/json": { schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0] } },
        },
      ];
    }),
  );
}

const roleNote = ({ auth, roles }: RouteSpec): string[] => {
  const allowed = auth === "admin" ? ["ADMIN"] : roles && [...new Set([...roles, "ADMIN"])];
  return allowed ? [`For ${allowed.join(" and ")}.`] : [];
};

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

/** Describes the two statuses for bad input, in the family that has two. */
const inputNote = ({ family, request }: RouteSpec): string[] =>
  family === "payments" && request !== undefined
    ? [
        "400: a field is missing or unknown, or the body is not JSON. 422: a value breaks its rule. 400 if both apply; the " +
          "details name each field.",
      ]
    : [];
