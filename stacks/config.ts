import type { Node } from "constructs";
import { laptopOnly, refusedInProduction } from "../contract/laptop-only.ts";
import { problemsOf } from "../contract/settings.ts";
import { type Concurrency, concurrency } from "./concurrency.ts";

/**
 * What differs between stages. Every value is public: secrets are in Secrets Manager (`contract/secrets.ts`).
 * A value is given as CDK context (`cdk deploy -c stage=prod -c domain=api.example.com`) or in `cdk.json`; a
 * stage's own defaults are below. Any name is a stage, so that each developer can have one.
 */
export interface StageConfig {
  readonly stage: string;
  /**
   * The public host, with its certificate in us-east-1; without one, CloudFront's own domain name is the
   * public host.
   */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** A WAFv2 web ACL of scope CLOUDFRONT, which lives in us-east-1 and so in no stack of this app. */
  readonly webAclArn: string | undefined;
  /** The sender of the platform's e-mail; its domain is a verified SES identity of the account. */
  readonly mailFrom: string;
  /** Who is written to when an alarm goes off. */
  readonly alarmEmail: string | undefined;
  /** Requests a second, and the burst above it, that the API takes before it answers 429. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly logRetentionDays: number;
  /** What functions set aside for themselves: a new account may have less than what that takes. */
  readonly concurrency: Concurrency;
  /** `PriceClass_100`: the edges of North America and Europe; `PriceClass_All`: all of them. */
  readonly priceClass: "PriceClass_100" | "PriceClass_200" | "PriceClass_All";
  /** Public settings that reach the functions as variables, by the variable's name. */
  readonly settings: Readonly<Record<SettingName, string>>;
}

/** Settings that the operator may give; the functions have defaults for those left out. */
export const settingNames = [
  "NATIVE_SYMBOL",
  "PRICE_SOURCE",
  "PRICE_SEED",
  "LIVE_SHARDS",
  "BINANCE_URL",
  "COINGECKO_URL",
  "GITHUB_CLIENT_ID",
  "GOOGLE_CLIENT_ID",
  "CORS_ORIGINS",
  "STRIPE_LIVEMODE",
  "STRIPE_PIN_KEY",
  "CARD_PROGRAM_ADDRESS",
  "MERCHANT_COMMISSION_RATE",
  "BANK_URL",
  "BANK_PROVIDER",
  "IBAN_RANGE",
  "CUSTODY_XPUB",
  "WITHDRAWAL_FEE_MINOR",
  "WITHDRAWAL_NETWORK_FEES",
  "MAIL_TIME_ZONE",
  "SESSION_ABSOLUTE_DAYS",
  "STEP_UP_MODE",
  "PUSH_IOS_APPLICATION_ARN",
  "PUSH_ANDROID_APPLICATION_ARN",
  "SMS_SENDER_ID",
  "SMS_MAX_PRICE_USD",
  "PLAN_PRICES",
  "CARD_HOLD_HOURS",
  "CARD_HOLD_BELOW_KYC_LEVEL",
  "KYC_LIMITS",
  "KYC_VALID_DAYS",
  "LOYALTY_LEAST_PAYMENT_MINOR",
  "REFERRAL_LEAST_PAYMENT_MINOR",
  "PAYMENT_APPROVAL_MINOR",
  "PAYMENT_APPROVAL_WINDOW_HOURS",
  "PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR",
  "PAYMENT_APPROVAL_NEW_ACCOUNT_DAYS",
  "PAYMENT_APPROVAL_FOUR_EYES",
  "ADJUSTMENT_FOUR_EYES",
  "ROLE_FOUR_EYES",
  "ADJUSTMENT_APPROVAL_EUR",
  "ADJUSTMENT_DAILY_EUR",
] as const;
export type SettingName = (typeof settingNames)[number];

type StageDefaults = Pick<StageConfig, "throttle" | "logRetentionDays" | "priceClass">;

const production: StageDefaults = {
  throttle: { rateLimit: 2000, burstLimit: 4000 },
  logRetentionDays: 365,
  priceClass: "PriceClass_All",
};

/** What production begins with where the operator says nothing else. */
const productionSettings: Readonly<Partial<Record<SettingName, string>>> = {
  CARD_HOLD_HOURS: "72",
  PAYMENT_APPROVAL_FOUR_EYES: "true",
  KYC_LIMITS: "0:150/150/150 1:2500/5000/15000 2:25000/50000/150000",
};

const anyOther: StageDefaults = {
  throttle: { rateLimit: 100, burstLimit: 200 },
  logRetentionDays: 90,
  priceClass: "PriceClass_100",
};

/** What production cannot do without: a default would only be found out by a customer. */
const neededInProduction = [
  "domain",
  "certificateArn",
  "mailFrom",
  "alarmEmail",
  "STRIPE_LIVEMODE",
  "PRICE_SOURCE",
];

/** Reads the stage's configuration from the context. @throws Error that names what is missing or wrong */
export function stageConfig(context: Pick<Node, "tryGetContext">, stageName?: string): StageConfig {
  const text = (name: string): string | undefined => {
    const value: unknown = context.tryGetContext(name);
    return value === undefined || value === "" ? undefined : String(value);
  };
  const stage = stageName ?? text("stage") ?? "dev";
  // Function names carry the stage and end at 64 characters.
  if (!/^[a-z][a-z0-9-]{0,11}$/.test(stage))
    throw new Error(`stage "${stage}" must be up to 12 of a-z, 0-9 and -, beginning with a letter`);
  const missing = neededInProduction.filter((name) => text(name) === undefined);
  if (stage === "prod" && missing.length > 0)
    throw new Error(`stage prod needs ${missing.join(", ")}: pass -c ${missing[0]}=… or add it to cdk.json`);
  const settings = Object.fromEntries(
    settingNames.map((name) => [
      name,
      text(name) ?? (stage === "prod" ? productionSettings[name] : undefined) ?? "",
    ]),
  );
  const problems = [...problemsOf(settings)];
  const given = Object.fromEntries(Object.keys(laptopOnly).map((name) => [name, text(name)]));
  if (stage === "prod") problems.push(...refusedInProduction(given));
  if (problems.length > 0) throw new Error(problems.join("; "));
  return {
    ...(stage === "prod" ? production : anyOther),
    stage,
    domain: domain(text("domain"), text("certificateArn")),
    webAclArn: text("webAclArn"),
    mailFrom: text("mailFrom") ?? "no-reply@svc.example",
    alarmEmail: text("alarmEmail"),
    concurrency: concurrency(text, stage === "prod"),
    settings: settings as StageConfig["settings"],
  };
}

function domain(name: string | undefined, certificateArn: string | undefined): StageConfig["domain"] {
  if (name === undefined && certificateArn === undefined) return undefined;
  if (name === undefined || certificateArn === undefined)
    throw new Error("domain and certificateArn go together: give both or neither");
  return { name, certificateArn };
}
