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

/** Tests `npm run erasures:reapply` as a command: locally, and on a stage with an AWS double. */

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
  return { code: await code, stdout, output: stdout + stderr };
}

/** Creates a user whom a restore has brought back. */
async function back(): Promise<string> {
  const email = newEmail();
  const { userId } = await create({ name: "Zed", email, emailVerified: true });
  await recordErased({ userId, erasedAt: Clock.nowIso() });
  return userId;
}

test.each(["locally", "on a stage, with a table that it does not use yet"])(
  "npm run erasures:reapply, %s, lists restored accounts of erased users, and closes them once",
  async (where) => {
    const isHere = where === "locally";
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
    expect(trial).toMatchObject({ code: 1, output: expect.stringContaining(`${userId} is back`) });
    expect((await Users.fromId(userId))?.closedAt).toBeUndefined();
    const renewing = await run("--renew", new Date().toISOString());
    expect(renewing).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 pending erasures are now due"),
    });
    expect((await Users.fromId(userId))?.closedAt).toBeDefined();
    const again = await run();
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/under-way +\d/) });
    expect(again.output).not.toContain("is back");
    expect(Table.tableName()).toBe(tableName);
  },
);

test("npm run erasures:reapply states which argument is missing or wrong", async () => {
  writeFileSync(join(folder, "runtime.json"), "{}");
  expect(await command([], {})).toMatchObject({ code: 2, output: expect.stringContaining("--stage NAME") });
  const future = new Date(Date.now() + 3_600_000).toISOString();
  for (const moment of ["yesterday", future])
    expect(await command(["--renew", moment], {})).toMatchObject({
      code: 2,
      output: expect.stringContaining("the moment that was restored"),
    });
  deploy(aws, "svc-prod-platform", {});
  expect(await command(["--stage", "none"], aws.env)).toMatchObject({
    code: 2,
    output: expect.stringContaining("Stage none is not found"),
  });
});
