import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../tests/support/people.ts";
import { withPlatform } from "../tests/support/platform.ts";

/** Tools that find nothing on a running platform report that and end. */

const platform = withPlatform({ seeded: false, consumers: [] });
const folder = mkdtempSync(join(tmpdir(), "found-nothing-"));
beforeAll(() => {
  const { url, tableName, dynamodbEndpoint } = platform;
  writeFileSync(join(folder, "runtime.json"), JSON.stringify({ url, tableName, dynamodbEndpoint }));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function tool(file: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, LOCAL_DATA: folder, TABLE_NAME: "" },
  });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

test("npm run prices ends if the symbol is unknown", async () => {
  expect(await tool("local/watch-prices.ts", "NOPE")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("UNKNOWN_SYMBOL"),
    stderr: expect.stringContaining("nothing to wait for"),
  });
});

test("npm run follow names the user's kinds of records if the requested kind does not exist", async () => {
  const { userId } = await createUser();
  const { code, stdout, stderr } = await tool("local/follow.ts", userId, "--entity", "Wallet");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(new RegExp(`^Under ${userId} there is no Wallet\\. There are: .*\\bUser\\b`));
  expect(await tool("local/follow.ts", userId, "--entity", "User")).toMatchObject({ code: 0, stderr: "" });
});
