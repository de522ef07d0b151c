import { laptopOnly, refusedInProduction } from "../contract/laptop-only.ts";
import { problemsOf } from "../contract/settings.ts";
import { type Firewall, firewallOf, principals, type RestoredTable, tables } from "./config-values.ts";
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
  /**
   * The public host, with its certificate in us-east-1; without one, CloudFront's own domain name is the
   * public host.
   */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /**
   * The version of `ORIGIN_SECRET` that the distribution sends; without one, what was current when its origins were
   * last changed. Named while it rotates (docs/OPERATIONS.md): CloudFormation looks at a secret's value only where its
   * reference is another. Source: AWS re:Post, "cloudformation stack update secrets".
   */
  readonly originSecretVersion: string | undefined;
  /** What stands before the distribution: a web ACL of our own, by default in production, or one that is named. */
  readonly firewall: Firewall;
  /** The sender of the platform's e-mail; its domain is a verified SES identity of the account. */
  readonly mailFrom: string;
  /** Who is written to when an alarm goes off. */
  readonly alarmEmail: string | undefined;
  /** Who may take the operator's role: ARNs of users and roles. Without any there is no such role. */
  readonly operatorPrincipals: readonly string[];
  /** Who may take the role that runs backfills, likewise. */
  readonly backfillPrincipals: readonly string[];
  /** The table that a restore has made, where the platform works on that instead of the stack's own. */
  readonly restored: RestoredTable | undefined;
  /** Whether the stack has a table of its own; it always does but while a restored one takes its place. */
  readonly ownTable: boolean;
  /** Where docs/OPERATIONS.md is read, for the links of alarms: its address, or unless told its path in the repository. */
  readonly operationsUrl: string;
  /**
   * The region that the stage is in. CloudFront's metrics are in us-east-1 alone, as are their alarms, which find the
   * distribution by this; without it there are none.
   */
  readonly region: string | undefined;
  /** What the account is to cost a month, in US dollars; without it nobody watches. */
  readonly monthlyBudgetUsd: number | undefined;
  /** Requests a second, and the burst above it, that the API takes before it answers 429. */
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly logRetentionDays: number;
  /** What functions set aside for themselves: a new account may have less than what that takes. */
  readonly concurrency: Concurrency;
  /** Whether a release reaches the routes that move money by degrees (`canary.ts`). */
  readonly canary: boolean;
  /** `PriceClass_100`: the edges of North America and Europe; `PriceClass_All`: all of them. */
  readonly priceClass: "PriceClass_100" | "PriceClass_200" | "PriceClass_All";
  /** Public settings that reach the functions as variables, by the variable's name. */
  readonly settings: Readonly<Record<SettingName, string>>;
}

type StageDefaults = Pick<StageConfig, "throttle" | "logRetentionDays" | "priceClass">;

const production: StageDefaults = {
  throttle: { rateLimit: 2000, burstLimit: 4000 },
  logRetentionDays: 365,
  priceClass: "PriceClass_All",
};

type Settings = Readonly<Partial<Record<SettingName, string>>>;

/** What any other stage begins with: nobody is there to see prices move day and night. */
const otherSettings: Settings = { PRICE_FEED: "minute" };

/** What production begins with where the operator says nothing else. */
const productionSettings: Settings = {
  CARD_HOLD_HOURS: "72",
  // Where euro accounts are paid to (SEPA), of whose networks a message costs some cents.
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

/** Reads the stage's configuration from the context. @throws Error that names what is missing or wrong */
export function stageConfig(context: Context, stageName?: string): StageConfig {
  const given = (name: string): string | undefined => {
    const value: unknown = context.tryGetContext(name);
    return value === undefined || value === "" ? undefined : String(value);
  };
  const text = (name: Name): string | undefined => given(name);
  const stage = stageName ?? text("stage") ?? "dev";
  // Function names carry the stage and end at 64 characters.
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
      ...refusedInProduction(Object.fromEntries(Object.keys(laptopOnly).map((name) => [name, given(name)]))),
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
    canary: canary(text("canary"), stage),
    settings: settings as StageConfig["settings"],
  };
}

/** As Secrets Manager answers it: the `VersionId` of `put-secret-value`. */
function secretVersion(id: string | undefined): string | undefined {
  if (id !== undefined && !/^[\w-]{32,64}$/.test(id))
    throw new Error("originSecretVersion must be the VersionId that put-secret-value answered");
  return id;
}

function region(name: string | undefined): string | undefined {
  if (name !== undefined && !/^[a-z]{2}(-[a-z]+)+-\d$/.test(name))
    throw new Error(`region must be a region of AWS such as eu-west-3, got "${name}"`);
  return name;
}

/** In an alarm's letter nobody can open a path of the repository. Without `#`: each alarm adds its section. */
function operations(url: string | undefined): string {
  if (url !== undefined && !/^https:\/\/[\w.:/@+=-]{4,200}$/.test(url))
    throw new Error(
      `operationsUrl must be where docs/OPERATIONS.md is read, https://…/OPERATIONS.md, got "${url}"`,
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
    throw new Error("domain and certificateArn go together: give both or neither");
  return { name, certificateArn };
}

/** On in production; a rollback turns it off, since it has no five minutes. */
function canary(text: string | undefined, stage: string): boolean {
  if (text !== undefined && !/^(true|false)$/.test(text)) throw new Error('canary must be "true" or "false"');
  return text === undefined ? stage === "prod" : text === "true";
}
