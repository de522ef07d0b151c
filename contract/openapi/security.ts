import type { Auth, RouteSpec } from "../route.ts";

/** How the document names credentials. */

type Scheme = Readonly<Record<string, readonly []>>;

const schemes = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A web access token" },
  mobile: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A mobile access token, of a device's session: 15 minutes",
  },
  cookie: { type: "apiKey", in: "cookie", name: "__Host-svc_session" },
  apiKey: { type: "http", scheme: "bearer", description: "An API key: svc_live_… or svc_test_…" },
  apiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key", description: "The same" },
} as const;

const ofAuth: Readonly<Record<Exclude<Auth, "signature">, readonly Scheme[]>> = {
  none: [],
  session: [{ bearer: [] }, { cookie: [] }],
  admin: [{ bearer: [] }, { cookie: [] }],
  mobile: [{ mobile: [] }],
  apiKey: [{ apiKey: [] }, { apiKeyHeader: [] }],
};

/** The credentials of the public API. */
export const publicSchemes = {
  apiKey: { ...schemes.apiKey, description: "An API key, `svc_live_…` or `svc_test_…`" },
  apiKeyHeader: { ...schemes.apiKeyHeader, description: "An API key, where `Authorization` is not free" },
  accessToken: {
    ...schemes.bearer,
    description: "A web access token of the account, for client applications: with the free plan's limits",
  },
  signature: {
    type: "apiKey",
    in: "header",
    name: "X-Svc-Signature",
    description:
      "`v1=` and the hex HMAC-SHA256, under the key's signing secret, of `timestamp.METHOD.path?query.hex(sha256(body))`",
  },
  signatureTimestamp: {
    type: "apiKey",
    in: "header",
    name: "X-Svc-Timestamp",
    description: "UNIX seconds that were signed, at most 300 from now",
  },
} as const;

type Needed = Readonly<Partial<Record<keyof typeof publicSchemes, readonly []>>>;

/** Any of these opens an operation of the public API; what is signed needs all three of one. */
export const publicSecurity = ({
  signed,
  orSession,
}: Secured & { readonly signed?: boolean }): readonly Needed[] => {
  const proof = signed ? { signature: [] as const, signatureTimestamp: [] as const } : {};
  return [
    { apiKey: [], ...proof },
    { apiKeyHeader: [], ...proof },
    ...(orSession ? [{ accessToken: [] as const }] : []),
  ];
};

type Secured = Pick<RouteSpec, "auth" | "orSession" | "signatureHeader">;

/** Any of these opens an operation. */
export const securityOf = ({ auth, orSession, signatureHeader }: Secured): readonly Scheme[] =>
  auth === "signature"
    ? [{ [schemeOfHeader(signatureHeader ?? "")]: [] }]
    : [...ofAuth[auth], ...(orSession ? [{ bearer: [] as const }] : [])];

const schemeOfHeader = (header: string): string =>
  header.replace(/-./g, (dash) => dash.charAt(1).toUpperCase());

/** The credentials of a list of routes. */
export const securitySchemes = (routes: readonly Secured[]): Readonly<Record<string, object>> => ({
  ...schemes,
  ...Object.fromEntries(
    routes.flatMap(({ signatureHeader: name }) =>
      name === undefined
        ? []
        : [[schemeOfHeader(name), { type: "apiKey", in: "header", name, description: "Of the raw body" }]],
    ),
  ),
});
