import * as z from "zod";
import { networkFees } from "../core/banking/withdrawals/schema.ts";
import { MAX_SHARDS } from "../core/live/schema.ts";
import { planPrices } from "../core/payments/subscriptions/schema.ts";
import { kycLimits } from "../core/policy/schema.ts";
import { secrets } from "./secrets.ts";

/**
 * The schema of every variable of `.env.example`. `npm start` validates the environment with it, and synthesis validates the
 * settings of a stage. An unset or empty variable has its default value. Values of secrets are never printed.
 */

const whole = (least: number, most: number) =>
  z.string().refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most, {
    error: `must be a whole number from ${least} to ${most}`,
  });

/** Accepts one of the words. */
const oneOf = (...words: readonly [string, ...string[]]) => {
  const quoted = words.map((one) => `"${one}"`);
  const last = quoted.pop();
  return z.enum(words, { error: `must be ${quoted.join(", ")} or ${last}` });
};
const flag = oneOf("true", "false");

/** Accepts a text that a schema of core parses. */
const parsedBy = (schema: z.ZodType, error: string) =>
  z.string().refine((text) => schema.safeParse(text).success, { error });

const someOf = (...words: readonly string[]) =>
  z.string().refine((text) => text.split(",").every((one) => words.includes(one.trim())), {
    error: `must be one or more of ${words.join(", ")}, comma-separated`,
  });

const url = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: "must be a URL that begins with http:// or https://",
});

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const origins = z.string().refine((text) => text.split(",").every((one) => isOrigin(one.trim())), {
  error: "must be origins such as https://shop.example, comma-separated, without a path",
});

const passkeyOrigins = z
  .string()
  .refine((text) => text.split(",").every((one) => /^android:apk-key-hash:[\w-]{43}$/.test(one.trim())), {
    error:
      "must be origins of Android apps such as android:apk-key-hash:…, with 43 characters, comma-separated",
  });

const iosAppIds = z
  .string()
  .refine(
    (text) =>
      text.split(",").every((one) => /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(one.trim())),
    {
      error:
        "must be a team id and a bundle id such as ABCDE12345.com.example.app, comma-separated if several",
    },
  );

const publicKey = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: "custom" });
      return z.NEVER;
    }
  })
  .pipe(z.object({ kty: z.literal("RSA"), n: z.string(), e: z.string(), d: z.undefined().optional() }));

const percent = z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, "must be a percentage below 100, such as 1.5");

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}

const word = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@-]*$/, "must be a word of letters, digits and . _ : / @ -");

/** Accepts the ARN of a platform application of SNS. */
const pushApplication = (system: string) =>
  z.string().regex(new RegExp(`^arn:aws[a-z-]*:sns:[a-z0-9-]+:\\d{12}:app/${system}/[\\w.-]{1,256}$`), {
    error:
      "must be the ARN of a platform application of SNS, such as arn:aws:sns:eu-west-3:123456789012:app/GCM/svc",
  });

const anything = z.string();

/** Accepts a secret for signing or encryption: a shorter one could be guessed. */
const key = z.string().refine((text) => Buffer.byteLength(text) >= 32, { error: "must be 32 bytes or more" });

const keys: Readonly<Record<string, z.ZodType<string>>> = {
  JWT_SECRET: key,
  CSRF_SECRET: key,
  SEALING_SECRET: key,
};

const ofSecrets = Object.fromEntries(
  Object.keys(secrets).flatMap((name) =>
    [name, `${name}_PREVIOUS`].map((variable) => [variable, keys[name] ?? anything]),
  ),
);

/** Amounts in minor units or in whole euro, within what a JSON number holds exactly. */
const amount = whole(0, 999_999_999_999_999);

export const settings: Readonly<Record<string, z.ZodType<string>>> = {
  PORT: whole(0, 65_535),
  HOST: word,
  SIGN_IN_MAX: whole(1, 10_000),
  DYNAMODB_ENDPOINT: url,
  LOCAL_DATA: anything,
  LOCAL_TABLE: word,
  LOCAL_DEMO: oneOf("on", "off"),
  LOCAL_LOG: oneOf("quiet", "requests", "all"),
  PUBLIC_URL: url,
  CORS_ORIGINS: origins,
  PASSKEY_ORIGINS: passkeyOrigins,
  ANDROID_PACKAGE_NAME: z
    .string()
    .regex(/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/, "must be the name of a package, such as com.example.app"),
  IOS_APP_IDS: iosAppIds,
  TABLE_NAME: word,
  CONNECTIONS_URL: url,
  OBJECTS_BUCKET: word,
  IDENTITY_BUCKET: word,
  OBJECTS_PATH_STYLE: flag,
  EGRESS_ALLOW_PRIVATE: flag,
  MAIL_FROM: z.string().regex(/@/, "must be an address such as svc <no-reply@svc.example>"),
  PUSH_IOS_APPLICATION_ARN: pushApplication("APNS(_SANDBOX)?"),
  PUSH_ANDROID_APPLICATION_ARN: pushApplication("GCM"),
  SMS_SENDER_ID: z
    .string()
    .regex(/^(?=.*[A-Za-z])[A-Za-z0-9-]{1,11}$/, "must be 1 to 11 letters, digits and -, with a letter"),
  SMS_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}( ?, ?[A-Z]{2})*$/, "must be country codes such as FR,BE,CH, comma-separated"),
  SMS_MONTHLY_BUDGET_USD: z.string().regex(/^\d{1,6}$/, "must be whole US dollars, such as 200"),
  SMS_MAX_PRICE_USD: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, "must be a price in US dollars, such as 0.20"),
  IBAN_RANGE: z.string().regex(/^FR\d{10}$/, "must be FR and the five digits each of bank and branch"),
  CUSTODY_XPUB: z.string().regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/, "must be an extended public key, xpub…"),
  MAIL_TIME_ZONE: z.string().refine(isTimeZone, { error: "must be a time zone such as Europe/Paris" }),
  EDGE_REQUIRED: flag,
  JWT_ISSUER: word,
  JWT_AUDIENCE: word,
  JWT_MOBILE_AUDIENCE: word,
  // bcryptjs takes about 10 seconds for 16, and twice that for each step beyond.
  BCRYPT_COST: whole(4, 15),
  COMMON_PASSWORDS: oneOf("reject", "accept"),
  PWNED_PASSWORDS_URL: url,
  SESSION_ABSOLUTE_DAYS: whole(1, 3650),
  STEP_UP_DAILY_EUR: whole(0, 1_000_000),
  STAFF_SECOND_FACTOR: oneOf("off", "required"),
  ROLE_FOUR_EYES: flag,
  ERASURE_GRACE_DAYS: whole(0, 30),
  AML_RETENTION_YEARS: whole(5, 10),
  GITHUB_CLIENT_ID: word,
  GITHUB_BASE_URL: url,
  GITHUB_API_URL: url,
  GOOGLE_CLIENT_ID: word,
  GOOGLE_ISSUER: url,
  NATIVE_SYMBOL: z.string().regex(/^[A-Z]{2,8}$/, "must be 2 to 8 letters A to Z"),
  PRICE_SOURCE: someOf("simulated", "binance", "coingecko"),
  PRICE_SEED: anything,
  PRICE_FEED: oneOf("off", "minute", "live"),
  BINANCE_URL: url,
  COINGECKO_URL: url,
  FAUCET_ENABLED: flag,
  DEMO_API_KEY: anything,
  ADJUSTMENT_APPROVAL_EUR: amount,
  ADJUSTMENT_FOUR_EYES: flag,
  ADJUSTMENT_DAILY_EUR: amount,
  LIVE_SHARDS: whole(1, MAX_SHARDS),
  STRIPE_URL: url,
  STRIPE_LIVEMODE: flag,
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, "must be a publishable key such as pk_live_51Nv"),
  STRIPE_PIN_KEY: parsedBy(publicKey, 'must be a public RSA key as a JWK: {"kty":"RSA","n":"…","e":"AQAB"}'),
  CARD_PROGRAM_ADDRESS: z.string().regex(/^[^|]+\|[^|]+\|[^|]+\|[A-Z]{2}$/, {
    error: "must be a line, postal code, city and country, such as 1 rue de la Paix|75002|Paris|FR",
  }),
  MERCHANT_COMMISSION_RATE: percent,
  CARD_HOLD_HOURS: whole(0, 8760),
  CARD_HOLD_BELOW_KYC_LEVEL: whole(0, 10),
  KYC_VALID_DAYS: whole(1, 36_500),
  LOYALTY_LEAST_PAYMENT_MINOR: amount,
  REFERRAL_LEAST_PAYMENT_MINOR: amount,
  KYC_LIMITS: parsedBy(
    kycLimits,
    "must be level:operation/day/month in whole euro, levels separated by spaces, or none",
  ),
  PAYMENT_APPROVAL_MINOR: amount,
  PAYMENT_APPROVAL_WINDOW_HOURS: whole(0, 8760),
  PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR: amount,
  PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS: whole(0, 3650),
  PAYMENT_APPROVAL_FOUR_EYES: flag,
  PLAN_PRICES: parsedBy(planPrices, "must be plan:currency:minor units, separated by spaces"),
  BANK_URL: url,
  WITHDRAWAL_FEE_MINOR: amount,
  WITHDRAWAL_NETWORK_FEES: parsedBy(
    networkFees,
    "must be asset:amount in whole units, separated by spaces, such as BTC:0.00005 ETH:0.0005",
  ),
  BANK_PROVIDER: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, "must be 1 to 40 letters, digits and -"),
  CONTRACT_CHECK: flag,
  METRICS_DISABLED: flag,
  METRICS_NAMESPACE: z
    .string()
    .regex(/^(?!AWS\/)[\w./#:-]{1,255}$/, "must be a CloudWatch namespace that does not begin with AWS/"),
  ROUTE_ID: z.string().regex(/^[\w.-]{1,64}$/, "must be the id of a function, such as outbox.sweep"),
  ...ofSecrets,
};

/** Returns a line for each invalid variable: its name, the rule, and its value unless it is a secret. */
export function problemsOf(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, schema]) => {
    const value = variables[name] ?? "";
    const problem = value === "" ? undefined : schema.safeParse(value).error?.issues[0]?.message;
    if (problem === undefined) return [];
    return [`${name} ${problem}${name in ofSecrets ? "" : `, got "${value}"`}`];
  });
}
