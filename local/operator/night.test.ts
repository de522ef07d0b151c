import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { queues } from "../../contract/queues.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Outbox from "../../core/platform/outbox/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { withPlatform } from "../../tests/support/platform.ts";
import { dues } from "./catalogue.ts";

/** The tools for an incident: the fill of the queues, overdue work, and the trail of a user. */

const platform = withPlatform({ seeded: false, consumers: [] });

/** Runs a command on the platform. */
const command = (name: string, ...args: readonly string[]) =>
  promisify(execFile)(
    process.execPath,
    [`local/${name}.ts`, ...args, "--endpoint", platform.dynamodbEndpoint, "--table", platform.tableName],
    { env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: undefined } },
  ).catch((error: { code: number; stdout: string; stderr: string }) => error);

const happened = Outbox.define<{ email: string }>()("it-happened", "QUEUE_URL_NOTIFICATIONS");

test("npm run stuck lists overdue items with their age and keys only", async () => {
  expect((await dues()).size).toBeGreaterThan(15);
  expect(await command("stuck")).toMatchObject({ stdout: expect.stringContaining("Nothing of ") });
  Clock.setOffset(-3_600_000);
  await Table.commit([Outbox.write(happened, { email: "ada@example.com" })]);
  Clock.setOffset(0);
  const found = await command("stuck", "--show");
  expect(found).toMatchObject({ code: 1 });
  expect(found.stdout).toMatch(/^OUTBOX +1 +1 h/m);
  expect(found.stdout).toMatch(/OUTBOX#evt_\w{26} {2}EVENT/);
  expect(found.stdout).not.toContain("ada@");
  expect((await command("stuck", "--minutes", "90")).stdout).toContain("Nothing of ");
});

test("npm run follow lists a user's records without personal data", async () => {
  const email = "grace@example.com";
  const { body } = await platform.call<{ user: { id: string }; token: string }>(
    "POST",
    "/api/auth/register",
    {
      body: { name: "Grace Hopper", email, password: "Analytical1!" },
    },
  );
  await platform.call("POST", "/api/defi/wallets", { body: { assetSymbol: "EUR" }, token: body.token });
  const { stdout } = await command("follow", body.user.id);
  expect(stdout).toMatch(/^User: 1$/m);
  expect(stdout).toMatch(/^Wallet: 1$/m);
  expect(stdout).toContain("WALLET#live#EUR");
  expect(stdout).not.toMatch(/grace|Hopper|\$2[aby]\$/i);
  expect(await command("follow", "usr_01jd3k5f6g7h8j9kmnpqrstvwx")).toMatchObject({ code: 1 });
  expect(await command("follow", "grace@example.com")).toMatchObject({ code: 2 });
});

test("npm run peek counts the messages and dead letters of each queue", async () => {
  const { mkdtempSync, writeFileSync } = await import("node:fs");
  const folder = mkdtempSync("/tmp/peek-");
  const sqsEndpoint = process.env["AWS_ENDPOINT_URL_SQS"];
  writeFileSync(
    `${folder}/runtime.json`,
    JSON.stringify({ sqsEndpoint, dynamodbEndpoint: "", tableName: "t" }),
  );
  const { stdout } = await promisify(execFile)(process.execPath, ["local/peek.ts"], {
    env: { ...process.env, LOCAL_DATA: folder },
  });
  const rows = stdout.trim().split("\n");
  expect(rows).toHaveLength(Object.keys(queues).length + 1);
  expect(rows[1]).toMatch(/^notifications +\d+ +\d+ +\d+ +\d+$/);
});
