import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { builtins } from "./builtins.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-builtins-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundled(code: string): Promise<string> {
  const entry = join(folder, "entry.mjs");
  writeFileSync(entry, code);
  const outfile = join(folder, "out.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [builtins],
    logLevel: "silent",
  });
  return outfile;
}

const run = (file: string): unknown =>
  JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8" }));

test("node:http is had without the client of fetch and WebSockets, also by who passes all of it around", async () => {
  const file = await bundled(`
    import * as http from "http";
    import { Agent } from "node:http";
    const whole = http.default ?? http;
    const made = process.moduleLoadList.filter((name) => name.includes("undici"));
    console.log(JSON.stringify({ same: whole.Agent === Agent, made }));`);
  expect(run(file)).toEqual({ same: true, made: [] });
});

test("names, the default and what Node makes as it is read are those of Node", async () => {
  const file = await bundled(`
    import process, { env } from "node:process";
    import { AsyncLocalStorage } from "node:async_hooks";
    import { createHash, getRandomValues } from "crypto";
    console.log(JSON.stringify([
      process === globalThis.process, env === process.env, typeof AsyncLocalStorage,
      createHash("md5").update("").digest("hex"), getRandomValues(new Uint8Array(2)).length,
    ]));`);
  expect(run(file)).toEqual([true, true, "function", "d41d8cd98f00b204e9800998ecf8427e", 2]);
});

test("a name that Node's module does not have is refused as it is bundled", async () => {
  await expect(bundled('import { nothing } from "node:os"; console.log(nothing);')).rejects.toThrow(
    'No matching export in "builtin:os" for import "nothing"',
  );
});
