import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Message, type Metafile } from "esbuild";
import { baked } from "./bundle/baked.ts";
import { EXTENSION, lazies, lazyNames, place } from "./bundle/lazy-modules.ts";
import { keepMap } from "./bundle/maps.ts";
import { pureValues } from "./bundle/pure.ts";
import type { Unit } from "./units.ts";

/*
 * The budget of what is loaded at the start: p95 520 KB, and import+init p95 1.0x of a handler that only builds a DynamoDB
 * client, bundled by esbuild alone. Nothing here patches a dependency: plugins rewrite our own sources, aliases replace an
 * entry of a package. Each is worth at least 5 ms or 20 KB. Means over 40 functions of 51 ms and 430 KB, measured by leaving
 * one out:
 *
 *   pure and lazy schemas  22 ms, 49 KB; of which lazy schemas 10 to 12 ms
 *   CommonJS               21 ms
 *   lambda-credentials     14 ms, 140 KB
 *   no event streams       7 ms, 20 KB
 *   no-elicitation         9 ms, 155 KB, of the MCP server alone
 *   lazy modules           230 KB of p95; of a function with Stripe 310 KB, of the one that makes PDF 820 KB
 *   baked                  documents and pages that are made as they are bundled: the few functions that serve them
 */

/** Where lazy bundles are made. */
const LAZY = "_lazy";

/**
 * Bundles every Lambda in one esbuild call: `<outdir>/<id>/index.cjs`. One call for all takes seconds
 * where a call per function takes a minute, because the shared sources are read and parsed once. A second call
 * bundles what functions load when they need it.
 */
export async function bundle(outdir: string, options: BundleOptions): Promise<BundleReport> {
  const { root = process.cwd(), units, maps } = options;
  requireFiles(units, root);
  await rm(outdir, { recursive: true, force: true });
  const late = lazies(root);
  const common = {
    ...COMMON,
    absWorkingDir: root,
    outdir,
    sourcemap: maps !== undefined && "external",
  } as const;
  const made = await build({
    ...common,
    plugins: [late.plugin, ...PLUGINS],
    // The AWS SDK imports it for operations that stream events, which no function calls. S3's client always needs it, and is lazy.
    external: ["@smithy/core/event-streams"],
    entryPoints: units.map(({ id, file }) => ({ in: join(root, file), out: `${id}/index` })),
  });
  const lazy = await build({
    ...common,
    plugins: PLUGINS,
    entryPoints: [...late.files].map(([name, file]) => ({ in: file, out: `${LAZY}/${name}` })),
  });
  refuseWarnings([...made.warnings, ...lazy.warnings]);
  const fileOf = (id: string, name = "index") => resolve(root, outdir, id, name + EXTENSION);
  if (maps !== undefined) {
    await Promise.all(units.map(({ id }) => keepMap(fileOf(id), id, maps)));
    await Promise.all([...late.files.keys()].map((name) => keepMap(fileOf(LAZY, name), name, maps)));
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
  await Promise.all(
    functions.map(({ id, names }) => place(names, resolve(root, outdir, LAZY), resolve(root, outdir, id))),
  );
  return { functions, metafile: made.metafile, lazy: lazy.metafile };
}

/** @throws Error where esbuild warns of something, such as a name that nothing exports: it would be undefined */
function refuseWarnings(warnings: readonly Message[]): void {
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
  // An ES module that imports a Node module reads each of its exports, also those that Node creates when they are first read,
  // such as the clients of fetch and WebSockets. `require` reads none.
  format: "cjs" as const,
  supported: { "dynamic-import": false },
  // One letter that Latin-1 lacks makes two bytes of each, and a start by a twentieth longer.
  charset: "ascii",
  platform: "node" as const,
  target: "node24",
  mainFields: ["module", "main"],
  // Paths are from the working directory: SST bundles this file into a folder of its own, where
  // import.meta.url misleads.
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
  /** Where the units' files are; the working directory by default. */
  readonly root?: string;
  /**
   * The folder that gets the source maps, beside those of other releases: with them stack traces can be read.
   * Left out: none are made.
   */
  readonly maps?: string;
}

export interface BundleReport {
  readonly functions: readonly BundledFunction[];
  readonly metafile: Metafile;
  /** Of what functions load when they need it. */
  readonly lazy: Metafile;
}

export interface BundledFunction {
  readonly id: string;
  /** Minified size of what is loaded at the start. */
  readonly bytes: number;
  /** Of what is loaded by the first request that needs it, at most. */
  readonly laterBytes: number;
  /**
   * Bytes of the bundle by where they come from: a package's name, `baked` for text that was made as it was
   * bundled, or `svc` for our own code. Largest first.
   */
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

/** The package that a source file belongs to: the innermost `node_modules/<name>` of its path. */
function packageOf(path: string): string {
  if (path.endsWith(".baked.ts")) return "baked";
  const inside = relative(".", path).split("node_modules/").at(-1);
  if (inside === undefined || !path.includes("node_modules/")) return "svc";
  const [scope = "", name = ""] = inside.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/**
 * Bundles the nightly audit into a folder: one file that runs with Node alone. Apart from the functions' bundle, which
 * knows the credentials of a Lambda only.
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
