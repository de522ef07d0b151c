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

/**
 * The design's budget of code that is loaded at the start. Baked text, such as an OpenAPI document, does not count: it is sent
 * as it is, and never runs.
 */
const P95_BYTES = 520_000;
/** Bounds the largest functions: those named here, and any other. */
const WORST_BYTES: Readonly<Record<string, number>> = { "jobs.work": 670_000, "mcp.server": 1_010_000 };
const WORST_OTHER_BYTES = 610_000;
/** Loaded by the first that needs them. */
const LAZY = [
  ...["@aws-sdk/client-s3", "@aws-sdk/client-sesv2", "@aws-sdk/client-sns", "@aws-sdk/lib-dynamodb"],
  ...["stripe", "@cantoo/pdf-lib", "bwip-js", "libphonenumber-js"],
];

/** The stack trace of what a handler throws, in a process of its own: here vitest makes them. */
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

  test("bundles, exports its handler and loads", async () => {
    expect(report.functions.map((one) => one.id)).toEqual(allUnits().map((unit) => unit.id));
    const module = await import(pathToFileURL(fileOf(report.functions[0]?.id ?? "")).href);
    expect(module.handler).toBeTypeOf("function");
  });

  test("starts with no more code than 95 of 100 have, and none with a provider's SDK", () => {
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

  test("takes its credentials from the environment alone, and no second copy of our own modules", () => {
    const providers = report.functions.flatMap((one) =>
      Object.keys(one.inputs).filter((name) => /credential-provider/.test(name)),
    );
    expect(new Set(providers)).toEqual(new Set(["@aws-sdk/credential-provider-env"]));
    // Of our own modules, a lazy one would bring another: its state, its errors.
    for (const { entryPoint, inputs } of Object.values(report.lazy.outputs))
      expect(Object.keys(inputs).filter((path) => !/node_modules|^stacks\/bundle\//.test(path))).toEqual([
        entryPoint,
      ]);
  });

  test("may reach the kinds of secret items that it carries code for, and no other", () => {
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

describe("bundle", () => {
  test("a package has no source map; by the one that is kept a stack trace tells the file and line of the source", async () => {
    const root = mkdtempSync(join(outdir, "root-"));
    const line = "const refuse = (what: string): never => {\n  throw new Error(what);\n};\n";
    writeFileSync(join(root, "source.ts"), `${line}export const handler = () => refuse("mended");\n`);
    const units = [{ id: "one.two", title: "route one.two", file: "source.ts" }];
    const maps = join(root, "maps");
    await bundle("out", { units, root, maps });
    expect(readdirSync(join(root, "out/one.two"))).toEqual(["index.cjs"]);
    const stack = stackOf(join(root, "out/one.two/index.cjs"));
    const { line: told, missing } = symbolicator(maps);
    expect(stack).not.toContain("source.ts");
    expect(told(JSON.stringify({ stack }))).toContain("source.ts:2:9");
    expect(missing.size).toBe(0);
    const other = symbolicator(join(root, "elsewhere"));
    expect(other.line(stack)).toBe(stack);
    expect([...other.missing]).toEqual([expect.stringMatching(/^one\.two\.[0-9a-f]{8}\.cjs$/)]);
  });

  test("a route whose handler's file is missing is named, with its file", async () => {
    const missing = {
      id: "defi.wallets.gone",
      title: "route defi.wallets.gone",
      file: "functions/defi/wallets/gone.ts",
    };
    await expect(bundle(join(outdir, "gone"), { units: [missing] })).rejects.toThrow(
      "route defi.wallets.gone has no handler: functions/defi/wallets/gone.ts does not exist",
    );
  });

  test("what esbuild warns of is an error: a name that nothing exports would be undefined in the function", async () => {
    const root = mkdtempSync(join(outdir, "root-"));
    writeFileSync(join(root, "other.ts"), "export const there = 1;\n");
    writeFileSync(
      join(root, "one.ts"),
      'import * as Other from "./other.ts";\nexport const handler = () => (Other as any).gone;\n',
    );
    const units = [{ id: "one", title: "one", file: "one.ts" }];
    await expect(bundle("out", { units, root })).rejects.toThrow(/gone.*one\.ts/s);
  });

  test("a file that exports no handler is named", async () => {
    const root = mkdtempSync(join(outdir, "root-"));
    mkdirSync(join(root, "functions"));
    writeFileSync(join(root, "functions/mute.ts"), "export const handle = 1;\n");
    const units = [{ id: "mute", title: "route mute", file: "functions/mute.ts" }];
    await expect(bundle(join(outdir, "mute"), { units, root })).rejects.toThrow(
      "route mute: functions/mute.ts exports no handler",
    );
  });
});

describe("credentials on Lambda", () => {
  test("are those that Lambda puts into the environment", async () => {
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

  test("the stand-in has every name of the package that it stands in for", async () => {
    const original = await import("@aws-sdk/credential-provider-node");
    const names = Object.keys(original).filter((name) => name !== "default" && name !== "module.exports");
    expect(Object.keys(Credentials).toSorted()).toEqual(names.toSorted());
  });
});
