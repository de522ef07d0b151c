import { readFile } from "node:fs/promises";
import { parse } from "acorn";
import { type Plugin, transform } from "esbuild";

/**
 * Tells esbuild that the values of the contract and of core's schemas have no effect but themselves, so that
 * a function carries its own route and not its family's: schemas are built when a module loads, and are most
 * of a cold start.
 *
 * `const x = z.object({…})` becomes `const x = /* @__PURE__ *\/ (() => z.object({…}))()`, which is dropped
 * where nothing reads `x`. True of these files by the rules of their rooms: pure data and zod (DESIGN section
 * 2).
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
        return { contents: markPure(code), loader: "js" };
      },
    );
  },
};

/** Wraps the initial value of each top-level constant that a call makes. */
export function markPure(code: string): string {
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const declarations = body.flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    return declared?.type === "VariableDeclaration" && declared.kind === "const" ? declared.declarations : [];
  });
  const values = declarations.flatMap(({ init }) =>
    init && init.type !== "ArrowFunctionExpression" && init.type !== "Literal" ? [init] : [],
  );
  // From the end, so that positions before stay true.
  return values
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end }) =>
        `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
      code,
    );
}
