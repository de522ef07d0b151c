import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OBJECTS_OUTPUT, TABLE_OUTPUT } from "../contract/stage.ts";
import * as Users from "../core/identity/users.ts";
import { create } from "../core/identity/users.ts";
import * as Clock from "../core/kernel/clock/index.ts";
import { recordErased } from "../core/people/steps.ts";
import * as Table from "../core/platform/table/index.ts";
import { type AwsDouble, deploy, startAwsDouble } from "../stacks/aws-double.fixture.ts";
import { newEmail } from "../tests/support/addresses.ts";
import { withPlatform } from "../tests/support/platform.ts";
import { BUCKETS, OBJECTS_PATH } from "./environment.ts";

/** `npm run erasures:reapply`, as an operator calls it: here, and on a stage, with a double of what it asks of AWS. */

const platform = withPlatform({ seeded: false, consumers: [] });
const folder = mkdtempSync(join(tmpdir(), "reapply-"));
let aws: AwsDouble;
beforeAll(async () => {
  aws = await startAwsDouble();
});
afterAll(async () => {
  await aws.stop();
  rmSync(folder, { recursive: true });
});

async function command(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["local/erasures-reapply.ts", ...args], {
    env: { ...process.env, LOCAL_DATA: folder, OBJECTS_BUCKET: "", TABLE_NAME: "", ...env },
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, told: stdout + stderr };
}

/** Somebody whom a restore has brought back. */
async function back(): Promise<string> {
  const email = newEmail();
  const { userId } = await create({ name: "Zed", email, emailVerified: true });
  await recordErased({ userId, erasedAt: Clock.nowIso() });
  return userId;
}

test.each(["here", "on a stage, of a table that it does not work on yet"])(
  "%s, it tells who is back, closes them once, and says how far that is",
  async (where) => {
    const isHere = where === "here";
    const { url, tableName, dynamodbEndpoint } = platform;
    writeFileSync(join(folder, "runtime.json"), JSON.stringify({ url, tableName, dynamodbEndpoint }));
    deploy(aws, "svc-prod-platform", { [OBJECTS_OUTPUT]: BUCKETS.results, [TABLE_OUTPUT]: "svc-old" });
    const run = (...args: readonly string[]) =>
      isHere
        ? command(args, {})
        : command(["--stage", "prod", "--table", tableName, ...args], {
            ...aws.env,
            AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
            AWS_ENDPOINT_URL_S3: url + OBJECTS_PATH,
            OBJECTS_PATH_STYLE: "true",
            AWS_ACCESS_KEY_ID: "local",
            AWS_SECRET_ACCESS_KEY: "local",
          });
    const userId = await back();
    const trial = await run("--dry-run");
    expect(trial).toMatchObject({ code: 1, told: expect.stringContaining(`${userId} is back`) });
    expect((await Users.fromId(userId))?.closedAt).toBeUndefined();
    const renewing = await run("--renew", new Date().toISOString());
    expect(renewing).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 erasures that wait have got"),
    });
    expect((await Users.fromId(userId))?.closedAt).toBeDefined();
    const again = await run();
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/under-way +\d/) });
    expect(again.told).not.toContain("is back");
    expect(Table.tableName()).toBe(tableName);
  },
);

test("without a platform or a stage it says what is missing", async () => {
  writeFileSync(join(folder, "runtime.json"), "{}");
  expect(await command([], {})).toMatchObject({ code: 2, told: expect.stringContaining("--stage NAME") });
  const future = new Date(Date.now() + 3_600_000).toISOString();
  for (const moment of ["yesterday", future])
    expect(await command(["--renew", moment], {})).toMatchObject({
      code: 2,
      told: expect.stringContaining("the moment that was restored"),
    });
  deploy(aws, "svc-prod-platform", {});
  expect(await command(["--stage", "none"], aws.env)).toMatchObject({
    code: 2,
    told: expect.stringContaining("Stage none is not found"),
  });
});
