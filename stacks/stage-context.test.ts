import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stageConfig } from "./config.ts";
import { neededInProduction, refuseUnknown, settingNames, stageContext, unknownNames } from "./context.ts";

/** A stage's configuration stands in its file; what is given beside it wins. */

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "stages-"));
  mkdirSync(join(root, "stages"));
  writeFileSync(join(root, "stages/prod.json"), '{"domain":"api.svc.example","accountConcurrency":400}');
  writeFileSync(join(root, "stages/broken.json"), '["domain"]');
  writeFileSync(join(root, "stages/typo.json"), '{"alarmEmial":"ops@svc.example"}');
});
afterAll(() => rmSync(root, { recursive: true }));

/** The block that follows the name of the file. */
const exampleOf = (page: string): Record<string, unknown> =>
  JSON.parse(/`stages\/prod\.json`[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "");

const context = (given: Record<string, string>, stage?: string) =>
  stageContext({ tryGetContext: (name) => given[name] }, stage, root);

test("a value comes from the file of the stage that was given", () => {
  const prod = context({ stage: "prod" });
  expect(prod.tryGetContext("domain")).toBe("api.svc.example");
  expect(prod.tryGetContext("accountConcurrency")).toBe(400);
  expect(prod.tryGetContext("mailFrom")).toBeUndefined();
});

test("what is given wins over the file, an empty value does not", () => {
  expect(context({ stage: "prod", domain: "b.example" }).tryGetContext("domain")).toBe("b.example");
  expect(context({ stage: "prod", domain: "" }).tryGetContext("domain")).toBe("api.svc.example");
});

test("a stage that is named apart has its file too, and one without a file has none of another's values", () => {
  expect(context({}, "prod").tryGetContext("domain")).toBe("api.svc.example");
  expect(context({}, "prod").tryGetContext("stage")).toBe("prod");
  expect(context({}).tryGetContext("domain")).toBeUndefined();
});

test("a file that is no object of names and values is refused by name", () => {
  expect(() => context({}, "broken")).toThrow(/stages\/broken\.json must be a JSON object/);
});

test("a name on the command line that nobody reads is refused, CDK's own are CDK's", () => {
  refuseUnknown({
    stage: "prod",
    PRICE_SOURCE: "live",
    "@aws-cdk/core:checkSecretUsage": true,
    "cli-telemetry": false,
  });
  expect(() => refuseUnknown({ stage: "prod", alarmEmial: "x" })).toThrow(
    /^-c, .*: there is no alarmEmial: do you mean alarmEmail\?/,
  );
  expect(() => refuseUnknown({ "alarm-email": "x" })).toThrow(
    /there is no alarm-email: do you mean alarmEmail\?/,
  );
});

test("a name that nobody reads is refused, with the one that is meant", () => {
  expect(() => context({}, "typo")).toThrow(
    /stages\/typo\.json: there is no alarmEmial: do you mean alarmEmail\?/,
  );
  expect(unknownNames(["bogus", "STRIPE_LIVE_MODE", "FAUCET_ENABLED", "region", "PLAN_PRICES"])).toEqual([
    expect.stringContaining("there is no bogus: do you mean "),
    expect.stringContaining("do you mean STRIPE_LIVEMODE?"),
    "FAUCET_ENABLED is for laptops alone: no stage reads it",
  ]);
});

describe("what documents say of a stage's file", () => {
  test("the example of docs/DEPLOY.md is exactly what production needs", () => {
    const values = exampleOf(readFileSync("docs/DEPLOY.md", "utf8"));
    expect(Object.keys(values).toSorted()).toEqual(neededInProduction.toSorted());
    expect(stageConfig({ tryGetContext: (name) => values[name] }, "prod").stage).toBe("prod");
  });

  test(".env.example explains each of the functions' settings", () => {
    const explained = readFileSync(".env.example", "utf8");
    for (const name of settingNames) expect(explained).toMatch(new RegExp(`^# ${name}=`, "m"));
  });
});
