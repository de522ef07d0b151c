import { localOnly, rejectedInProduction } from "../contract/local-only.ts";
import { problemsOf } from "../contract/settings.ts";
import { type Firewall, firewallOf, flag, principals, type RestoredTable, tables } from "./config-values.ts";
import {
  type Context,
  type ContextName,
  neededInProduction,
  type SettingName,
  settingNames,
} from "./context.ts";
import { type Concurrency, concurrency } from "./limits.ts";

/** A name of the configuration. `context.ts` explains each. */
type Name = ContextName | SettingName;

/**
 * A stage's configuration. Every value is public: secrets are in Secrets Manager (`contract/secrets.ts`). Values come
 * from the CDK context (`cdk deploy -c stage=prod -c domain=api.example.com`) or the stage's file (`context.ts`), else
 * from the defaults below. A stage may have any name, so that each developer can have one.
 */
export interface StageConfig {
  readonly stage: string;
  /** The public host, with its certificate in us-east-1. If undefined, CloudFront's domain name is the public host. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /**
   * The version of `ORIGIN_SECRET` that the distribution sends. Defaults to the version that was current when its origins last
   * changed. Set during a rotation (docs/OPERATIONS.md), because CloudFormation reads a secret again only if the reference
   * changes. Source: AWS re:Post, "cloudformation stack update secrets".
   */
  readonly originSecretVersion: string | undefined;
  /** The distribution's web ACL: the stage's own (production's default), an existing one, or none. */
  readonly firewall: Firewall;
  /** The sender of the platform's e-mail; its domain is a verified SES identity of the account. */
  readonly mailFrom: string;
  /** The recipient of alarms. */
  readonly alarmEmail: string | undefined;
  /** The ARNs of IAM users and roles that may assume the operator's role. If empty, the role does not exist. */
  readonly operatorPrincipals: readonly string[];
  /** The ARNs of IAM users and roles that may assume the role of backfills. */
  readonly backfillPrincipals: readonly string[];
  /** The table of a restore, if the platform uses it instead of the stack's own table. */
  readonly restored: RestoredTable | undefined;
  /** Whether the stack has its own table. Always, unless a restored table replaces it. */
  readonly ownTable: boolean;
  /** The address of docs/OPERATIONS.md, which alarms link to. Defaults to its path in the repository. */
  readonly operationsUrl: string;
  /** The stage's region. The alarms of CloudFront, which are in us-east-1, need it to find the distribution. */
  readonly region: string | undefined;
  /** The account's monthly budget in US dollars. If undefined, costs are not monitored. */
  readonly monthlyBudgetUsd: number | undefined;
  /** Requests per second, and the burst, that the API accepts before it answers 429. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly logRetentionDays: number;
  /** Reserved concurrency. A new account's quota may be too low for it. */
  readonly concurrency: Concurrency;
  /** Whether routes that move money have canary deployments (`canary.ts`). */
  readonly canary: boolean;
  /** `PriceClass_100`: edges in North America and Europe. `PriceClass_All`: all edges. */
  readonly priceClass: "PriceClass_100" | "PriceClass_200" | "PriceClass_All";
  /** Public settings, which the functions receive as environment variables. */
  readonly settings: Readonly<Record<SettingName, string>>;
}

type StageDefaults = Pick<StageConfig, "throttle" | "logRetentionDays" | "priceClass">;

const production: StageDefaults = {
  throttle: { rateLimit: 2000, burstLimit: 4000 },
  logRetentionDays: 365,
  priceClass: "PriceClass_All",
};

type Settings = Readonly<Partial<Record<SettingName, string>>>;

/** Defaults outside production, where prices need not follow the market day and night. */
const otherSettings: Settings = { PRICE_FEED: "minute" };

/** Production's defaults. */
const productionSettings: Settings = {
  CARD_HOLD_HOURS: "72",
  // SEPA countries and territories with cheap text messages (docs/COST.md). Not every SEPA country is listed.
  SMS_COUNTRIES:
    "AT,BE,BG,CH,CY,CZ,DE,DK,EE,ES,FI,FR,GB,GF,GP,GR,HR,HU,IE,IS,IT,LI,LT,LU,LV,MC,MQ,MT,NL,NO,PL,PT,RE,RO,SE,SI,SK,YT",
  SMS_MONTHLY_BUDGET_USD: "200",
  PAYMENT_APPROVAL_FOUR_EYES: "true",
  KYC_LIMITS: "0:150/150/150 1:2500/5000/15000 2:25000/50000/150000",
};

const anyOther: StageDefaults = {
  throttle: { rateLimit: 100, burstLimit: 200 },
  logRetentionDays: 90,
  priceClass: "PriceClass_100",
};

/** Reads the stage's configuration from the context. @throws Error that names the missing or invalid settings */
export function stageConfig(context: Context, stageName?: string): StageConfig {
  const given = (name: string): string | undefined => {
    const value: unknown = context.tryGetContext(name);
    return value === undefined || value === "" ? undefined : String(value);
  };
  const text = (name: Name): string | undefined => given(name);
  const stage = stageName ?? text("stage") ?? "dev";
  // Function names contain the stage and are limited to 64 characters.
  if (!/^[a-z][a-z0-9-]{0,11}$/.test(stage))
    throw new Error(`stage "${stage}" must be up to 12 of a-z, 0-9 and -, beginning with a letter`);
  const missing = neededInProduction.filter((name) => text(name) === undefined);
  if (stage === "prod" && missing.length > 0)
    throw new Error(
      `stage prod needs ${missing.join(", ")}: pass -c ${missing[0]}=… or write it into stages/prod.json`,
    );
  const settings = Object.fromEntries(
    settingNames.map((name) => [
      name,
      text(name) ?? (stage === "prod" ? productionSettings : otherSettings)[name] ?? "",
    ]),
  );
  const problems = [...problemsOf(settings)];
  if (stage === "prod")
    problems.push(
      ...rejectedInProduction(Object.fromEntries(Object.keys(localOnly).map((name) => [name, given(name)]))),
    );
  if (problems.length > 0) throw new Error(problems.join("; "));
  return {
    ...(stage === "prod" ? production : anyOther),
    stage,
    domain: domain(text("domain"), text("certificateArn")),
    originSecretVersion: secretVersion(text("originSecretVersion")),
    firewall: firewallOf(text, stage === "prod"),
    mailFrom: text("mailFrom") ?? "no-reply@svc.example",
    alarmEmail: text("alarmEmail"),
    operatorPrincipals: principals("operatorPrincipals", text("operatorPrincipals")),
    backfillPrincipals: principals("backfillPrincipals", text("backfillPrincipals")),
    ...tables(text("tableName"), text("tableStreamArn"), text("ownTable")),
    operationsUrl: operations(text("operationsUrl")),
    region: region(text("region")),
    monthlyBudgetUsd: dollars(text("monthlyBudgetUsd")),
    concurrency: concurrency(text, stage === "prod"),
    // A rollback disables it, because it cannot wait five minutes.
    canary: flag("canary", text("canary"), stage === "prod"),
    settings: settings as StageConfig["settings"],
  };
}

/** Checks the `VersionId` that `put-secret-value` returned. */
function secretVersion(id: string | undefined): string | undefined {
  if (id !== undefined && !/^[\w-]{32,64}$/.test(id))
    throw new Error("originSecretVersion must be the VersionId that put-secret-value returned");
  return id;
}

function region(name: string | undefined): string | undefined {
  if (name !== undefined && !/^[a-z]{2}(-[a-z]+)+-\d$/.test(name))
    throw new Error(`region must be an AWS region such as eu-west-3, got "${name}"`);
  return name;
}

/** Checks the address of the runbooks. It has no `#`, because each alarm adds its section. */
function operations(url: string | undefined): string {
  if (url !== undefined && !/^https:\/\/[\w.:/@+=-]{4,200}$/.test(url))
    throw new Error(
      `operationsUrl must be the address of docs/OPERATIONS.md, https://…/OPERATIONS.md, got "${url}"`,
    );
  return url ?? "docs/OPERATIONS.md";
}

function dollars(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new Error("monthlyBudgetUsd must be a whole number of US dollars");
  return text === undefined ? undefined : Number(text);
}

function domain(name: string | undefined, certificateArn: string | undefined): StageConfig["domain"] {
  if (name === undefined && certificateArn === undefined) return undefined;
  if (name === undefined || certificateArn === undefined)
    throw new Error("domain and certificateArn go together: set both or neither");
  return { name, certificateArn };
}
