import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Every schema of zod knows how to describe itself as JSON Schema, so a bundle carries all of that: 15 KB, for
 * the MCP server alone. That one calls `z.toJSONSchema`, which knows each kind of schema itself (as for
 * zod/mini), and is carried by who imports it; the schemas' own methods are taken away.
 */
export const slimZod: Plugin = {
  name: "slim-zod",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ }, async ({ path }) => ({
      contents: withoutJsonSchema(await readFile(path, "utf8")),
      loader: "js",
    }));
  },
};

const OWN =
  /inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);/g;
const MAKERS = /import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from "[^"]+";/;
const REFUSE = `
const refuse = () => () => { throw new Error("call z.toJSONSchema(schema): see stacks/bundle/slim-zod.ts"); };
const createStandardJSONSchemaMethod = refuse, createToJSONSchemaMethod = refuse;
`;

/** @throws Error where zod has become another than this knows */
function withoutJsonSchema(code: string): string {
  const slim = code.replace(OWN, "").replace(MAKERS, REFUSE);
  if (slim.includes("processJSONSchema") || !slim.includes(REFUSE))
    throw new Error("zod's schemas make JSON Schema in another way: see stacks/bundle/slim-zod.ts");
  return slim;
}
