import { copyFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Metafile, Plugin } from "esbuild";

/** The extension of bundles, which are CommonJS. */
export const EXTENSION = ".cjs";

/**
 * Bundles `*.lazy.ts` modules separately. The first request that needs one loads it with `await import()`. Reading code costs
 * 0.04 ms per KB, whether it runs or not. A lazy module re-exports what it uses of packages; each is bundled once and copied
 * beside the functions that import it. It imports packages only: a module of ours would exist twice.
 */
export interface LazyModules {
  readonly plugin: Plugin;
  /** The imported lazy modules, by the name of their bundle. */
  readonly files: ReadonlyMap<string, string>;
}

export function lazyModules(root: string): LazyModules {
  const files = new Map<string, string>();
  const plugin: Plugin = {
    name: "lazy",
    setup(build) {
      build.onResolve({ filter: /\.lazy\.ts$/ }, ({ path, kind, resolveDir }) => {
        if (kind === "entry-point") return undefined;
        const file = resolve(resolveDir, path);
        if (kind !== "dynamic-import")
          return { errors: [{ text: `${path} must be imported with import()` }] };
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

/** Returns the names of the lazy bundles that a bundle loads. */
export const lazyNames = ({ imports }: Metafile["outputs"][string]): string[] => [
  ...new Set(
    imports.flatMap(({ path, kind, external }) =>
      external && kind === "require-call" && path.startsWith("./") ? [path.slice(2, -EXTENSION.length)] : [],
    ),
  ),
];

/** Copies lazy bundles beside a function's own. */
export async function copyLazyBundles(names: readonly string[], from: string, folder: string): Promise<void> {
  await Promise.all(
    names.map((name) => copyFile(join(from, name + EXTENSION), join(folder, name + EXTENSION))),
  );
}
