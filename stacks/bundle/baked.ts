import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";

/**
 * Runs `*.baked.ts` modules at build time and bundles the text that they export, such as an OpenAPI document, instead of
 * the code and packages that generate it. Long text is compressed. For short text, loading the zlib module would cost more
 * than it saves.
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

/** In characters. */
const LONG = 128 * 1024;

const compressed = (text: string): string =>
  `gunzipSync(Buffer.from("${gzipSync(text).toString("base64")}", "base64")).toString()`;
