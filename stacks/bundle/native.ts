import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Metafile } from "esbuild";

/**
 * Packages with native code, which cannot be bundled. A function that imports one gets it, with its dependencies, in a `node_modules`
 * folder of its own.
 */
export const NATIVE = ["sharp"] as const;

/** The processor of the functions (`stacks/fn.ts`), which is seldom that of the machine that bundles them. */
export const LAMBDA_CPU = "arm64";

interface Target {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string;
}

/** Returns the native packages that a bundle imports. */
export const nativeImports = ({ imports }: Pick<Metafile["outputs"][string], "imports">): string[] =>
  NATIVE.filter((name) => imports.some(({ path, external }) => external && path === name));

interface LockedPackage {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Copies native packages for Amazon Linux on this processor beside a function's bundle. */
export async function copyNative(
  names: readonly string[],
  { root, cpu, folder }: { readonly root: string; readonly cpu: string; readonly folder: string },
): Promise<void> {
  if (names.length === 0) return;
  const installed = await install(names, root, { os: "linux", cpu, libc: "glibc" });
  await cp(join(installed, "node_modules"), join(folder, "node_modules"), { recursive: true });
}

/**
 * Installs the packages that the project's lock file names, for the target, into a folder of their own. npm verifies their
 * checksums. The folder's name has the checksum of the locked packages, so they are downloaded once for each of their versions.
 * @returns the folder
 */
async function install(names: readonly string[], root: string, target: Target): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Lock;
  const locked = lockedTree(names, packages);
  const dependencies = Object.fromEntries(
    names.map((name) => [name, packages[pathOf(name, "", packages)]?.version]),
  );
  const lock = { lockfileVersion: 3, packages: { "": { dependencies }, ...locked } };
  const hash = createHash("sha256").update(JSON.stringify(lock)).digest("hex").slice(0, 16);
  const folder = join(root, "dist/native", hash);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, "package.json"), JSON.stringify({ private: true, dependencies }));
  await writeFile(join(unfinished, "package-lock.json"), JSON.stringify(lock));
  const platform = Object.entries(target).map(([name, value]) => `--${name}=${value}`);
  const options = ["--ignore-scripts", "--no-bin-links", "--no-audit", "--no-fund", "--prefer-offline"];
  await promisify(execFile)("npm", ["ci", ...platform, ...options], { cwd: unfinished });
  // Another process may have installed them concurrently.
  await rename(unfinished, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
    return rm(unfinished, { recursive: true });
  });
  return folder;
}

/** Returns the lock file's entries of packages and of all their dependencies, of which npm installs those for the target. */
function lockedTree(names: readonly string[], packages: Lock["packages"]): Record<string, LockedPackage> {
  const tree: Record<string, LockedPackage> = {};
  const left = names.map((name) => pathOf(name, "", packages));
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const found = packages[path];
    if (!found || tree[path]) continue;
    tree[path] = found;
    const needed = Object.keys({ ...found.dependencies, ...found.optionalDependencies });
    for (const name of needed) left.push(pathOf(name, path, packages));
  }
  return tree;
}

/**
 * Returns where a package finds another: in its own folder, or in one above it.
 * @throws Error if the lock file does not name the package
 */
function pathOf(name: string, from: string, packages: Lock["packages"]): string {
  const path = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (packages[path]) return path;
  if (from === "") throw new Error(`package-lock.json does not name ${name}: run npm install`);
  return pathOf(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), packages);
}
