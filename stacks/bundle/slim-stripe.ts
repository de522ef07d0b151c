import { readFile } from "node:fs/promises";
import { parse } from "acorn";
import type { Plugin } from "esbuild";

/**
 * Stripe's client makes an object for each of its 150 kinds of resource when it is built, so a bundle carries
 * them all: 180 KB, for the ten that we call. The others are replaced by empty classes.
 */

/**
 * The resources that `core` calls, as files of `stripe/esm/resources/`. A call of another one fails in the
 * bundle: add it here.
 */
const CALLED = new Set([
  "AccountLinks",
  "Accounts",
  "Checkout/Sessions",
  "Checkout/index",
  "Customers",
  "PaymentIntents",
  "PaymentMethods",
  "Refunds",
  "SetupIntents",
  "Subscriptions",
]);

export const slimStripe: Plugin = {
  name: "slim-stripe",
  setup(build) {
    build.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]resources[\\/].+\.js$/ }, async ({ path }) => {
      const name = path.split(/[\\/]stripe[\\/]esm[\\/]resources[\\/]/)[1]?.replaceAll("\\", "/");
      if (name === undefined || CALLED.has(name.replace(/\.js$/, ""))) return undefined;
      return { contents: emptied(await readFile(path, "utf8")), loader: "js" };
    });
  },
};

/** A module with the same exports, each an empty class. */
export function emptied(code: string): string {
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const names = body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const { declaration, specifiers } = node;
    if (declaration?.type === "ClassDeclaration" || declaration?.type === "FunctionDeclaration")
      return [declaration.id.name];
    if (declaration?.type === "VariableDeclaration")
      return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
    return specifiers.flatMap(({ exported }) => (exported.type === "Identifier" ? [exported.name] : []));
  });
  return names.map((name) => `export const ${name} = class {};`).join("\n");
}
