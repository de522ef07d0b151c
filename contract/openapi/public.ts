import { envelopes } from "../envelopes.ts";
import { errorsOf, statusIn } from "../errors.ts";
import { limitHeaders, operation } from "../openapi.ts";
import type { Version } from "../public/amount.ts";
import { pathsOf, type RouteSpec } from "../route.ts";
import { codeSamples } from "./public/code.ts";
import { domains } from "./public/domains.ts";
import { errorExample } from "./public/errors.ts";
import type { Example, Examples } from "./public/examples.ts";
import { Components, type Json } from "./schemas.ts";
import { publicSchemes, publicSecurity } from "./security.ts";
import { webhooksOf } from "./webhooks.ts";

/**
 * The documents that developers read: OpenAPI 3.0.3 of one version of the public API, which more tools read than
 * 3.1. Each operation has an example that a platform really answered, the errors that it gives, and programs that
 * call it.
 */

/** The routes of test mode alone: they are in the document of all families, and in the client's types. */
const TEST_MODE = "/v1/test/";

export interface Served {
  readonly spec: RouteSpec;
  readonly path: string;
}

/** What a version serves: its routes, and where. @param testMode with those of test mode alone */
export const servedIn = (
  routes: readonly RouteSpec[],
  version: Version,
  testMode = false,
): readonly Served[] =>
  routes
    .filter(({ family, path }) => family === "public" && (testMode || !path.startsWith(TEST_MODE)))
    .flatMap((spec) => pathsOf(spec).map((path) => ({ spec, path })))
    .filter(({ path }) => path.startsWith(`/${version}/`));

const about: Readonly<Record<Version, string>> = {
  v1: "The stable version. What is added to it breaks no client: be ready for fields that you do not know.",
  v2: "The beta preview of what comes: the operations of `/v1` by the same handlers, with what is new. It may change without notice.",
};

const manners = `Amounts are decimal strings in whole units, never numbers. Every object has \`object\`, \`id\`, \`livemode\` and \`created_at\`. Lists are
newest first unless the operation says otherwise: \`has_more\` says whether there is another page, which \`next_cursor\` leads to.

Errors have one form; \`code\` has one meaning, which \`details.docs\` leads to, and \`request_id\` is the answer's \`X-Request-Id\`.

Every POST and PUT takes an \`Idempotency-Key\`, with which a retry is harmless for 7 days. Withdrawals and transfers are signed besides.`;

const text = { type: "string" } as const;

const ofEachAnswer: Json = {
  "X-Request-Id": { schema: text, description: "The request's name: tell it when you ask for help" },
  "X-Svc-Version": { schema: text, description: "`v1`, or `v2-beta`" },
};

type Responses = Record<string, { headers?: Json; content?: Record<string, Json> }>;

function described(
  components: Components,
  { spec, path }: Served,
  example: Example | undefined,
  server: string,
): Json {
  const {
    responses,
    parameters,
    tags: _,
    ...rest
  } = operation(components, { ...spec, path: path as RouteSpec["path"] }) as Json & {
    responses: Responses;
    parameters?: readonly Json[];
  };
  const kept = (parameters ?? [])
    // The credential's, not the operation's.
    .filter(({ name }) => !/^X-Svc-/.test(String(name)))
    .map((one) => parameter(one, example))
    .concat(path.startsWith("/v2/") && spec.expands ? [expanding(Object.keys(spec.expands))] : []);
  return {
    ...rest,
    tags: [domains.of(spec).name],
    security: publicSecurity(spec),
    ...(kept.length > 0 ? { parameters: kept } : {}),
    ...requestWith(rest, example),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, answer(spec, status, one, example)]),
    ),
    ...(spec.deprecated ? { deprecated: true } : {}),
    "x-codeSamples": codeSamples(spec, path, example, server),
  };
}

/** That fields of the answer can be replaced by what they name. */
const expanding = (fields: readonly string[]): Json => ({
  name: "expand[]",
  in: "query",
  required: false,
  style: "form",
  explode: true,
  schema: { type: "array", maxItems: 4, items: { type: "string", enum: fields } },
  description:
    "Fields that are to be the object that they name, in place of its id; in a list, of each of its objects. " +
    "A key needs the scope that reads it",
});

/** A parameter, with the value that the example has of it. */
function parameter(one: Json, example: Example | undefined): Json {
  const given = one["in"] === "path" ? example?.params : one["in"] === "query" ? example?.query : undefined;
  const value = given?.[String(one["name"])];
  return value === undefined ? one : { ...one, example: value };
}

function requestWith(rest: Json, example: Example | undefined): Json {
  const body = rest["requestBody"] as { content: Record<string, Json> } | undefined;
  if (!body || example?.body === undefined) return {};
  const content = Object.fromEntries(
    Object.entries(body.content).map(([type, one]) => [type, { ...one, example: example.body }]),
  );
  return { requestBody: { ...body, content } };
}

/** An answer with its headers and, by its status, the real answer or the errors that it may be. */
function answer(
  spec: RouteSpec,
  status: string,
  { headers, content, ...rest }: Responses[string],
  example: Example | undefined,
): Json {
  const errors = errorsOf(spec).filter((one) => statusIn(spec.family, one) === Number(status));
  const shown =
    Number(status) >= 400
      ? { examples: Object.fromEntries(errors.map(({ code }) => [code, refTo(code)])) }
      : example && String(example.status) === status
        ? { example: example.response }
        : {};
  return {
    ...rest,
    headers: { ...ofEachAnswer, ...(Number(status) >= 429 ? {} : limitHeaders), ...headers },
    ...(content && {
      content: Object.fromEntries(Object.entries(content).map(([type, one]) => [type, { ...one, ...shown }])),
    }),
  };
}

/** The credentials that some operation takes. */
function usedIn(served: readonly Served[]): Json {
  const used = new Set(served.flatMap(({ spec }) => publicSecurity(spec).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(publicSchemes).filter(([name]) => used.has(name)));
}

const refTo = (code: string): Json => ({ $ref: `#/components/examples/${code}` });

/**
 * @param server where the platform is
 * @param examples real answers, by the ids of operations
 * @param testMode with the operations of test mode alone
 * @returns an OpenAPI 3.0.3 document
 */
export function publicDocument(
  routes: readonly RouteSpec[],
  version: Version,
  {
    server,
    release,
    examples,
    testMode,
  }: { server: string; release: string; examples: Examples; testMode?: boolean },
): Json {
  const served = servedIn(routes, version, testMode);
  const components = new Components({ openapi: "3.0.3", amounts: version });
  const paths: Record<string, Json> = {};
  for (const one of served)
    paths[one.path] = {
      ...paths[one.path],
      [one.spec.method.toLowerCase()]: described(components, one, examples[version][one.spec.id], server),
    };
  const webhooks = webhooksOf(components, version);
  const errors = new Map(served.flatMap(({ spec }) => errorsOf(spec).map((one) => [one.code, one] as const)));
  return {
    openapi: "3.0.3",
    info: {
      title: version === "v1" ? "svc API" : "svc API, beta preview",
      version: release,
      description: `${about[version]}\n\n${manners}`,
      contact: { name: "svc", url: `${server}/docs` },
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: server }],
    tags: domains.among(served.map(({ spec }) => spec)),
    paths,
    "x-webhooks": webhooks,
    components: {
      securitySchemes: usedIn(served),
      schemas: { ...components.schemas, publicError: envelopes.public },
      examples: Object.fromEntries([...errors].map(([code, one]) => [code, errorExample(one, server)])),
    },
  };
}
