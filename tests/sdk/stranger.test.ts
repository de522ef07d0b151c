import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documentOf } from "../../contract/bin/openapi.ts";
import { versions } from "../../contract/public/schemas.ts";
import { guides } from "../../functions/web/docs/_guides.ts";
import { withPlatform } from "../support/platform.ts";

/** The package as installed in a developer's own project. */

const platform = withPlatform();
const project = mkdtempSync(join(tmpdir(), "svc-stranger-"));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const PROGRAM = `
import { createClient, isSvcError, verifyStatement, verifyWebhook, type Client, type components } from "@svc/sdk";

const svc: Client = createClient({ apiKey: process.env.SVC_API_KEY, baseUrl: process.env.SVC_URL });

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

// @ts-expect-error an unknown field
if (process.env.NEVER) await svc.post("/v1/wallets", { body: { aset: "EUR" } });
// @ts-expect-error an unknown path
if (process.env.NEVER) await svc.get("/v1/nothing");
// @ts-expect-error a missing id
if (process.env.NEVER) await svc.get("/v1/wallets/{id}");
// @ts-expect-error a missing base URL
if (process.env.NEVER) createClient({ apiKey: "svc_live_x" });

/** Current and upcoming features, and those of test mode. */
export async function preview(wallet: string): Promise<void> {
  const hold = await svc.post("/v2/holds", {
    body: { wallet, amount: "5", expires_at: "2030-01-01T00:00:00Z" },
  });
  const { value, asset }: { value: string; asset: string } = hold.amount;
  const page = await svc.get("/v2/wallets/{id}/statement", { params: { path: { id: wallet } } });
  const problem = await verifyStatement(page);
  for await (const event of svc.list("/v2/events", { limit: 10 })) console.log(event.type, value, asset, problem);
  await svc.post("/v1/test/faucet", { body: { asset: "EUR", amount: "10" } });
  await svc.post("/v1/test/clock", { body: { advance_seconds: 60 } });
  await svc.post("/v1/test/reset");
  const known: components["schemas"]["V2Wallet"] | undefined = (await svc.list("/v2/wallets").all())[0];
  // @ts-expect-error an amount of /v2 is not a string
  const text: string | undefined = known?.balance;
}
`;

const modules = join(project, "node_modules");

beforeAll(() => {
  const packed = execFileSync("npm", ["pack", "--pack-destination", project, "--silent"], {
    cwd: "sdk",
    encoding: "utf8",
  });
  mkdirSync(join(modules, "@svc/sdk"), { recursive: true });
  const tarball = join(project, packed.trim().split("\n").at(-1) ?? "");
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", join(modules, "@svc/sdk")]);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types/node", "undici-types"])
    cpSync(`node_modules/${name}`, join(modules, name), { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "stranger", type: "module" }));
}, 180_000);

/** Compiles programs as a developer would. @throws Error with the compiler's output */
function compile(programs: Readonly<Record<string, string>>, more: readonly string[] = []): void {
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(project, name), program);
  const strict = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", ...more];
  const compiler = join(process.cwd(), "node_modules/.bin/tsc");
  try {
    execFileSync(compiler, [...strict, "--outDir", "out", ...Object.keys(programs)], {
      cwd: project,
      encoding: "utf8",
    });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
}

it("compiles a program with the package's types under --strict, and runs it", {
  timeout: 180_000,
}, async () => {
  compile({ "main.ts": PROGRAM }, ["--exactOptionalPropertyTypes"]);
  const env = { ...process.env, SVC_API_KEY: platform.seed.apiKeys.pro, SVC_URL: platform.url };
  // Asynchronous, because the platform runs in this process.
  const { stdout } = await promisify(execFile)(process.execPath, ["out/main.js"], { cwd: project, env });
  expect(stdout).toMatch(/^UNSUPPORTED_ASSET \d+ function/);
});

interface Operations {
  readonly [path: string]: Readonly<
    Record<
      string,
      { readonly "x-codeSamples": readonly { readonly lang: string; readonly source: string }[] }
    >
  >;
}

const samplesOf = (version: (typeof versions)[number]): string[] =>
  Object.values(documentOf(version, "https://svc.example")["paths"] as Operations)
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => operation["x-codeSamples"])
    .filter(({ lang }) => lang === "TypeScript")
    .map(({ source }) => source);

it.each(versions)(
  "compiles every TypeScript program in the document of /%s",
  { timeout: 180_000 },
  (version) => {
    const samples = samplesOf(version);
    expect(samples.length).toBeGreaterThan(42);
    for (const sample of samples) expect(sample).toContain('baseUrl: "https://svc.example"');
    compile(Object.fromEntries(samples.map((source, at) => [`${version}-${at}.ts`, source])), [
      "--exactOptionalPropertyTypes",
    ]);
  },
);

it("compiles the programs of the guide to /v2 as one file", { timeout: 180_000 }, () => {
  const programs = (guides["preview"]?.parts ?? []).filter(
    (part): part is string => typeof part === "string" && part.includes("svc."),
  );
  const shown = programs.filter((one) => !one.startsWith("["));
  expect(shown.length).toBeGreaterThan(5);
  const given = `import { createClient, verifyStatement } from "@svc/sdk";
const svc = createClient({ baseUrl: process.env.SVC_URL, apiKey: process.env.SVC_API_KEY });
const [wallet, hotel] = ["wal_1", "wal_2"] as const;
`;
  compile({ "guide.ts": given + shown.join("\n") }, ["--exactOptionalPropertyTypes"]);
});
