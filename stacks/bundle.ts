import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { baked } from "./bundle/baked.ts";
import { lateHttp } from "./bundle/late-http.ts";
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
 * it out (import+init is the least processor time of 25 imports; 1.6x for a light function, 2.4x for one with
 * Stripe):
 *
 *   lambda-credentials     p95 132 KB, import+init 0.3x to 0.9x
 *   slim-stripe            p95 115 KB; import+init the same
 *   no-event-streams       p95 19 KB, import+init 0.1x to 0.3x
 *   pure                   p95 24 KB, import+init 0.1x to 0.3x
 *   slim-zod               p95 15 KB
 *   regional-endpoints     p95 18 KB
 *   no-endpoint-discovery  p95 9 KB
 *   slim-aws               p95 8 KB
 *   package-names          p95 5 KB
 *   baked                  documents and pages that are made as they are bundled: the few functions that serve them
 *   late-http              no bytes, import+init 0.4x to 0.6x (Stripe loads `node:http` all the same)
 */

/**
 * Bundles every Lambda in one esbuild call: `<outdir>/<id>/index.mjs`. One call for all takes about a second
 * where a call per function takes a minute, because the shared sources are read and parsed once.
 */
export async function bundle(outdir: string, options: BundleOptions): Promise<BundleReport> {
  const root = options.root ?? process.cwd();
  requireFiles(options.units, root);
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: options.units.map(({ id, file }) => ({ in: join(root, file), out: `${id}/index` })),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    format: "esm",
    // Accents as they are: written as escapes, French takes half as much again.
    charset: "utf8",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    // Paths are from the working directory: SST bundles this file into a folder of its own, where
    // import.meta.url misleads.
    plugins: [baked, pureValues, lateHttp, slimStripe, slimZod, slimAws, regionalEndpoints, packageNames],
    alias: {
      "@aws-sdk/credential-provider-node": resolve("stacks/bundle/lambda-credentials.ts"),
      "@aws-sdk/middleware-endpoint-discovery": resolve("stacks/bundle/no-endpoint-discovery.ts"),
      "@smithy/core/event-streams": resolve("stacks/bundle/no-event-streams.ts"),
    },
    // Packages that are still CommonJS call require() for Node's own modules; an ES module has none.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    sourcemap: (options.sourceMaps ?? true) && "linked",
    sourcesContent: false,
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
  });
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [resolve(root, path), output]),
  );
  return {
    functions: options.units.map((unit) => {
      const output = outputs.get(resolve(root, outdir, unit.id, "index.mjs"));
      if (!output?.exports.includes("handler"))
        throw new Error(`${unit.title}: ${unit.file} exports no handler`);
      return { id: unit.id, bytes: output.bytes, inputs: byPackage(output) };
    }),
    metafile,
  };
}

export interface BundleOptions {
  readonly units: readonly Pick<Unit, "id" | "file" | "title">[];
  /** Where the units' files are; the working directory by default. */
  readonly root?: string;
  /** Whether stack traces can be read, for half of the time again; yes by default. */
  readonly sourceMaps?: boolean;
}

export interface BundleReport {
  readonly functions: readonly BundledFunction[];
  readonly metafile: Metafile;
}

export interface BundledFunction {
  readonly id: string;
  /** Minified size, without its source map. */
  readonly bytes: number;
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
