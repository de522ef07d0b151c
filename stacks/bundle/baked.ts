import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";

/**
 * What is made once for all deployments of a version, such as an OpenAPI document, is made as it is bundled: a
 * function carries the text that a `*.baked.ts` exports, and not the code and packages that make it. Long text
 * is compressed; for a short one the library that expands it would cost a start more than the text does.
 */
export const baked: Plugin = {
  name: "baked",
  setup(build) {
    build.onLoad({ filter: /\.baked\.ts$/ }, async ({ path }) => {
      const made = (await import(pathToFileURL(path).href)) as Readonly<Record<string, string>>;
      const isLong = Object.values(made).some((text) => text.length > LONG);
      const value = isLong ? compressed : (text: string) => JSON.stringify(text);
      const lines = Object.entries(made).map(([name, text]) => `export const ${name} = ${value(text)};`);
      if (isLong) lines.unshift('import { gunzipSync } from "node:zlib";');
      return { contents: lines.join("\n"), loader: "js" };
    });
  },
};

/** Characters. */
const LONG = 128 * 1024;

const compressed = (text: string): string =>
  `gunzipSync(Buffer.from("${gzipSync(text).toString("base64")}", "base64")).toString()`;
