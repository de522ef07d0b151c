import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { definitionOf } from "../../functions/mcp/_tools/definition.ts";
import { tools } from "../../functions/mcp/_tools/index.ts";
import { slimZod } from "./slim-zod.ts";

const bundled = async (contents: string, slim: boolean): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire("file:///");' },
    plugins: slim ? [slimZod] : [],
  });
  return outputFiles[0]?.text ?? "";
};
const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

it("a function that describes no schema does not carry how", async () => {
  const parsing = 'import * as z from "zod"; export const schema = z.object({ a: z.string().min(2) });';
  const [full, slim] = [await bundled(parsing, false), await bundled(parsing, true)];
  expect(full.length - slim.length).toBeGreaterThan(12_000);
  const { schema } = await load(slim);
  expect(schema.safeParse({ a: "bc" })).toEqual({ success: true, data: { a: "bc" } });
  expect(schema.safeParse({ a: "b" }).success).toBe(false);
  expect(() => schema.toJSONSchema()).toThrow("call z.toJSONSchema(schema)");
});

it("z.toJSONSchema says of every schema of the contract what it says unbundled", async () => {
  const describing = `
    import * as z from "zod";
    import { routes } from "./contract/index.ts";
    const schemas = routes.flatMap(({ request = {}, responses }) => [
      ...Object.values(request), ...Object.values(responses).map(({ body }) => body),
    ]).filter((one) => one instanceof z.ZodType);
    export const described = schemas.flatMap((schema) =>
      ["input", "output"].map((io) => JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any" }))));`;
  const [full, slim] = await Promise.all(
    [false, true].map(async (one) => (await load(await bundled(describing, one))).described),
  );
  expect(full.length).toBeGreaterThan(300);
  expect(slim).toEqual(full);
});

it("the MCP server's tools describe themselves in a bundle as they do unbundled", async () => {
  const describing = `
    import { definitionOf } from "./functions/mcp/_tools/definition.ts";
    import { tools } from "./functions/mcp/_tools/index.ts";
    export const described = JSON.stringify(tools.map(definitionOf));`;
  const file = join(mkdtempSync(join(tmpdir(), "svc-slim-zod-")), "index.mjs");
  writeFileSync(file, await bundled(describing, true));
  const { described } = await import(pathToFileURL(file).href);
  rmSync(dirname(file), { recursive: true });
  expect(JSON.parse(described)).toEqual(JSON.parse(JSON.stringify(tools.map(definitionOf))));
});
