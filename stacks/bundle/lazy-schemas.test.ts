import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { routes } from "../../contract/index.ts";
import { LazySchemas } from "./lazy-schemas.ts";

const root = mkdtempSync(join(tmpdir(), "svc-lazy-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const lazySchemasPlugin = (): Plugin => ({
  name: "lazy-schemas",
  setup(build) {
    const lazySchemas = new LazySchemas();
    build.onLoad({ filter: /^[^.]+\.ts$/ }, async ({ path }) => {
      const contents = path.includes("node_modules") ? undefined : await lazySchemas.codeOf(path);
      return contents === undefined ? undefined : { contents, loader: "js" };
    });
  },
});

async function bundleEntry(entry: string, zod?: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    logLevel: "silent",
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    ...(zod && { alias: { zod } }),
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire("file:///");' },
    plugins: [lazySchemasPlugin()],
  });
  return outputFiles[0]?.text ?? "";
}

/** Runs modules in a folder of their own, with a zod that records the schemas it builds. */
async function run(files: Readonly<Record<string, string>>, entry: string): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(root, "case"));
  const zod = `export const object = (shape) => (globalThis.log.push("made"), { shape, parse: (value) => value });
    export const string = () => ({ min: () => (globalThis.log.push("a text"), { text: true }) });`;
  for (const [name, code] of Object.entries({ ...files, "zod-log.ts": zod, "entry.ts": entry })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
  const file = join(folder, "out.mjs");
  writeFileSync(file, await bundleEntry(join(folder, "entry.ts"), join(folder, "zod-log.ts")));
  const log: unknown[] = [];
  Object.assign(globalThis, { log });
  await import(pathToFileURL(file).href);
  return log;
}

const schema = 'import * as z from "zod"; export const wallet = z.object({ id: z.string().min(1) });\n';

test("a lazy schema is built once, when any module first reads it", async () => {
  const log = await run(
    {
      "schema.ts": schema,
      "again.ts": 'export { wallet as purse } from "./schema.ts";',
      "through.ts": 'export * from "./again.ts";',
    },
    `import { wallet } from "./schema.ts"; import { purse } from "./through.ts"; import * as Space from "./schema.ts";
     log.push("loaded"); const read = [wallet, purse, Space.wallet];
     log.push(read.every((one) => one === wallet && one.shape.id.text));`,
  );
  expect(log).toEqual(["loaded", "a text", "made", true]);
});

test("the transformation leaves parameters and properties with a schema's name unchanged", async () => {
  const log = await run(
    { "schema.ts": schema },
    `import { wallet } from "./schema.ts"; import * as Space from "./schema.ts";
     const inner = ({ wallet }) => wallet; const made = ((wallet) => ({ wallet }))(2);
     log.push(inner({ wallet: 1 }), made.wallet, { wallet: 3 }.wallet, typeof { wallet }.wallet.parse);
     log.push(((Space) => Space.wallet)({ wallet: 4 }), Space.wallet === wallet);`,
  );
  expect(log).toEqual(["a text", "made", 1, 2, 3, "function", 4, true]);
});

test("the schemas of an entity and a route are built once, at the first read", async () => {
  const log = await run(
    {
      "entity.ts": `${schema} const entity = (of) => Object.assign(of, { key: 1 });
        export const purse = entity({ name: "Purse", schema: z.object({ wallet }), request: { body: wallet, "a-b": wallet } });`,
    },
    `import { purse } from "./entity.ts"; log.push("loaded", purse.name);
     log.push(purse.request.body === purse.schema.shape.wallet, purse.request["a-b"] === purse.request.body, purse.key);
     log.push(purse.schema === purse.schema);`,
  );
  expect(log).toEqual(["loaded", "Purse", "a text", "made", "made", true, true, 1, true]);
});

test("a lazy schema is built while its module loads if the module reads it", async () => {
  const log = await run(
    { "schema.ts": `${schema} export const sample = wallet.parse({ id: "read" }); log.push(sample.id);` },
    'import { sample } from "./schema.ts"; log.push("loaded", sample.id);',
  );
  expect(log).toEqual(["a text", "made", "read", "loaded", "read"]);
});

test("the build rejects a namespace of a module with lazy schemas that is used as a value", async () => {
  const files = { "schema.ts": schema };
  for (const use of ["log.push(Object.keys(Space));", "log.push({ ...Space });"])
    await expect(run(files, `import * as Space from "./schema.ts"; ${use}`)).rejects.toThrow("as a whole");
});

test("the build rejects a module with lazy schemas that is exported as a namespace or imported with import()", async () => {
  const files = { "schema.ts": schema, "plain.ts": "export const two = 2;" };
  for (const use of [
    'export * as Space from "./schema.ts";',
    'const { wallet } = await import("./schema.ts"); log.push(wallet);',
  ])
    await expect(run(files, use)).rejects.toThrow("as a whole");
  expect(await run(files, 'log.push((await import("./plain.ts")).two);')).toEqual([2]);
});

test("a property with a lazy schema can be replaced after it was read", async () => {
  const log = await run(
    { "route.ts": `${schema} const route = (of) => of; export const read = route({ body: wallet });` },
    'import { read } from "./route.ts"; read.body; read.body = 1; log.push(read.body);',
  );
  expect(log).toEqual(["a text", "made", 1]);
});

test("every lazy schema of the contract and of the entities equals its source", async () => {
  const entities: (readonly [file: string, name: string])[] = [];
  for await (const file of glob("core/**/entity.ts"))
    for (const [name, one] of Object.entries(await import(resolve(file))))
      if (one instanceof Object && "paramsOf" in one && "schema" in one && one.schema)
        entities.push([file, name]);
  expect(entities.length).toBeGreaterThan(80);
  const [entry, file] = [join(root, "all.ts"), join(root, "all.mjs")];
  const all = entities.map(
    ([path, name], i) => `import { ${name} as e${i} } from ${JSON.stringify(resolve(path))};`,
  );
  writeFileSync(
    entry,
    `${all.join("\n")} export * as z from ${JSON.stringify(resolve("node_modules/zod"))};
     export { routes } from ${JSON.stringify(resolve("contract/index.ts"))};
     export const schemas = () => [${entities.map((_, i) => `e${i}.schema`).join(", ")}];`,
  );
  writeFileSync(file, await bundleEntry(entry));
  const made = await import(pathToFileURL(file).href);
  const jsonSchemas = (from: typeof z, schemas: readonly unknown[]) =>
    schemas.flatMap((one) =>
      one instanceof from.ZodType
        ? (["input", "output"] as const).map((io) =>
            JSON.stringify(from.toJSONSchema(one, { io, unrepresentable: "any" })),
          )
        : [],
    );
  const ofRoutes = (of: typeof routes) =>
    of
      .toSorted((a, b) => a.id.localeCompare(b.id))
      .flatMap(({ request = {}, responses, expands = {} }) => [
        ...Object.values(request),
        ...Object.values(responses).map(({ body }) => body),
        ...Object.values(expands).map(({ body }) => body),
      ]);
  const sources = await Promise.all(
    entities.map(async ([path, name]) => (await import(resolve(path)))[name].schema),
  );
  expect(jsonSchemas(z, sources)).toHaveLength(entities.length * 2);
  expect(jsonSchemas(made.z, made.schemas())).toEqual(jsonSchemas(z, sources));
  expect(jsonSchemas(z, ofRoutes(routes)).length).toBeGreaterThan(600);
  expect(jsonSchemas(made.z, ofRoutes(made.routes))).toEqual(jsonSchemas(z, ofRoutes(routes)));
}, 120_000);
