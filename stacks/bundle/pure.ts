import { readFile } from "node:fs/promises";
import {
  type CallExpression,
  type Expression,
  type PrivateIdentifier,
  type Property,
  parse,
  type VariableDeclarator,
} from "acorn";
import { type Plugin, transform } from "esbuild";
import { LazySchemas } from "./lazy-schemas.ts";
import { eachNode } from "./modules.ts";

/**
 * Marks the values of the contract and of core's schemas as free of side effects, so that a function's bundle contains its own
 * route and not its family's. Building schemas is most of a cold start.
 *
 * `const x = z.object({…})` becomes `const x = /* @__PURE__ *\/ (() => z.object({…}))()`, which esbuild drops if nothing reads
 * `x`. This is correct because these files contain only data and zod schemas.
 *
 * Documentation is removed: the descriptions of entities (docs/TABLE.md), of routes and schemas (OpenAPI) and of the MCP server's
 * tools, which are all generated at build time. zod builds a schema with a description twice.
 */
export const pureValues: Plugin = {
  name: "pure-values",
  setup(build) {
    const lazySchemas = new LazySchemas();
    build.onLoad({ filter: /\/(contract|core|events|functions)\/[^.]+\.ts$/ }, async ({ path }) => {
      const ours = await lazySchemas.codeOf(path);
      if (!DATA.test(path)) {
        const contents = markTexts(ours ?? (await readFile(path, "utf8")));
        return { contents, loader: ours === undefined ? "ts" : "js" };
      }
      const code = ours ?? (await asJavaScript(path));
      const plain = withoutRouteDocs(
        withoutSchemaDocs(path.endsWith("/entity.ts") ? withoutEntityDocs(code) : code),
      );
      return { contents: path.includes("/functions/mcp/_tools/") ? plain : markPure(plain), loader: "js" };
    });
  },
};

/** Files with data and zod schemas only. */
const DATA = /\/(contract\/.+|core\/.+\/(schema|errors|entity|events)|functions\/mcp\/_tools\/[a-z]+)\.ts$/;

async function asJavaScript(path: string): Promise<string> {
  const options = { loader: "ts", target: "node24", sourcefile: path, sourcemap: false } as const;
  return (await transform(await readFile(path, "utf8"), options)).code;
}

/**
 * Marks the calls that make a text in two languages as free of side effects, so that a function's bundle drops the texts of
 * its imports that it does not use. esbuild ignores `@__NO_SIDE_EFFECTS__` in other files than that of the call.
 */
const markTexts = (code: string): string =>
  code.replaceAll(/(?<![\w.$"'`])text\((?=\s*["`])/g, "/* @__PURE__ */ text(");

/** Properties of an entity that only `docs/TABLE.md` uses. */
const ENTITY_DOCS = ["about", "answers", "expires", "holds"];

/** Removes the documentation of top-level entities. */
export function withoutEntityDocs(code: string): string {
  const words = constantsOf(code).flatMap(({ init }) => {
    if (init?.type !== "CallExpression" || init.callee.type !== "Identifier") return [];
    const [given] = init.arguments;
    if (init.callee.name !== "entity" || given?.type !== "ObjectExpression") return [];
    return given.properties.filter(
      (one) => one.type === "Property" && one.key.type === "Identifier" && ENTITY_DOCS.includes(one.key.name),
    );
  });
  return fromTheEnd(words).reduce(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ""),
    code,
  );
}

/** Removes the documentation of schemas: `z.string().describe("…")` and `z.string().meta({…})` become `z.string()`. */
export function withoutSchemaDocs(code: string): string {
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

/** Removes the documentation of routes and of what they share: texts that are named `summary` or `description`, beside each other. */
export function withoutRouteDocs(code: string): string {
  const words: Property[] = [];
  eachNode(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (node) => {
    if (node.type !== "ObjectExpression") return;
    const properties = node.properties.filter((one) => one.type === "Property");
    const texts = properties.filter(
      ({ key, value }) => isNamed(key, "summary", "description") && isText(value),
    );
    // A description alone may belong to data, such as a job's template.
    if (texts.some(({ key }) => isNamed(key, "summary"))) words.push(...texts);
  });
  return fromTheEnd(words).reduce(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ""),
    code,
  );
}

const isNamed = (key: Property["key"], ...names: readonly string[]): boolean =>
  key.type === "Identifier" && names.includes(key.name);

/** Returns whether an expression is a constant text, possibly in parts. A part may be a named one that routes share. */
const isText = (value: Expression | PrivateIdentifier): boolean =>
  (value.type === "Literal" && typeof value.value === "string") ||
  value.type === "TemplateLiteral" ||
  (value.type === "BinaryExpression" &&
    value.operator === "+" &&
    isText(value.left) &&
    (value.right.type === "Identifier" || isText(value.right)));

/** Returns the top-level constants of a module. */
function constantsOf(code: string): VariableDeclarator[] {
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  return body.flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    return declared?.type === "VariableDeclaration" && declared.kind === "const" ? declared.declarations : [];
  });
}

/** Sorts nodes from the end, so that earlier positions stay valid. */
const fromTheEnd = <T extends { readonly start: number }>(nodes: readonly T[]): T[] =>
  nodes.toSorted((a, b) => b.start - a.start);

const isLazy = (init: Expression): boolean =>
  init.type === "NewExpression" && init.callee.type === "Identifier" && init.callee.name === "Lazy__";

/** Wraps the initial values of top-level constants into pure calls. */
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
