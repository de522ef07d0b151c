import type { Auth, RouteSpec } from "./route.ts";

/**
 * Every secret of the platform. In AWS each is a Secrets Manager secret whose ARN the functions that need it
 * get (`SECRET_ARN_<NAME>`), never its value; locally the variable of its own name holds the value.
 */
export const secrets = {
  JWT_SECRET: {
    about: "Signs access and refresh tokens (HS256). Rotates: the previous one still verifies.",
    generated: true,
  },
  CSRF_SECRET: { about: "Signs CSRF tokens, bound to the session.", generated: true },
  SEALING_SECRET: {
    about:
      "Encrypts what is kept to be read again, as API keys' signing secrets. Rotates: the previous one still opens what it sealed, one before that no longer.",
    generated: true,
  },
  ORIGIN_SECRET: {
    about: "What CloudFront adds to each request, so that only its viewer address header is believed.",
    generated: true,
  },
  STRIPE_SECRET_KEY: { about: "Stripe's API.", generated: false },
  STRIPE_WEBHOOK_SECRET: {
    about: "Verifies what Stripe posts. Rotates: the previous one still verifies.",
    generated: false,
  },
  STRIPE_CONNECT_WEBHOOK_SECRET: {
    about:
      "Verifies what Stripe posts of connected accounts, from an endpoint of its own. Rotates: the previous one still verifies.",
    generated: false,
  },
  STRIPE_ISSUING_WEBHOOK_SECRET: {
    about:
      "Verifies what Stripe asks about purchases with issued cards, from an endpoint of its own; without one that of the other events does. Rotates: the previous one still verifies.",
    generated: false,
  },
  BANK_WEBHOOK_SECRET: {
    about: "Verifies what the bank posts. Rotates: the previous one still verifies.",
    generated: false,
  },
  BANK_API_KEY: { about: "The bank's API, where it has one (BANK_URL).", generated: false },
  GITHUB_CLIENT_SECRET: { about: "GitHub OAuth application.", generated: false },
  GOOGLE_CLIENT_SECRET: { about: "Google OpenID Connect client.", generated: false },
} as const satisfies Record<string, { about: string; generated: boolean }>;

export type SecretName = keyof typeof secrets;

const ofAuth: Readonly<Record<Auth, readonly SecretName[]>> = {
  none: ["JWT_SECRET", "CSRF_SECRET"],
  session: ["JWT_SECRET", "CSRF_SECRET"],
  admin: ["JWT_SECRET", "CSRF_SECRET"],
  mobile: ["JWT_SECRET"],
  apiKey: [],
  signature: [],
};

/** The secrets that the handler chain itself reads for the credential of a route. */
export const secretsOfAuth = ({
  auth,
  orSession,
  signed,
  stepUp,
}: Pick<RouteSpec, "auth" | "orSession" | "signed" | "stepUp">): readonly SecretName[] => [
  ...ofAuth[auth],
  ...(orSession ? (["JWT_SECRET"] as const) : []),
  ...(signed || stepUp ? (["SEALING_SECRET"] as const) : []),
];
