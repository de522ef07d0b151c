import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { exitWithUsage, nearest, type Usage } from "../contract/bin/command.ts";
import { localOnly } from "../contract/local-only.ts";

/** The functions' settings. The functions have defaults for missing ones. */
export const settingNames = [
  "NATIVE_SYMBOL",
  "PRICE_SOURCE",
  "PRICE_SEED",
  "PRICE_FEED",
  "LIVE_SHARDS",
  "BINANCE_URL",
  "COINGECKO_URL",
  "GITHUB_CLIENT_ID",
  "GOOGLE_CLIENT_ID",
  "CORS_ORIGINS",
  "PASSKEY_ORIGINS",
  "ANDROID_PACKAGE_NAME",
  "IOS_APP_IDS",
  "STRIPE_LIVEMODE",
  "STRIPE_PUBLISHABLE_KEY",
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
  "COMMON_PASSWORDS",
  "PWNED_PASSWORDS_URL",
  "SESSION_ABSOLUTE_DAYS",
  "PUSH_IOS_APPLICATION_ARN",
  "PUSH_ANDROID_APPLICATION_ARN",
  "SMS_SENDER_ID",
  "SMS_MAX_PRICE_USD",
  "SMS_COUNTRIES",
  "SMS_MONTHLY_BUDGET_USD",
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
  "ERASURE_GRACE_DAYS",
  "AML_RETENTION_YEARS",
  "ADJUSTMENT_APPROVAL_EUR",
  "ADJUSTMENT_DAILY_EUR",
  "STEP_UP_DAILY_EUR",
] as const;
export type SettingName = (typeof settingNames)[number];

/**
 * The names of a stage's configuration, beside the functions' settings, which .env.example explains. Values come from the
 * command line or `cdk.json` (`-c domain=…`), then from `stages/<stage>.json`. `npm run preflight -- --names` prints all.
 */
export const contextNames = {
  stage: "which stage it is: up to 12 of a-z, 0-9 and -; prod is production",
  domain: "the public host, such as api.example.com; goes with certificateArn",
  certificateArn: "the host's certificate, in us-east-1",
  mailFrom: "the sender of e-mail; its domain is a verified SES identity of the account",
  alarmEmail: "the recipient of alarms",
  operationsUrl: "the address of docs/OPERATIONS.md, https://…: each alarm links to its section there",
  region: "the stage's region, such as eu-west-3; without it the distribution has no alarms",
  monthlyBudgetUsd: "the account's monthly budget in whole US dollars; without it costs are not monitored",
  operatorPrincipals: "IAM users and roles that may assume the operator's role: ARNs, separated by commas",
  backfillPrincipals: "IAM users and roles that may assume the role of backfills: ARNs, separated by commas",
  originSecretVersion: "the version of ORIGIN_SECRET that the distribution sends, during a rotation",
  firewall: "true or false: the stage has a firewall of its own (production: true)",
  firewallFlood: "requests from one address in five minutes, above which it is blocked (6000)",
  firewallManaged: "block or count: the action of AWS's managed rules (block)",
  webAclArn: "an existing firewall, instead of the stage's own",
  canary: "true or false: routes that move money have canary deployments (production: true)",
  reserveConcurrency: "true or false: functions reserve concurrency (production: true)",
  accountConcurrency: "the account's Lambda quota of concurrent executions (1000)",
  reservedConcurrency: "shares instead of the contract's: id:executions, separated by spaces",
  tableName: "the table of a restore; goes with tableStreamArn",
  tableStreamArn: "its stream",
  ownTable: "false while a restored table replaces the stack's own, which the stack releases",
} as const;
export type ContextName = keyof typeof contextNames;

/** The names that production requires, because customers would suffer from a default. */
export const neededInProduction = [
  "domain",
  "certificateArn",
  "mailFrom",
  "alarmEmail",
  "operationsUrl",
  "region",
  "monthlyBudgetUsd",
  "STRIPE_LIVEMODE",
  "PRICE_SOURCE",
] as const satisfies readonly (ContextName | SettingName)[];

const known: readonly string[] = [...Object.keys(contextNames), ...settingNames];

/** Returns an error message for each unknown name, which would otherwise be ignored silently. */
export const unknownNames = (names: Iterable<string>): readonly string[] =>
  [...names]
    .filter((name) => !known.includes(name))
    .map((name) =>
      Object.hasOwn(localOnly, name)
        ? `${name} is a setting for development machines: no stage reads it`
        : `${name || "an empty name"} is unknown: do you mean ${nearest(known, name, 1)}? npm run preflight -- --names prints all`,
    );

/** Reads a value by name. A construct's node is one. */
export interface Context {
  tryGetContext(name: string): unknown;
}

const file = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const stageFile = (stage: string): string => `stages/${stage}.json`;

/**
 * Returns a stage's context: given values, then the values of its file.
 * @param stageName if the given values have no `stage`, as under SST
 * @throws Error if the file is not an object of names and values, or has an unknown name
 */
export function stageContext(given: Context, stageName?: string, root: string = process.cwd()): Context {
  const stage = stageName ?? String(given.tryGetContext("stage") ?? "dev");
  const values = valuesOf(`${root}/${stageFile(stage)}`);
  const isGiven = (value: unknown) => value !== undefined && value !== "";
  return {
    tryGetContext: (name) => {
      const value = given.tryGetContext(name);
      return isGiven(value) ? value : name === "stage" ? stage : values[name];
    },
  };
}

/** The CDK's own context names, besides those with a colon such as `@aws-cdk/core:checkSecretUsage`. */
const CDKS: readonly string[] = ["cli-telemetry", "acknowledged-issue-numbers"];

/** Rejects unknown names on the command line, in `cdk.json` and in `~/.cdk.json`. @throws Error */
export function rejectUnknownNames(given: Readonly<Record<string, unknown>>): void {
  const ours = Object.keys(given).filter((name) => !name.includes(":") && !CDKS.includes(name));
  const [unknown] = unknownNames(ours);
  if (unknown !== undefined) throw new Error(`-c, cdk.json or ~/.cdk.json: ${unknown}`);
}

function valuesOf(path: string): z.output<typeof file> {
  if (!existsSync(path)) return {};
  const values = read(path);
  const [unknown] = unknownNames(Object.keys(values));
  if (unknown !== undefined) throw new Error(`${path}: ${unknown}`);
  return values;
}

function read(path: string): z.output<typeof file> {
  try {
    return file.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} must be a JSON object of names and values: ${String(error)}`, { cause: error });
  }
}

/** Returns the context of a tool's `-c name=value` arguments and the stage's file. Exits with 2 after an unknown name. */
export function contextOf(stage: string, given: readonly string[], usage: Usage): Context {
  const pairs = new Map(
    given.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]),
  );
  const wrong = given.find((pair) => !pair.includes("="));
  if (wrong !== undefined) exitWithUsage(`-c ${wrong} has no value: -c name=value.`, usage);
  const [unknown] = unknownNames(pairs.keys());
  if (unknown !== undefined) exitWithUsage(`-c: ${unknown}`, usage);
  try {
    return stageContext({ tryGetContext: (name) => pairs.get(name) }, stage);
  } catch (error) {
    return exitWithUsage((error as Error).message, usage);
  }
}
