import { readFile } from "node:fs/promises";
import { type CallExpression, type Expression, parse, type VariableDeclarator } from "acorn";
import { type Plugin, transform } from "esbuild";
import { LazySchemas } from "./lazy-schemas.ts";
import { eachNode } from "./modules.ts";

/**
 * Tells esbuild that the values of the contract and of core's schemas have no effect but themselves, so that
 * a function carries its own route and not its family's: schemas are built when a module loads, and are most
 * of a cold start.
 *
 * `const x = z.object({…})` becomes `const x = /* @__PURE__ *\/ (() => z.object({…}))()`, which is dropped
 * where nothing reads `x`. True of these files by the rules of their rooms: pure data and zod (DESIGN section
 * 2).
 *
 * What is for people alone is left out: what entities say for the page of access patterns, and schemas for
 * the OpenAPI document and for those who read the MCP server's tools. All three are made beforehand. A schema
 * that is described is built twice.
 */
export const pureValues: Plugin = {
  name: "pure-values",
  setup(build) {
    const lazySchemas = new LazySchemas();
    build.onLoad({ filter: /\/(contract|core|events|functions)\/[^.]+\.ts$/ }, async ({ path }) => {
      const ours = await lazySchemas.codeOf(path);
      if (!DATA.test(path)) return ours === undefined ? undefined : { contents: ours, loader: "js" };
      const code = ours ?? (await asJavaScript(path));
      const plain = undescribed(path.endsWith("/entity.ts") ? wordless(code) : code);
      return { contents: path.includes("/functions/mcp/_tools/") ? plain : markPure(plain), loader: "js" };
    });
  },
};

/** Pure data and zod. */
const DATA = /\/(contract\/.+|core\/.+\/(schema|errors|entity|events)|functions\/mcp\/_tools\/[a-z]+)\.ts$/;

async function asJavaScript(path: string): Promise<string> {
  const options = { loader: "ts", target: "node24", sourcefile: path, sourcemap: false } as const;
  return (await transform(await readFile(path, "utf8"), options)).code;
}

/** What of an entity is for `docs/TABLE.md` alone. */
const WORDS = ["about", "answers", "expires", "holds"];

/** Takes from each top-level entity what is for people alone. */
export function wordless(code: string): string {
  const words = constantsOf(code).flatMap(({ init }) => {
    if (init?.type !== "CallExpression" || init.callee.type !== "Identifier") return [];
    const [given] = init.arguments;
    if (init.callee.name !== "entity" || given?.type !== "ObjectExpression") return [];
    return given.properties.filter(
      (one) => one.type === "Property" && one.key.type === "Identifier" && WORDS.includes(one.key.name),
    );
  });
  return fromTheEnd(words).reduce(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ""),
    code,
  );
}

/** Removes the documentation of schemas: `z.string().describe("…")` and `z.string().meta({…})` become `z.string()`. */
export function undescribed(code: string): string {
  const calls: CallExpression[] = [];
  eachNode(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (node) => {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return;
    const { property } = node.callee;
    if (
      property.type === "Identifier" &&
      /^(meta|describe)$/.test(property.name) &&
      node.arguments.length === 1
    )
      calls.push(node);
  });
  const words = calls.map(({ callee, end }) => ({
    start: callee.type === "MemberExpression" ? callee.object.end : end,
    end,
  }));
  return fromTheEnd(words).reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}

/** The top-level constants of a module. */
function constantsOf(code: string): VariableDeclarator[] {
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  return body.flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    return declared?.type === "VariableDeclaration" && declared.kind === "const" ? declared.declarations : [];
  });
}

/** From the end, so that positions before stay true. */
const fromTheEnd = <T extends { readonly start: number }>(nodes: readonly T[]): T[] =>
  nodes.toSorted((a, b) => b.start - a.start);

const isLazy = (init: Expression): boolean =>
  init.type === "NewExpression" && init.callee.type === "Identifier" && init.callee.name === "Lazy__";

/** Wraps the initial value of each top-level constant that a call makes. */
export function markPure(code: string): string {
  const values = constantsOf(code).flatMap(({ init }) =>
    init && init.type !== "ArrowFunctionExpression" && init.type !== "Literal" && !isLazy(init) ? [init] : [],
  );
  return fromTheEnd(values).reduce(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}
