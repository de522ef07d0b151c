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
