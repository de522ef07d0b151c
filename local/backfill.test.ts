import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SecretName, secretOfBackfill, secretSpec, secrets } from "../contract/secrets.ts";
import { TABLE_OUTPUT } from "../contract/stage.ts";
import { backfills } from "../core/backfills/reseal.ts";
import { phoneCode } from "../core/identity/phones/entity.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Progress from "../core/platform/backfills/index.ts";
import { purposeOf, seal, unseal } from "../core/platform/seal.ts";
import { keyOfItem } from "../core/platform/table/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import { type AwsDouble, deploy, startAwsDouble } from "../stacks/aws-double.fixture.ts";
import { withDatabase } from "../tests/support/database.ts";
import { outcomeOf, progressOf } from "./operator/backfilling.ts";

/** Tests `npm run backfill` as a command: on the local table, and on a stage's with an AWS double. */

const database = withDatabase();
const folder = mkdtempSync(join(tmpdir(), "backfill-"));
let aws: AwsDouble;
beforeAll(async () => {
  aws = await startAwsDouble();
});
afterAll(async () => {
  await aws.stop();
  rmSync(folder, { recursive: true });
});

const [before, now] = [Ids.secret(), Ids.secret()];
const person = (at: number) => ({ userId: `usr_person${at}`, phone: `+3361234560${at}` });
const codeOf = (at: number) => `12345${at}`;
const sealedFor = (at: number) => purposeOf(phoneCode, "sealedCode", person(at));

/** Creates codes of so many users, sealed with the previous secret. */
async function codes(count: number): Promise<void> {
  process.env["SEALING_SECRET"] = before;
  for (let at = 0; at < count; at++) {
    const code = { ...person(at), requestId: "req", securityStamp: "stamp", codeTries: 0 };
    const sealedCode = await seal(codeOf(at), sealedFor(at));
    await Table.put(phoneCode.item({ ...code, sealedCode, ttl: Clock.nowSeconds() + 600 }));
  }
}

/** Returns the codes that the current secret opens. */
async function openNow(count: number): Promise<string[]> {
  process.env["SEALING_SECRET"] = now;
  const found = Array.from({ length: count }, async (_, at) => {
    const code = await Table.find(phoneCode, person(at));
    return unseal(code?.sealedCode ?? "", sealedFor(at)).catch(() => "closed");
  });
  return Promise.all(found);
}

beforeEach(async () => {
  for await (const item of Table.scan()) await Table.remove(keyOfItem(item));
  aws.answers.clear();
  aws.asked.length = 0;
  const local = { tableName: Table.tableName(), dynamodbEndpoint: database.endpoint };
  writeFileSync(join(folder, "runtime.json"), JSON.stringify(local));
  const secrets = { SEALING_SECRET: now, SEALING_SECRET_PREVIOUS: before };
  writeFileSync(join(folder, "secrets.json"), JSON.stringify(secrets));
});

async function command(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { SEALING_SECRET: _, TABLE_NAME: _table, ...inherited } = process.env;
  const child = spawn(process.execPath, ["local/backfill.ts", ...args], {
    env: { ...inherited, LOCAL_DATA: folder, ...env },
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr, output: stdout + stderr };
}

describe("npm run backfill on the local platform", () => {
  test("lists each backfill with its description and its last run", async () => {
    const first = await command([]);
    expect(first.code).toBe(0);
    for (const { name, about } of backfills)
      expect(first.stdout).toMatch(new RegExp(`^${name} .*  ${about.slice(0, 20)}`, "m"));
    expect(first.stdout).toMatch(/reseal +never run +Seals values/);
    await codes(2);
    await command(["reseal"]);
    expect((await command([])).stdout).toMatch(/reseal +ended \S+Z: 2 changed/);
  });

  test("counts the items in a dry run, changes them in a run, and then finds none to change", async () => {
    await codes(3);
    const dry = await command(["reseal", "--dry-run"]);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("3 items would be changed") });
    expect(await openNow(3)).toEqual(["closed", "closed", "closed"]);
    expect((await Progress.readProgress("reseal")).run).toBeUndefined();
    const run = await command(["reseal", "--segments", "2", "--rate", "1000"]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("3 items were changed") });
    expect(run.stderr).toMatch(/It took \d+ read units, \d+ write units/);
    expect(await openNow(3)).toEqual([codeOf(0), codeOf(1), codeOf(2)]);
    expect((await command(["reseal", "--dry-run"])).stdout).toContain("0 items would be changed");
  });

  test("prints the key and error of an item that failed, without its values, and changes the others", async () => {
    await codes(2);
    process.env["SEALING_SECRET"] = Ids.secret();
    const lost = await seal("secret words", sealedFor(1));
    await Table.update(phoneCode.key(person(1)), { set: { sealedCode: lost } });
    const { code, stdout, output } = await command(["reseal"]);
    expect(code).toBe(1);
    expect(stdout).toContain("1 item was changed. 1 item failed and is unchanged.");
    expect(output).toMatch(
      /SECRET#PHONECODE#\[hidden\] {2}PHONECODE {2}SecretExpired: the value was sealed under a secret/,
    );
    for (const private_ of [lost, person(1).phone, before, now]) expect(output).not.toContain(private_);
  });

  test("rejects a second run while one is in progress, but allows a dry run", async () => {
    await Progress.acquire("reseal", "another run");
    const { code, output } = await command(["reseal"]);
    expect(code).toBe(2);
    expect(output).toContain("Another run of reseal is in progress. If it has crashed");
    expect((await command(["reseal", "--dry-run"])).code).toBe(0);
  });

  test.each([
    [["unknown"], "There is no backfill unknown."],
    [["reseal", "--rate", "0"], "--rate must be a whole number from 1 to 9,999,999"],
    [["reseal", "--stage", "nope"], "Stage nope is not found"],
  ])("rejects the arguments %j", async (args, message) => {
    const { code, output } = await command(args, aws.env);
    expect(code).toBe(2);
    expect(output).toContain(message);
  });
});

test("every backfill that a secret of the contract names exists", () => {
  const named = (Object.keys(secrets) as SecretName[]).flatMap((name) => {
    const { backfill } = secretSpec(name);
    return backfill === undefined ? [] : [[name, backfill] as const];
  });
  expect(named).toEqual([["SEALING_SECRET", "reseal"]]);
  expect(backfills.map(({ name }) => name)).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
  for (const [secret, backfill] of named) expect(secretOfBackfill(backfill)).toBe(secret);
  expect(secretOfBackfill("unknown")).toBeUndefined();
});

test("the progress and the outcome state what was changed, or would be changed in a dry run", () => {
  const counts = { scanned: 2, changed: 1, retried: 0, failed: 0 };
  const outcome = { ...counts, isComplete: true, resumed: undefined };
  expect(progressOf(counts, 500, false)).toContain("1 item was changed");
  expect(outcomeOf(outcome, false)).toContain("1 item was changed");
  for (const words of [
    progressOf({ ...counts, changed: 2 }, 500, true),
    outcomeOf({ ...outcome, changed: 2 }, true),
  ])
    expect(words).toContain("2 items would be changed");
});

describe("npm run backfill on a stage", () => {
  const arn = "arn:aws:secretsmanager:eu-west-3:123456789012:secret:svc/dev/SEALING_SECRET-AbCdEf";
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
  const stage = (changedAt: number) => {
    deploy(aws, "svc-dev-platform", { [TABLE_OUTPUT]: Table.tableName() });
    const labels = { "version-2": ["AWSCURRENT"], "version-1": ["AWSPREVIOUS"] };
    aws.answers.set("DescribeSecret", () => ({
      ARN: arn,
      VersionIdsToStages: labels,
      LastChangedDate: changedAt,
    }));
    aws.answers.set("BatchGetSecretValue", () => ({ SecretValues: [{ ARN: arn, SecretString: now }] }));
    aws.answers.set("GetSecretValue", () => ({ ARN: arn, SecretString: before }));
    return { ...aws.env, AWS_ENDPOINT_URL_DYNAMODB: database.endpoint };
  };

  test("uses the current and the previous value of the stage's secret, and records the secret's version", async () => {
    await codes(2);
    const { code, output } = await command(["reseal", "--stage", "dev"], stage(minutesAgo(60)));
    expect(output).toContain("stage dev, account 123456789012, eu-west-3");
    expect(output).toContain("2 items were changed");
    expect(code).toBe(0);
    expect(await openNow(2)).toEqual([codeOf(0), codeOf(1)]);
    expect((await Progress.readProgress("reseal")).run).toMatchObject({ generation: "version-2", failed: 0 });
    expect(aws.asked.map(({ operation }) => operation)).not.toContain("PutSecretValue");
    for (const secret of [before, now]) expect(output).not.toContain(secret);
  });

  test("is rejected if the secret was changed a moment ago, because some functions might still use the previous one", async () => {
    await codes(1);
    const { code, output } = await command(["reseal", "--stage", "dev"], stage(minutesAgo(1)));
    expect(code).toBe(2);
    expect(output).toContain("SEALING_SECRET was changed a moment ago");
    expect(await openNow(1)).toEqual(["closed"]);
  });

  test("states which role to assume if the secret cannot be read", async () => {
    const env = stage(minutesAgo(60));
    aws.answers.delete("DescribeSecret");
    const { code, output } = await command(["reseal", "--stage", "dev"], env);
    expect(code).toBe(2);
    expect(output).toContain("Assume the role of backfills first");
  });
});
