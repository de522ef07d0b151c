import type { Auth, RouteSpec } from "./route.ts";

interface SecretSpec {
  readonly about: string;
  /** Whether it is ours, made of chance; otherwise a provider issues it. */
  readonly generated: boolean;
  /** The setting without which nobody asks for it. */
  readonly onlyWith?: string;
  /** When the platform does without it. */
  readonly optional?: string;
  /** Where the provider shows it. */
  readonly from?: string;
  /** What another value needs done after it. */
  readonly after?: string;
  /** What is lost with the value before the current one, beside what expires by itself. */
  readonly lost?: string;
  /** The backfill that works with it, and after which nothing of that needs the value before the current one any more. */
  readonly backfill?: string;
  /** How such a value looks, where the provider says. */
  readonly form?: { readonly is: RegExp; readonly rule: string };
}

const signing = { is: /^whsec_\S{8,}$/, rule: "must begin with whsec_" };

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
      "Encrypts what is kept to be read again, as signing secrets of API keys and webhooks. Rotates: the previous one still opens what it sealed, one before that no longer.",
    generated: true,
    lost: "what it has sealed and nobody has sealed anew since: signing secrets of API keys and of webhooks, and second factors",
    backfill: "reseal",
    after:
      "wait 10 minutes, then npm run backfill -- reseal: until that has ended the value before this one is needed",
  },
  ORIGIN_SECRET: {
    about:
      "What CloudFront adds to each request, so that only what comes through it is served. Rotates: the previous one is still taken, and the distribution sends the new one after the functions know it.",
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
    about: "Verifies what Stripe posts. Rotates: the previous one still verifies.",
    generated: false,
    from: "Stripe dashboard, Webhooks: the endpoint /api/webhooks/psp",
    form: signing,
  },
  STRIPE_CONNECT_WEBHOOK_SECRET: {
    about:
      "Verifies what Stripe posts of connected accounts, from an endpoint of its own. Rotates: the previous one still verifies.",
    generated: false,
    optional: "without merchants",
    from: "Stripe dashboard, Webhooks: a second endpoint /api/webhooks/psp, of events on connected accounts",
    form: signing,
  },
  STRIPE_ISSUING_WEBHOOK_SECRET: {
    about:
      "Verifies what Stripe asks about purchases with issued cards, from an endpoint of its own; without one that of the other events does. Rotates: the previous one still verifies.",
    generated: false,
    optional: "without issued cards, or where one endpoint has both",
    from: "Stripe dashboard, Webhooks: the endpoint /api/webhooks/psp/authorizations, of issuing_authorization.request",
    form: signing,
  },
  BANK_WEBHOOK_SECRET: {
    about: "Verifies what the bank posts. Rotates: the previous one still verifies.",
    generated: false,
    optional: "without a bank",
    from: "the bank, for the address /api/webhooks/bank",
  },
  BANK_API_KEY: {
    about: "The bank's API, where it has one (BANK_URL).",
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

/** A secret's description, whichever it is. */
export const secretSpec = (name: SecretName): SecretSpec => secrets[name];

/** The secret that a backfill works with. */
export const secretOfBackfill = (backfill: string): SecretName | undefined =>
  (Object.keys(secrets) as SecretName[]).find((name) => secretSpec(name).backfill === backfill);

/** What Secrets Manager calls a stage's secret. */
export const secretId = (stage: string, name: SecretName): string => `svc/${stage}/${name}`;

/** As many as are 380 bits: more than HS256 takes from a key. Letters and digits, so that it may stand anywhere. */
export const GENERATED_LENGTH = 64;

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
