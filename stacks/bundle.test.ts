import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import * as Credentials from "./bundle/lambda-credentials.ts";
import { bundle } from "./bundle.ts";
import { allUnits } from "./svc.ts";

const outdir = mkdtempSync(join(tmpdir(), "svc-bundle-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** Of code. Baked text, such as an OpenAPI document, is a string that is sent as it is: nothing of it is run. */
const BUDGET_BYTES = 450 * 1024;
/**
 * What a provider's SDK alone adds; the few functions that speak to one are over the budget, which `npm run
 * bench -- bundles` shows.
 */
const HEAVY = ["stripe", "@aws-sdk/client-s3", "@modelcontextprotocol/server"];

describe("bundle", () => {
  test("every function of the platform bundles, exports its handler, loads, and 95 of 100 without a provider's SDK are within the budget", async () => {
    const { functions } = await bundle(join(outdir, "all"), { units: allUnits(), sourceMaps: false });
    expect(functions.map((one) => one.id)).toEqual(allUnits().map((unit) => unit.id));
    const light = functions.filter(({ inputs }) => !HEAVY.some((name) => Object.hasOwn(inputs, name)));
    expect(light.length).toBeGreaterThan(functions.length * 0.85);
    const sizes = light.map((one) => one.bytes - (one.inputs.baked ?? 0)).toSorted((a, b) => a - b);
    expect(sizes[Math.ceil(sizes.length * 0.95) - 1]).toBeLessThan(BUDGET_BYTES);
    // Of the SDK's credential providers only the environment's: the alias holds.
    const providers = functions.flatMap((one) =>
      Object.keys(one.inputs).filter((name) => /credential-provider/.test(name)),
    );
    expect(new Set(providers)).toEqual(new Set(["@aws-sdk/credential-provider-env"]));
    const first = functions[0];
    const module = await import(pathToFileURL(join(outdir, "all", first?.id ?? "", "index.mjs")).href);
    expect(module.handler).toBeTypeOf("function");
  }, 300_000);

  test("a bundle has its source map, so that stack traces can be read", async () => {
    const units = allUnits().slice(0, 1);
    const { functions } = await bundle(join(outdir, "one"), { units });
    const file = join(outdir, "one", functions[0]?.id ?? "", "index.mjs");
    expect(readFileSync(file, "utf8")).toContain("sourceMappingURL=index.mjs.map");
    expect(existsSync(`${file}.map`)).toBe(true);
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
