import { type Auth, type RouteSpec, requiresProof } from "./route.ts";

interface SecretSpec {
  readonly about: string;
  /** Whether it is generated at random; otherwise a provider issues it. */
  readonly generated: boolean;
  /** The setting without which it is not needed. */
  readonly onlyWith?: string;
  /** The case in which the platform works without it. */
  readonly optional?: string;
  /** The place in the provider's interface that shows it. */
  readonly from?: string;
  /** The steps after a change. */
  readonly after?: string;
  /** Data that is lost with the previous value, besides data that expires by itself. */
  readonly lost?: string;
  /** The backfill after which the previous value is no longer needed. */
  readonly backfill?: string;
  /** The form of its values, if the provider documents it. */
  readonly form?: { readonly is: RegExp; readonly rule: string };
}

const signing = { is: /^whsec_\S{8,}$/, rule: "must begin with whsec_" };

/**
 * Every secret of the platform. In AWS functions get the ARN of the secret in Secrets Manager (`SECRET_ARN_<NAME>`),
 * never its value; locally the variable of its name has the value.
 */
export const secrets = {
  JWT_SECRET: {
    about: "Signs access and refresh tokens (HS256). Rotates: the previous one still verifies.",
    generated: true,
  },
  CSRF_SECRET: { about: "Signs CSRF tokens, bound to the session.", generated: true },
  SEALING_SECRET: {
    about:
      "Encrypts stored secrets, such as signing secrets of API keys and webhooks. Rotates: the previous one still decrypts, older ones do not.",
    generated: true,
    lost: "all data that has not been encrypted again since: signing secrets of API keys and webhooks, and second factors",
    backfill: "reseal",
    after:
      "wait 10 minutes, then npm run backfill -- reseal: the previous value is needed until that has finished",
  },
  ORIGIN_SECRET: {
    about:
      "Added by CloudFront to each request, so that requests that bypass it are rejected. Rotates: the previous one is still accepted; the distribution sends the new one after the functions know it.",
    generated: true,
    after:
      "not sent yet: wait 5 minutes, write originSecretVersion into the stage's file, deploy its edge stack (docs/OPERATIONS.md, ORIGIN_SECRET)",
  },
  STRIPE_SECRET_KEY: {
    about: "Stripe's API.",
    generated: false,
    from: "Stripe dashboard, Developers, API keys: a secret or restricted key",
    form: {
      is: /^[sr]k_(live|test)_\w{8,}$/,
      rule: "must begin with sk_live_, rk_live_, sk_test_ or rk_test_",
    },
  },
  STRIPE_WEBHOOK_SECRET: {
    about: "Verifies Stripe's events. Rotates: the previous one still verifies.",
    generated: false,
    from: "Stripe dashboard, Webhooks: the endpoint /api/webhooks/psp",
    form: signing,
  },
  STRIPE_CONNECT_WEBHOOK_SECRET: {
    about:
      "Verifies Stripe's events of connected accounts, which have an endpoint of their own. Rotates: the previous one still verifies.",
    generated: false,
    optional: "without merchants",
    from: "Stripe dashboard, Webhooks: a second endpoint /api/webhooks/psp, of events on connected accounts",
    form: signing,
  },
  STRIPE_ISSUING_WEBHOOK_SECRET: {
    about:
      "Verifies Stripe's requests about purchases with issued cards, which have an endpoint of their own; defaults to the secret of the other events. Rotates: the previous one still verifies.",
    generated: false,
    optional: "without issued cards, or if one endpoint has both",
    from: "Stripe dashboard, Webhooks: the endpoint /api/webhooks/psp/authorizations, of issuing_authorization.request",
    form: signing,
  },
  BANK_WEBHOOK_SECRET: {
    about: "Verifies the bank's events. Rotates: the previous one still verifies.",
    generated: false,
    optional: "without a bank",
    from: "the bank, for the address /api/webhooks/bank",
  },
  BANK_API_KEY: {
    about: "The bank's API, if it has one (BANK_URL).",
    generated: false,
    onlyWith: "BANK_URL",
    from: "the bank",
  },
  GITHUB_CLIENT_SECRET: {
    about: "GitHub OAuth application.",
    generated: false,
    onlyWith: "GITHUB_CLIENT_ID",
    from: "github.com/settings/developers: callback /api/auth/callback/github",
  },
  GOOGLE_CLIENT_SECRET: {
    about: "Google OpenID Connect client.",
    generated: false,
    onlyWith: "GOOGLE_CLIENT_ID",
    from: "console.cloud.google.com/apis/credentials: callback /api/auth/callback/google",
  },
} as const satisfies Record<string, SecretSpec>;

export type SecretName = keyof typeof secrets;

export const secretSpec = (name: SecretName): SecretSpec => secrets[name];

export const secretOfBackfill = (backfill: string): SecretName | undefined =>
  (Object.keys(secrets) as SecretName[]).find((name) => secretSpec(name).backfill === backfill);

export const secretId = (stage: string, name: SecretName): string => `svc/${stage}/${name}`;

/** 380 bits, more than HS256 uses of a key. Letters and digits, which need no escaping. */
export const GENERATED_LENGTH = 64;

const ofAuth: Readonly<Record<Auth, readonly SecretName[]>> = {
  none: ["JWT_SECRET", "CSRF_SECRET"],
  session: ["JWT_SECRET", "CSRF_SECRET"],
  admin: ["JWT_SECRET", "CSRF_SECRET"],
  mobile: ["JWT_SECRET"],
  person: ["JWT_SECRET", "CSRF_SECRET"],
  apiKey: [],
  signature: [],
};

/** Returns the secrets that the handler chain reads for the credential of a route. */
export const secretsOfAuth = ({
  auth,
  orSession,
  signed,
  proof,
}: Pick<RouteSpec, "auth" | "orSession" | "signed" | "proof">): readonly SecretName[] => [
  ...ofAuth[auth],
  ...(orSession ? (["JWT_SECRET"] as const) : []),
  ...(signed || requiresProof({ proof }) ? (["SEALING_SECRET"] as const) : []),
];
