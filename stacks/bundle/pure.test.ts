import { build } from "esbuild";
import { expect, it } from "vitest";
import { adjust, create, list, read } from "../../contract/defi/wallets.ts";
import { markPure, pureValues, withoutEntityDocs, withoutRouteDocs, withoutSchemaDocs } from "./pure.ts";

it("pureValues removes the other routes of a file from a function's bundle", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'import { list } from "./contract/defi/wallets.ts"; console.log(list.id);',
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    plugins: [pureValues],
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).toContain(list.path);
  for (const { id } of [create, read, adjust]) expect(text).not.toContain(id);
  for (const { summary } of [list, create, read, adjust]) expect(text).not.toContain(summary);
});

it("pureValues drops the unused texts of a module", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'import { success } from "./functions/_views/done.ts"; console.log(success(1));',
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    plugins: [pureValues],
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).toContain("success: true");
  expect(text).not.toContain("You are signed out");
});

it("withoutRouteDocs() removes only a route's summary and description", () => {
  const code =
    'const a = { id: "a", summary: "one, two", description: "x" + `y` + shared + "z", response: { body: { description: z() } } };\n' +
    'const b = { description: "data" }, c = { summary: make(), description: "kept" };';
  const stripped = withoutRouteDocs(code);
  expect(stripped).not.toMatch(/one, two|"x"|`y`|shared/);
  expect(stripped).toContain("description: z()");
  expect(stripped).toContain('"data"');
  expect(stripped).toContain('"kept"');
  expect(() => new Function("z", "make", stripped)).not.toThrow();
});

it("withoutEntityDocs() removes only an entity's documentation", () => {
  const code =
    'const a = entity({ name: "A", about: "of, all", pk: "A#{id}", answers: { "which, all": "Query" } }), b = 1;\n' +
    'export const c = entity({ about: "x" }), d = { about: "other" };\n';
  const stripped = withoutEntityDocs(code);
  expect(stripped).not.toMatch(/of, all|Query|"x"/);
  const made = new Function("entity", `${stripped.replace("export ", "")} return [a, b, c, d];`);
  expect(made((one: object) => one)).toEqual([{ name: "A", pk: "A#{id}" }, 1, {}, { about: "other" }]);
});

it("withoutSchemaDocs() removes descriptions of schemas, but no calls that read them", () => {
  const code =
    'const a = z.object({ b: z.string().meta({ description: "of .meta({" }).min(1) }).meta({ id: "A" }), c = a.meta();';
  expect(withoutSchemaDocs(code)).toBe("const a = z.object({ b: z.string().min(1) }), c = a.meta();");
});

it("markPure() marks the values of constants only", () => {
  const code =
    "const a = f({ b: [1] }), c = a.d;\nexport const e = g(a);\nlet h = f(1);\nexport function i() { const j = f(2); }\n";
  expect(markPure(code)).toBe(
    "const a = /* @__PURE__ */ (() => (f({ b: [1] })))(), c = /* @__PURE__ */ (() => (a.d))();\n" +
      "export const e = /* @__PURE__ */ (() => (g(a)))();\nlet h = f(1);\nexport function i() { const j = f(2); }\n",
  );
});
