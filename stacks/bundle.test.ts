import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials } from "../core/platform/table/schema.ts";
import { accessById } from "../local/rights.ts";
import * as Credentials from "./bundle/lambda-credentials.ts";
import { symbolicator } from "./bundle/maps.ts";
import { type BundledFunction, type BundleReport, bundle } from "./bundle.ts";
import { allUnits } from "./svc.ts";

const outdir = mkdtempSync(join(tmpdir(), "svc-bundle-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** The design's budget of code loaded at start. Baked text, such as an OpenAPI document, does not count: it is never executed. */
const P95_BYTES = 520_000;
/** The limits of the largest functions: those named here, and all others. */
const WORST_BYTES: Readonly<Record<string, number>> = { "jobs.work": 670_000, "mcp.server": 1_010_000 };
const WORST_OTHER_BYTES = 610_000;
/** Packages that are loaded on first use. */
const LAZY = [
  ...["@aws-sdk/client-s3", "@aws-sdk/client-sesv2", "@aws-sdk/client-sns", "@aws-sdk/lib-dynamodb"],
  ...["stripe", "@cantoo/pdf-lib", "bwip-js", "libphonenumber-js", "@simplewebauthn/server"],
];

/** Returns the stack trace of a handler's error, from a separate process, because vitest rewrites stack traces. */
const stackOf = (file: string): string =>
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      "const { handler } = await import(process.argv[1]); try { handler(); } catch (error) { console.log(error.stack); }",
      file,
    ],
    { encoding: "utf8" },
  );

describe("every function of the platform", () => {
  const all = join(outdir, "all");
  const fileOf = (id: string) => join(all, id, "index.cjs");
  let report: BundleReport;
  beforeAll(async () => {
    report = await bundle(all, { units: allUnits() });
  }, 300_000);

  test("is bundled, and the first bundle loads and exports its handler", async () => {
    expect(report.functions.map((one) => one.id)).toEqual(allUnits().map((unit) => unit.id));
    const module = await import(pathToFileURL(fileOf(report.functions[0]?.id ?? "")).href);
    expect(module.handler).toBeTypeOf("function");
  });

  test("stays within the size budget, and loads no provider's SDK at its start", () => {
    const sizeOf = ({ bytes, inputs }: BundledFunction) => bytes - (inputs["baked"] ?? 0);
    const sizes = report.functions.map(sizeOf).toSorted((a, b) => a - b);
    expect(sizes[Math.ceil(sizes.length * 0.95) - 1]).toBeLessThanOrEqual(P95_BYTES);
    const beyond = report.functions.filter(
      (one) => sizeOf(one) >= (WORST_BYTES[one.id] ?? WORST_OTHER_BYTES),
    );
    expect(beyond.map(({ id }) => id)).toEqual([]);
    const early = report.functions.flatMap(({ id, inputs }) =>
      LAZY.filter((name) => Object.hasOwn(inputs, name)).map((name) => `${id}: ${name}`),
    );
    expect(early).toEqual([]);
  });

  test("bundles only the environment as source of credentials, and no module of the platform twice", () => {
    const providers = report.functions.flatMap((one) =>
      Object.keys(one.inputs).filter((name) => /credential-provider/.test(name)),
    );
    expect(new Set(providers)).toEqual(new Set(["@aws-sdk/credential-provider-env"]));
    // A lazy bundle with our own modules would have a second copy of their state and error classes.
    for (const { entryPoint, inputs } of Object.values(report.lazy.outputs))
      expect(Object.keys(inputs).filter((path) => !/node_modules|^stacks\/bundle\//.test(path))).toEqual([
        entryPoint,
      ]);
  });

  test("has native packages for Lambda's processor, only if its code imports them", () => {
    const withNative = allUnits().filter(({ id }) => readdirSync(join(all, id)).includes("node_modules"));
    expect(withNative.map(({ id }) => id)).toEqual(["identity.check-files"]);
    const folder = join(all, "identity.check-files/node_modules/@img");
    const library = readFileSync(join(folder, "sharp-linux-arm64/lib/sharp-linux-arm64-0.35.5.node"));
    // The machine of an ELF file: 183 is AArch64.
    expect(library.readUInt16LE(18)).toBe(183);
    expect(readdirSync(folder).sort()).toEqual(["colour", "sharp-libvips-linux-arm64", "sharp-linux-arm64"]);
  });

  test("may access no kind of secret items that its code does not name", () => {
    const surplus = allUnits().flatMap(({ id }) => {
      const code = readFileSync(fileOf(id), "utf8");
      const { closed = [] } = accessById().get(id) ?? {};
      return Object.entries(credentials)
        .filter(
          ([, beginning]) => !closed.some((one) => beginning.startsWith(one)) && !code.includes(beginning),
        )
        .map(([kind]) => `${id}: ${kind}`);
    });
    expect(surplus).toEqual([]);
  });
});

describe("bundle()", () => {
  test("stores source maps outside the bundle, and they resolve a stack trace to file and line", async () => {
    const root = mkdtempSync(join(outdir, "root-"));
    const line = "const refuse = (what: string): never => {\n  throw new Error(what);\n};\n";
    writeFileSync(join(root, "source.ts"), `${line}export const handler = () => refuse("resolved");\n`);
    const units = [{ id: "one.two", title: "route one.two", file: "source.ts" }];
    const maps = join(root, "maps");
    await bundle("out", { units, root, maps });
    expect(readdirSync(join(root, "out/one.two"))).toEqual(["index.cjs"]);
    const stack = stackOf(join(root, "out/one.two/index.cjs"));
    const { line: symbolicate, missing } = symbolicator(maps);
    expect(stack).not.toContain("source.ts");
    expect(symbolicate(JSON.stringify({ stack }))).toContain("source.ts:2:9");
    expect(missing.size).toBe(0);
    const other = symbolicator(join(root, "elsewhere"));
    expect(other.line(stack)).toBe(stack);
    expect([...other.missing]).toEqual([expect.stringMatching(/^one\.two\.[0-9a-f]{8}\.cjs$/)]);
  });

  test("throws an error that names a route whose handler file is missing", async () => {
    const missing = {
      id: "defi.wallets.gone",
      title: "route defi.wallets.gone",
      file: "functions/defi/wallets/gone.ts",
    };
    await expect(bundle(join(outdir, "gone"), { units: [missing] })).rejects.toThrow(
      "route defi.wallets.gone has no handler: functions/defi/wallets/gone.ts does not exist",
    );
  });

  test("throws for a warning of esbuild, such as a name that a module does not export", async () => {
    const root = mkdtempSync(join(outdir, "root-"));
    writeFileSync(join(root, "other.ts"), "export const there = 1;\n");
    writeFileSync(
      join(root, "one.ts"),
      'import * as Other from "./other.ts";\nexport const handler = () => (Other as any).gone;\n',
    );
    const units = [{ id: "one", title: "one", file: "one.ts" }];
    await expect(bundle("out", { units, root })).rejects.toThrow(/gone.*one\.ts/s);
  });

  test("throws an error that names a file without a handler", async () => {
    const root = mkdtempSync(join(outdir, "root-"));
    mkdirSync(join(root, "functions"));
    writeFileSync(join(root, "functions/mute.ts"), "export const handle = 1;\n");
    const units = [{ id: "mute", title: "route mute", file: "functions/mute.ts" }];
    await expect(bundle(join(outdir, "mute"), { units, root })).rejects.toThrow(
      "route mute: functions/mute.ts exports no handler",
    );
  });
});

describe("the replacement of credential-provider-node", () => {
  test("reads credentials from the environment variables that Lambda sets", async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
      AWS_SECRET_ACCESS_KEY: "example",
      AWS_SESSION_TOKEN: "session",
    });
    expect(await Credentials.defaultProvider()()).toMatchObject({
      accessKeyId: "AKIDEXAMPLE",
      secretAccessKey: "example",
      sessionToken: "session",
    });
  });

  test("has every export of the package", async () => {
    const original = await import("@aws-sdk/credential-provider-node");
    const names = Object.keys(original).filter((name) => name !== "default" && name !== "module.exports");
    expect(Object.keys(Credentials).toSorted()).toEqual(names.toSorted());
  });
});
