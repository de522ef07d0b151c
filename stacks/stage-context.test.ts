import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stageConfig } from "./config.ts";
import {
  neededInProduction,
  rejectUnknownNames,
  settingNames,
  stageContext,
  unknownNames,
} from "./context.ts";

/** A stage's file contains its configuration; given values override it. */

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "stages-"));
  mkdirSync(join(root, "stages"));
  writeFileSync(join(root, "stages/prod.json"), '{"domain":"api.svc.example","accountConcurrency":400}');
  writeFileSync(join(root, "stages/broken.json"), '["domain"]');
  writeFileSync(join(root, "stages/typo.json"), '{"alarmEmial":"ops@svc.example"}');
});
afterAll(() => rmSync(root, { recursive: true }));

/** Returns the JSON example after the file's name. */
const exampleOf = (page: string): Record<string, unknown> =>
  JSON.parse(/`stages\/prod\.json`[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");

const context = (given: Record<string, string>, stage?: string) =>
  stageContext({ tryGetContext: (name) => given[name] }, stage, root);

test("the context reads values from the stage's file", () => {
  const prod = context({ stage: "prod" });
  expect(prod.tryGetContext("domain")).toBe("api.svc.example");
  expect(prod.tryGetContext("accountConcurrency")).toBe(400);
  expect(prod.tryGetContext("mailFrom")).toBeUndefined();
});

test("the context prefers values of the command line to the file, unless they are empty", () => {
  expect(context({ stage: "prod", domain: "b.example" }).tryGetContext("domain")).toBe("b.example");
  expect(context({ stage: "prod", domain: "" }).tryGetContext("domain")).toBe("api.svc.example");
});

test("the context reads no file unless a stage is named", () => {
  expect(context({}, "prod").tryGetContext("domain")).toBe("api.svc.example");
  expect(context({}, "prod").tryGetContext("stage")).toBe("prod");
  expect(context({}).tryGetContext("domain")).toBeUndefined();
});

test("the context rejects a file that is not a JSON object", () => {
  expect(() => context({}, "broken")).toThrow(/stages\/broken\.json must be a JSON object/);
});

test("unknown names on the command line are rejected, except the CDK's own", () => {
  rejectUnknownNames({
    stage: "prod",
    PRICE_SOURCE: "live",
    "@aws-cdk/core:checkSecretUsage": true,
    "cli-telemetry": false,
  });
  expect(() => rejectUnknownNames({ stage: "prod", alarmEmial: "x" })).toThrow(
    /^-c, .*: alarmEmial is unknown: do you mean alarmEmail\?/,
  );
  expect(() => rejectUnknownNames({ "alarm-email": "x" })).toThrow(
    /alarm-email is unknown: do you mean alarmEmail\?/,
  );
});

test("an unknown name in a stage's file is rejected, with a similar name as suggestion", () => {
  expect(() => context({}, "typo")).toThrow(
    /stages\/typo\.json: alarmEmial is unknown: do you mean alarmEmail\?/,
  );
  expect(unknownNames(["bogus", "STRIPE_LIVE_MODE", "FAUCET_ENABLED", "region", "PLAN_PRICES"])).toEqual([
    expect.stringContaining("bogus is unknown: do you mean "),
    expect.stringContaining("do you mean STRIPE_LIVEMODE?"),
    "FAUCET_ENABLED is a setting for development machines: no stage reads it",
  ]);
});

describe("the documentation of stages' settings", () => {
  test("has an example in docs/DEPLOY.md with exactly the names that production requires", () => {
    const values = exampleOf(readFileSync("docs/DEPLOY.md", "utf8"));
    expect(Object.keys(values).toSorted()).toEqual(neededInProduction.toSorted());
    expect(stageConfig({ tryGetContext: (name) => values[name] }, "prod").stage).toBe("prod");
  });

  test("explains each setting of the functions in .env.example", () => {
    const explained = readFileSync(".env.example", "utf8");
    for (const name of settingNames) expect(explained).toMatch(new RegExp(`^# ${name}=`, "m"));
  });
});
