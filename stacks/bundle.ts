import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Message, type Metafile } from "esbuild";
import { baked } from "./bundle/baked.ts";
import { copyLazyBundles, EXTENSION, lazyModules, lazyNames } from "./bundle/lazy-modules.ts";
import { moveMap } from "./bundle/maps.ts";
import { copyNative, LAMBDA_CPU, NATIVE, nativeImports } from "./bundle/native.ts";
import { pureValues } from "./bundle/pure.ts";
import type { Unit } from "./units.ts";

/*
 * The budget for the code loaded at start: p95 520 KB, and import+init p95 1.0x of a handler that only builds a DynamoDB
 * client, bundled by esbuild alone. Nothing here patches a dependency: plugins rewrite our own sources, aliases replace an
 * entry of a package. Each optimization saves at least 5 ms or 20 KB. Means over 40 functions of 51 ms and 430 KB, measured by
 * leaving one out:
 *
 *   pure and lazy schemas  22 ms, 49 KB; of which lazy schemas 10 to 12 ms
 *   CommonJS               21 ms
 *   lambda-credentials     14 ms, 140 KB
 *   no event streams       7 ms, 20 KB
 *   no-elicitation         9 ms, 155 KB, of the MCP server alone
 *   lazy modules           230 KB of p95; of a function with Stripe 310 KB, of the one that makes PDF 820 KB
 *   baked                  documents and pages that are generated at build time; only the few functions that serve them
 */

/** The folder of the lazy bundles. */
const LAZY = "_lazy";

/**
 * Bundles every Lambda in one esbuild call: `<outdir>/<id>/index.cjs`. One call takes seconds, because it parses the shared
 * sources once; a call per function takes a minute. A second call bundles the lazy modules.
 */
export async function bundle(outdir: string, options: BundleOptions): Promise<BundleReport> {
  const { root = process.cwd(), cpu = LAMBDA_CPU, units, maps } = options;
  requireFiles(units, root);
  await rm(outdir, { recursive: true, force: true });
  const late = lazyModules(root);
  const common = {
    ...COMMON,
    absWorkingDir: root,
    outdir,
    sourcemap: maps !== undefined && "external",
  } as const;
  const made = await build({
    ...common,
    plugins: [late.plugin, ...PLUGINS],
    // The AWS SDK imports it for operations with event streams, which no function calls. S3's client needs it, and is lazy.
    external: ["@smithy/core/event-streams"],
    entryPoints: units.map(({ id, file }) => ({ in: join(root, file), out: `${id}/index` })),
  });
  const lazy = await build({
    ...common,
    plugins: PLUGINS,
    external: [...NATIVE],
    entryPoints: [...late.files].map(([name, file]) => ({ in: file, out: `${LAZY}/${name}` })),
  });
  throwOnWarnings([...made.warnings, ...lazy.warnings]);
  const fileOf = (id: string, name = "index") => resolve(root, outdir, id, name + EXTENSION);
  if (maps !== undefined) {
    await Promise.all(units.map(({ id }) => moveMap(fileOf(id), id, maps)));
    await Promise.all([...late.files.keys()].map((name) => moveMap(fileOf(LAZY, name), name, maps)));
  }
  const outputs = new Map(
    [...Object.entries(made.metafile.outputs), ...Object.entries(lazy.metafile.outputs)].map(
      ([path, output]) => [resolve(root, path), output],
    ),
  );
  await Promise.all(units.map((unit) => requireHandler(unit, fileOf(unit.id))));
  const functions = units.map((unit) => {
    const output = outputs.get(fileOf(unit.id)) as Metafile["outputs"][string];
    const names = lazyNames(output);
    const laterBytes = names.reduce((sum, name) => sum + (outputs.get(fileOf(LAZY, name))?.bytes ?? 0), 0);
    return { id: unit.id, bytes: output.bytes, laterBytes, inputs: byPackage(output), names };
  });
  for (const { id, names } of functions) {
    const folder = resolve(root, outdir, id);
    await copyLazyBundles(names, resolve(root, outdir, LAZY), folder);
    const imported = names.flatMap((name) =>
      nativeImports(outputs.get(fileOf(LAZY, name)) ?? { imports: [] }),
    );
    await copyNative(imported, { root, cpu, folder });
  }
  return { functions, metafile: made.metafile, lazy: lazy.metafile };
}

/** @throws Error on a warning of esbuild, such as an import of a name that no module exports: it would be undefined */
function throwOnWarnings(warnings: readonly Message[]): void {
  const [first] = warnings;
  if (!first) return;
  const { file = "", line = 0 } = first.location ?? {};
  throw new Error(`${first.text} (${file}:${line}), and ${warnings.length - 1} warnings more`);
}

const PLUGINS = [baked, pureValues];

const COMMON = {
  outExtension: { ".js": EXTENSION },
  bundle: true,
  minify: true,
  // An ES module that imports a Node module reads each of its exports, including those that Node creates on first read, such
  // as the clients of fetch and WebSockets. `require` reads none.
  format: "cjs" as const,
  supported: { "dynamic-import": false },
  // One character outside Latin-1 makes V8 store the text with two bytes each, and a start 5 % slower.
  charset: "ascii",
  platform: "node" as const,
  target: "node24",
  mainFields: ["module", "main"],
  // Paths start at the working directory: SST bundles this file into a folder of its own, where import.meta.url is wrong.
  alias: {
    "@aws-sdk/credential-provider-node": resolve("stacks/bundle/lambda-credentials.ts"),
    "@modelcontextprotocol/server/_shims": resolve("stacks/bundle/no-elicitation.ts"),
  },
  sourcesContent: false,
  legalComments: "none" as const,
  metafile: true as const,
  logLevel: "silent" as const,
} satisfies BuildOptions;

export interface BundleOptions {
  readonly units: readonly Pick<Unit, "id" | "file" | "title">[];
  /** The folder of the units' files. Defaults to the working directory. */
  readonly root?: string;
  /** The processor that native packages are for. Defaults to that of the functions in AWS. */
  readonly cpu?: string;
  /** The folder for the source maps of all releases. If omitted, no maps are made. */
  readonly maps?: string;
}

export interface BundleReport {
  readonly functions: readonly BundledFunction[];
  readonly metafile: Metafile;
  /** The metafile of the lazy bundles. */
  readonly lazy: Metafile;
}

export interface BundledFunction {
  readonly id: string;
  /** Minified size of the code loaded at start. */
  readonly bytes: number;
  /** Size of all lazy bundles together. */
  readonly laterBytes: number;
  /** Bytes by origin: a package's name, `baked` for text generated at build time, or `svc` for our own code. Largest first. */
  readonly inputs: Readonly<Record<string, number>>;
}

/** @throws Error that names every unit whose file is missing */
function requireFiles(units: BundleOptions["units"], root: string): void {
  const missing = units.filter(({ file }) => !existsSync(join(root, file)));
  if (missing.length === 0) return;
  const lines = missing.map(({ title, file }) => `${title} has no handler: ${file} does not exist`);
  throw new Error(lines.join("\n"));
}

/** @throws Error if a bundle exports no handler. Its last line names its exports, for Node's analysis of CommonJS. */
async function requireHandler({ title, file }: Pick<Unit, "file" | "title">, bundled: string): Promise<void> {
  const end = (await readFile(bundled, "utf8")).slice(-1000);
  if (!/0&&\(module\.exports=\{[^}]*\bhandler\b/.test(end))
    throw new Error(`${title}: ${file} exports no handler`);
}

function byPackage(output: Metafile["outputs"][string]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const name = packageOf(path);
    sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  return Object.fromEntries([...sums].sort(([, a], [, b]) => b - a));
}

/** Returns the package of a source file: the innermost `node_modules/<name>` of its path. */
function packageOf(path: string): string {
  if (path.endsWith(".baked.ts")) return "baked";
  const inside = relative(".", path).split("node_modules/").at(-1);
  if (inside === undefined || !path.includes("node_modules/")) return "svc";
  const [scope = "", name = ""] = inside.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/**
 * Bundles the nightly audit into one file that runs on Node alone. It does not use the functions' bundle, which supports only
 * a Lambda's credentials.
 * @returns the folder
 */
export async function bundleAudit(outdir: string): Promise<string> {
  await build({
    entryPoints: { index: resolve("local/operator/nightly-audit.ts") },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    charset: "utf8",
    platform: "node",
    target: "node24",
    // Packages that are still CommonJS call require() for Node's own modules; an ES module has none.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    legalComments: "none",
    logLevel: "silent",
  });
  return outdir;
}
