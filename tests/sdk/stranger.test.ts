import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { withPlatform } from "../support/platform.ts";

/** The package as somebody has it who installed it, in a project of their own. */

const platform = withPlatform();
const project = mkdtempSync(join(tmpdir(), "svc-stranger-"));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const PROGRAM = `
import { createClient, isSvcError, verifyWebhook, type Client, type components } from "@svc/sdk";

const svc: Client = createClient({ apiKey: process.env.SVC_API_KEY, baseUrl: process.env.SVC_URL ?? "" });

export async function total(): Promise<number> {
  let count = 0;
  for await (const wallet of svc.list("/v1/wallets", { limit: 2 })) {
    const known: components["schemas"]["Wallet"] = wallet;
    count += known.asset.length > 0 ? 1 : 0;
  }
  return count;
}

try {
  await svc.post("/v1/wallets", { body: { asset: "NOPE" } });
} catch (error) {
  if (!isSvcError(error, "UNSUPPORTED_ASSET")) throw error;
  console.log(error.code, await total(), typeof verifyWebhook);
}

// @ts-expect-error a field that the API does not know
if (process.env.NEVER) await svc.post("/v1/wallets", { body: { aset: "EUR" } });
// @ts-expect-error a path that the API does not have
if (process.env.NEVER) await svc.get("/v1/nothing");
// @ts-expect-error a wallet is not found without its id
if (process.env.NEVER) await svc.get("/v1/wallets/{id}");
`;

it("compiles under --strict with the package's types, which are checked too, and runs", {
  timeout: 180_000,
}, async () => {
  const packed = execFileSync("npm", ["pack", "--pack-destination", project, "--silent"], {
    cwd: "sdk",
    encoding: "utf8",
  });
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "@svc/sdk"), { recursive: true });
  const tarball = join(project, packed.trim().split("\n").at(-1) ?? "");
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", join(modules, "@svc/sdk")]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types/node", "undici-types"])
    cpSync(`node_modules/${name}`, join(modules, name), { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "stranger", type: "module" }));
  writeFileSync(join(project, "main.ts"), PROGRAM);
  const strict = [
    "--strict",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--types",
    "node",
    "--outDir",
    "out",
  ];
  const compiler = join(process.cwd(), "node_modules/.bin/tsc");
  try {
    execFileSync(compiler, [...strict, "main.ts"], { cwd: project, encoding: "utf8" });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
  const env = { ...process.env, SVC_API_KEY: platform.seed.apiKeys.pro, SVC_URL: platform.url };
  // The platform is in this process: the program runs beside it.
  const { stdout } = await promisify(execFile)(process.execPath, ["out/main.js"], { cwd: project, env });
  expect(stdout).toMatch(/^UNSUPPORTED_ASSET \d+ function/);
});
