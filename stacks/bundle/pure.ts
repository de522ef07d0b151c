import { readFile } from "node:fs/promises";
import { parse, type VariableDeclarator } from "acorn";
import { type Plugin, transform } from "esbuild";

/**
 * Tells esbuild that the values of the contract and of core's schemas have no effect but themselves, so that
 * a function carries its own route and not its family's: schemas are built when a module loads, and are most
 * of a cold start.
 *
 * `const x = z.object({…})` becomes `const x = /* @__PURE__ *\/ (() => z.object({…}))()`, which is dropped
 * where nothing reads `x`. True of these files by the rules of their rooms: pure data and zod (DESIGN section
 * 2). What entities say for the page of access patterns alone is left out: a function reads no page.
 */
export const pureValues: Plugin = {
  name: "pure-values",
  setup(build) {
    build.onLoad(
      { filter: /\/(contract\/.+|core\/.+\/(schema|errors|entity|events))\.ts$/ },
      async ({ path }) => {
        const { code } = await transform(await readFile(path, "utf8"), {
          loader: "ts",
          target: "node24",
          sourcefile: path,
          sourcemap: false,
        });
        return { contents: markPure(path.endsWith("/entity.ts") ? wordless(code) : code), loader: "js" };
      },
    );
  },
};

/** What of an entity is for `docs/TABLE.md` alone. */
const WORDS = ["about", "answers", "expires"];

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

/** Wraps the initial value of each top-level constant that a call makes. */
export function markPure(code: string): string {
  const values = constantsOf(code).flatMap(({ init }) =>
    init && init.type !== "ArrowFunctionExpression" && init.type !== "Literal" ? [init] : [],
  );
  return fromTheEnd(values).reduce(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}
