import { nearest } from "../contract/bin/nearest.ts";
import { laptopOnly } from "../contract/laptop-only.ts";
import { type SettingName, settingNames } from "./setting-names.ts";

/**
 * Every name that a stage's configuration has, in its file or by `-c`: these here, and the functions' settings
 * (`setting-names.ts`), which .env.example explains. `npm run preflight -- --names` prints them.
 */
export const contextNames = {
  stage: "which stage it is: up to 12 of a-z, 0-9 and -; prod is production",
  domain: "the public host, such as api.example.com; goes with certificateArn",
  certificateArn: "the host's certificate, in us-east-1",
  mailFrom: "the sender of e-mail; its domain is a verified SES identity of the account",
  alarmEmail: "who is written to when an alarm goes off",
  operationsUrl:
    "where docs/OPERATIONS.md is read, https://…: each alarm's letter links to its section there",
  region: "the stage's region, such as eu-west-3; without it nobody watches the distribution",
  monthlyBudgetUsd: "what the account is to cost a month, in whole US dollars; without it nobody watches",
  operatorPrincipals: "who may take the operator's role: ARNs of IAM users and roles, between them a comma",
  backfillPrincipals: "who may take the role that runs backfills, likewise",
  originSecretVersion: "the version of ORIGIN_SECRET that the distribution sends, while it rotates",
  firewall: "true or false: a firewall of the stage's own; production has one",
  firewallFlood: "requests of one address in five minutes, beyond which it is refused (6000)",
  firewallManaged: "block or count: what AWS's managed rules do (block)",
  webAclArn: "a firewall that there is, in place of the stage's own",
  canary: "true or false: routes that move money are released by degrees; in production they are",
  reserveConcurrency: "true or false: functions set executions aside for themselves; in production they do",
  accountConcurrency: "Lambda's quota of executions at once that the account has (1000)",
  reservedConcurrency: "shares in place of the contract's: id:executions, between them a space",
  tableName: "a table that a restore has made; goes with tableStreamArn",
  tableStreamArn: "its stream",
  ownTable: "false while a restored table takes the place of the stack's own, which it lets go of",
} as const;
export type ContextName = keyof typeof contextNames;

/** What production cannot do without: a default would only be found out by a customer. */
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

/** What is wrong with names that were given, a line for each: one that nobody reads would be left out unseen. */
export const unknownNames = (names: Iterable<string>): readonly string[] =>
  [...names]
    .filter((name) => !known.includes(name))
    .map((name) =>
      Object.hasOwn(laptopOnly, name)
        ? `${name} is for laptops alone: no stage reads it`
        : `there is no ${name || "name"}: do you mean ${nearest(known, name, 1)}? npm run preflight -- --names prints all`,
    );
