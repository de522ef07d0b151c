import { resolve } from "node:path";
import { build } from "esbuild";

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
