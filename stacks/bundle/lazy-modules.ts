import { copyFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Metafile, Plugin } from "esbuild";

/** The extension of bundles, which are CommonJS. */
export const EXTENSION = ".cjs";

/**
 * What a request may need or not is loaded by the first that does, by `await import()` of a `*.lazy.ts`. Such a
 * module names what it takes from a package, and is bundled by itself, once; a function that imports it so
 * has the file beside its own. Reading code costs by its length, 0.04 ms a KB, whether it
 * runs or not. A lazy module imports packages alone: of ours there would be two.
 */
export interface Lazies {
  readonly plugin: Plugin;
  /** The modules that were met: the names of their bundles, and their files. */
  readonly files: ReadonlyMap<string, string>;
}

export function lazies(root: string): Lazies {
  const files = new Map<string, string>();
  const plugin: Plugin = {
    name: "lazy",
    setup(build) {
      build.onResolve({ filter: /\.lazy\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind === "entry-point") return undefined;
        const file = resolve(resolveDir, path);
        if (kind !== "dynamic-import") return { errors: [{ text: `${path} is imported by import() alone` }] };
        const name = relative(root, file)
          .replaceAll(/[\\/]/g, "-")
          .replace(/\.lazy\.ts$/, "");
        files.set(name, file);
        return { path: `./${name}${EXTENSION}`, external: true };
      });
    },
  };
  return { plugin, files };
}

/** The names of the lazy bundles that a bundle loads. */
export const lazyNames = ({ imports }: Metafile["outputs"][string]): string[] => [
  ...new Set(
    imports.flatMap(({ path, kind, external }) =>
      external && kind === "require-call" && path.startsWith("./") ? [path.slice(2, -EXTENSION.length)] : [],
    ),
  ),
];

/** Puts lazy bundles beside the function's own. @param from the folder that has them */
export async function place(names: readonly string[], from: string, folder: string): Promise<void> {
  await Promise.all(
    names.map((name) => copyFile(join(from, name + EXTENSION), join(folder, name + EXTENSION))),
  );
}
