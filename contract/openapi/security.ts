import type { Auth, RouteSpec } from "../route.ts";
import { SIGNATURE } from "./headers.ts";

/** The security schemes of the documents. */

type Scheme = Readonly<Record<string, readonly []>>;

const schemes = {
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A web access token" },
  mobile: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A mobile access token of a device's session, valid for 15 minutes",
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
  person: [{ mobile: [] }, { bearer: [] }, { cookie: [] }],
  apiKey: [{ apiKey: [] }, { apiKeyHeader: [] }],
};

export const publicSchemes = {
  apiKey: { ...schemes.apiKey, description: "An API key, `svc_live_…` or `svc_test_…`" },
  apiKeyHeader: { ...schemes.apiKeyHeader, description: "An API key, if `Authorization` is already in use" },
  accessToken: {
    ...schemes.bearer,
    description:
      "A web access token of the account, for client applications, with limits of its own: 300 requests a minute",
  },
  signature: { type: "apiKey", in: "header", name: "X-Svc-Signature", description: SIGNATURE },
  signatureTimestamp: {
    type: "apiKey",
    in: "header",
    name: "X-Svc-Timestamp",
    description: "The signed UNIX seconds, at most 300 from now",
  },
} as const;

type Needed = Readonly<Partial<Record<keyof typeof publicSchemes, readonly []>>>;
type Secured = Pick<RouteSpec, "auth" | "orSession" | "signatureHeader">;

/** Returns the alternatives for an operation of the public API. A signed one needs all three schemes of one. */
export const publicSecurity = ({ signed, orSession }: RouteSpec): readonly Needed[] => {
  const proof = signed ? { signature: [] as const, signatureTimestamp: [] as const } : {};
  return [
    { apiKey: [], ...proof },
    { apiKeyHeader: [], ...proof },
    ...(orSession ? [{ accessToken: [] as const }] : []),
  ];
};

/** Returns the alternatives for an operation. */
export const securityOf = ({ auth, orSession, signatureHeader }: Secured): readonly Scheme[] =>
  auth === "signature"
    ? [{ [camelCase(signatureHeader ?? "")]: [] }]
    : [...ofAuth[auth], ...(orSession ? [{ bearer: [] as const }, { cookie: [] as const }] : [])];

const camelCase = (header: string): string => header.replace(/-./g, (dash) => dash.charAt(1).toUpperCase());

/** Returns the credentials of a list of routes. */
export const securitySchemes = (routes: readonly Secured[]): Readonly<Record<string, object>> => ({
  ...schemes,
  ...Object.fromEntries(
    routes.flatMap(({ signatureHeader: name }) =>
      name === undefined
        ? []
        : [
            [
              camelCase(name),
              { type: "apiKey", in: "header", name, description: "Signature of the raw body" },
            ],
          ],
    ),
  ),
});
