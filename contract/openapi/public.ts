import { type ErrorDefinition, InvalidRequest, RateLimited } from "../../core/kernel/errors.ts";
import { envelopes } from "../envelopes.ts";
import { errorsOf, statusIn } from "../errors.ts";
import { webhooksOf } from "../openapi.ts";
import type { Version } from "../public/schemas.ts";
import { pathsOf, type RouteSpec } from "../route.ts";
import { limitHeaders } from "./headers.ts";
import { operation } from "./operation.ts";
import { codeSamples, type Example, type Examples } from "./public/code.ts";
import { Components, type Json } from "./schemas.ts";
import { publicSchemes, publicSecurity } from "./security.ts";

/**
 * Generates the documents for developers: OpenAPI 3.0.3, which more tools read than 3.1, of one version of the public
 * API. Each operation has an example recorded from a platform, its errors, and code samples.
 */

/** Routes that exist in test mode only: the document of all families and the client's types include them. */
const TEST_MODE = "/v1/test/";

export interface Served {
  readonly spec: RouteSpec;
  readonly path: string;
}

/** Returns the routes of a version with their paths. @param testMode includes those of test mode */
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
  v1: "The stable version. Additions do not break clients: ignore fields that you do not know.",
  v2: "The beta preview of the next version: the operations of `/v1` and new ones. It may change without notice.",
};

const conventions = `Amounts are decimal strings in whole units, never numbers. Every object has \`object\`, \`id\`, \`livemode\` and \`created_at\`. Lists are
newest first unless the operation says otherwise. \`has_more\` states whether there is another page; pass \`next_cursor\` to get it.

All errors have one form. \`code\` has one meaning, explained at \`details.docs\`; \`request_id\` is the response's \`X-Request-Id\`.

Every POST and PUT accepts an \`Idempotency-Key\`, which makes retries safe for 7 days. Withdrawals and transfers must also be signed.`;

/** The tags of the documents: the domains of the public API. */
const domains: Readonly<Record<string, string>> = {
  Wallets: "One wallet per asset: balances, history, deposit addresses, withdrawals.",
  Transfers: "Payments from a wallet to another wallet of the caller or of another user.",
  Portfolio: "Everything the caller owns, and its worth.",
  Staking: "Lock the platform's token for rewards.",
  Exchange: "Quotes, swaps, and liquidity for the pools behind them.",
  Farming: "Stake pool shares for rewards.",
  Governance: "Proposals, votes, voting power and its delegation.",
  Prices: "Current and past prices of assets.",
  Holds: "Reserved money, to be captured in parts or released.",
  Balances: "The balance of a wallet with its holds, now or at a past instant.",
  Statements: "The movements of a wallet, with the hashes that prove them.",
  Events: "Events in order.",
};

/** Returns the tag of a route: `public.governance.proposals.create` belongs to Governance. */
const domainOf = ({ id }: RouteSpec): string => {
  const [, domain = ""] = id.split(".");
  return domain.charAt(0).toUpperCase() + domain.slice(1).replaceAll("-", " ");
};

const text = { type: "string" } as const;

const commonHeaders: Json = {
  "X-Request-Id": { schema: text, description: "Identifies the request: give it when you contact support" },
  "X-Svc-Version": { schema: text, description: "`v1`, or `v2-beta`" },
};

/**
 * @param server the base address of the platform
 * @param examples recorded responses, by operation id
 * @param testMode includes the operations of test mode
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
  for (const { spec, path } of served)
    paths[path] = {
      ...paths[path],
      [spec.method.toLowerCase()]: publicOperation(
        components,
        { spec, path },
        examples[version][spec.id],
        server,
      ),
    };
  const webhooks = webhooksOf(components, version);
  const errors = new Map(served.flatMap(({ spec }) => errorsOf(spec).map((one) => [one.code, one] as const)));
  const schemes = new Set(served.flatMap(({ spec }) => publicSecurity(spec).flatMap(Object.keys)));
  return {
    openapi: "3.0.3",
    info: {
      title: version === "v1" ? "svc API" : "svc API, beta preview",
      version: release,
      description: `${about[version]}\n\n${conventions}`,
      contact: { name: "svc", url: `${server}/docs` },
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: server }],
    tags: [...new Set(served.map(({ spec }) => domainOf(spec)))].map((name) => ({
      name,
      description: domains[name] ?? `${name}.`,
    })),
    paths,
    "x-webhooks": webhooks,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(publicSchemes).filter(([name]) => schemes.has(name)),
      ),
      schemas: { ...components.schemas, publicError: envelopes.public },
      examples: Object.fromEntries([...errors].map(([code, one]) => [code, errorExample(one, server)])),
    },
  };
}

type Responses = Record<string, { headers?: Json; content?: Record<string, Json> }>;

function publicOperation(
  components: Components,
  { spec, path }: Served,
  example: Example | undefined,
  server: string,
): Json {
  const { responses, parameters, ...rest } = operation(components, {
    ...spec,
    path: path as RouteSpec["path"],
  }) as Json & { responses: Responses; parameters?: readonly Json[] };
  const shown = (parameters ?? [])
    // Those headers are described with the credential.
    .filter(({ name }) => !/^X-Svc-/.test(String(name)))
    .map((one) => withExample(one, example))
    .concat(path.startsWith("/v2/") && spec.expands ? [expanding(Object.keys(spec.expands))] : []);
  return {
    ...rest,
    tags: [domainOf(spec)],
    security: publicSecurity(spec),
    ...(shown.length > 0 && { parameters: shown }),
    ...requestWith(rest, example),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, one]) => [status, response(spec, status, one, example)]),
    ),
    ...(spec.deprecated && { deprecated: true }),
    "x-codeSamples": codeSamples(spec, path, example, server),
  };
}

const expanding = (fields: readonly string[]): Json => ({
  name: "expand[]",
  in: "query",
  required: false,
  style: "form",
  explode: true,
  schema: { type: "array", maxItems: 4, items: { type: "string", enum: fields } },
  description:
    "Fields to return as full objects instead of ids; in a list, for each of its objects. The key needs the scope that reads them",
});

/** Adds the example's value to a parameter. */
function withExample(parameter: Json, example: Example | undefined): Json {
  const values = { path: example?.params, query: example?.query }[String(parameter["in"])];
  const value = values?.[String(parameter["name"])];
  return value === undefined ? parameter : { ...parameter, example: value };
}

function requestWith({ requestBody }: Json, example: Example | undefined): Json {
  const body = requestBody as { content: Record<string, Json> } | undefined;
  if (!body || example?.body === undefined) return {};
  const content = Object.fromEntries(
    Object.entries(body.content).map(([type, one]) => [type, { ...one, example: example.body }]),
  );
  return { requestBody: { ...body, content } };
}

/** Adds headers to a response and, by its status, the recorded example or the possible errors. */
function response(
  spec: RouteSpec,
  status: string,
  { headers, content, ...rest }: Responses[string],
  example: Example | undefined,
): Json {
  const errors = errorsOf(spec).filter((one) => statusIn(spec.family, one) === Number(status));
  const shown =
    Number(status) >= 400
      ? {
          examples: Object.fromEntries(
            errors.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
          ),
        }
      : example && String(example.status) === status
        ? { example: example.response }
        : {};
  return {
    ...rest,
    headers: { ...commonHeaders, ...(Number(status) < 429 && limitHeaders), ...headers },
    ...(content && {
      content: Object.fromEntries(Object.entries(content).map(([type, one]) => [type, { ...one, ...shown }])),
    }),
  };
}

/** Details that some errors have in addition to their message. */
const details: Readonly<Record<string, object>> = {
  [InvalidRequest.code]: { fields: [{ field: "asset", message: "is required" }] },
  [RateLimited.code]: { retryAfter: 1 },
};

const errorExample = ({ code, message }: ErrorDefinition, server: string): Json => ({
  summary: code,
  value: {
    error: {
      code,
      message,
      details: { ...details[code], docs: `${server}/docs/errors#${code}` },
      request_id: "req_01jd3v8y2m9t4k6q0s5w7x1z3b",
    },
  },
});
