import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";

/**
 * What is made once for all deployments of a version, such as an OpenAPI document, is made as it is bundled: a
 * function carries the text that a `*.baked.ts` exports, compressed, and not the code and packages that make it.
 */
export const baked: Plugin = {
  name: "baked",
  setup(build) {
    build.onLoad({ filter: /\.baked\.ts$/ }, async ({ path }) => {
      const made = (await import(pathToFileURL(path).href)) as Readonly<Record<string, string>>;
      const lines = Object.entries(made).map(
        ([name, text]) =>
          `export const ${name} = gunzipSync(Buffer.from("${gzipSync(text).toString("base64")}", "base64")).toString();`,
      );
      return { contents: ['import { gunzipSync } from "node:zlib";', ...lines].join("\n"), loader: "js" };
    });
  },
};
