import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Message, type Metafile } from "esbuild";
import { baked } from "./bundle/baked.ts";
import { builtins } from "./bundle/builtins.ts";
import { lazies, lazyNames, place } from "./bundle/lazy-modules.ts";
import { keepMap } from "./bundle/maps.ts";
import { packageNames } from "./bundle/package-names.ts";
import { pureValues } from "./bundle/pure.ts";
import { regionalEndpoints } from "./bundle/regional-endpoints.ts";
import { slimAws } from "./bundle/slim-aws.ts";
import { slimStripe } from "./bundle/slim-stripe.ts";
import { slimZod } from "./bundle/slim-zod.ts";
import type { Unit } from "./units.ts";

/*
 * Bundles are over the budget (p95 400 KB, import+init 1.3x of a handler that builds a DynamoDB client), so
 * every rewriting that brings p95 nearer to it stays, and no other. What each takes away, measured by leaving
 * it out, of a money write's 54 ms of processor time and 455 KB. (A handler that only builds a DynamoDB client takes
 * 26 ms bundled so, and 65 ms bundled by esbuild alone.)
 *
 *   pure                   20 ms, 53 KB; of the MCP server 27 ms
 *   builtins               21 ms
 *   lambda-credentials     14 ms, 152 KB
 *   lazy schemas (by pure) 9 ms; 3 KB more
 *   no-event-streams       4 ms, 19 KB
 *   regional-endpoints     18 KB
 *   slim-zod               17 KB
 *   no-endpoint-discovery  9 KB
 *   slim-aws               8 KB
 *   package-names          4 KB
 *   slim-stripe            115 KB of what is loaded with the first call of Stripe
 *   no-elicitation         12 ms of the MCP server, 154 KB
 *   lazy modules           p95 80 KB; of a function with Stripe 110 KB, of the one that makes PDF 570 KB
 *   baked                  documents and pages that are made as they are bundled: the few functions that serve them
 *
 * Half of what is left is reading and compiling the code (0.04 ms a KB), a third DynamoDB's client. V8's compile cache would
 * take 15 ms of a money write's start, but only where the very Node that runs it has made it: Lambda's own.
 */

/** Where lazy bundles are made. */
const LAZY = "_lazy";

/**
 * Bundles every Lambda in one esbuild call: `<outdir>/<id>/index.mjs`. One call for all takes seconds
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
    entryPoints: units.map(({ id, file }) => ({ in: join(root, file), out: `${id}/index` })),
  });
  const lazy = await build({
    ...common,
    plugins: PLUGINS,
    entryPoints: [...late.files].map(([name, file]) => ({ in: file, out: `${LAZY}/${name}` })),
  });
  refuseWarnings([...made.warnings, ...lazy.warnings]);
  const fileOf = (id: string, name = "index") => resolve(root, outdir, id, `${name}.mjs`);
  if (maps !== undefined) {
    await Promise.all(units.map(({ id }) => keepMap(fileOf(id), id, maps)));
    await Promise.all([...late.files.keys()].map((name) => keepMap(fileOf(LAZY, name), name, maps)));
  }
  const outputs = new Map(
    [...Object.entries(made.metafile.outputs), ...Object.entries(lazy.metafile.outputs)].map(
      ([path, output]) => [resolve(root, path), output],
    ),
  );
  const functions = units.map((unit) => {
    const output = outputs.get(fileOf(unit.id));
    if (!output?.exports.includes("handler"))
      throw new Error(`${unit.title}: ${unit.file} exports no handler`);
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

const PLUGINS = [baked, pureValues, builtins, slimStripe, slimZod, slimAws, regionalEndpoints, packageNames];

const COMMON = {
  outExtension: { ".js": ".mjs" },
  bundle: true,
  minify: true,
  format: "esm" as const,
  // One letter that Latin-1 lacks makes two bytes of each, and a start by a twentieth longer.
  charset: "ascii",
  platform: "node" as const,
  target: "node24",
  mainFields: ["module", "main"],
  // Paths are from the working directory: SST bundles this file into a folder of its own, where
  // import.meta.url misleads.
  alias: {
    "@aws-sdk/credential-provider-node": resolve("stacks/bundle/lambda-credentials.ts"),
    "@aws-sdk/middleware-endpoint-discovery": resolve("stacks/bundle/no-endpoint-discovery.ts"),
    "@modelcontextprotocol/server/_shims": resolve("stacks/bundle/no-elicitation.ts"),
    "@smithy/core/event-streams": resolve("stacks/bundle/no-event-streams.ts"),
  },
  // Packages that are still CommonJS call require() for Node's own modules; an ES module has none.
  banner: { js: 'const require=process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
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
