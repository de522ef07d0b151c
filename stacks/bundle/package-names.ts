import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * A client of the SDK reads its own package.json for the version that it calls itself by, and a bundle carries
 * the whole file. It gets the name and the version.
 */
export const packageNames: Plugin = {
  name: "package-names",
  setup(build) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ name, version }), loader: "json" };
    });
  },
};
