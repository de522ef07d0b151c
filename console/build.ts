import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");

/** Builds the console into a folder, which is emptied first. Takes a few seconds. */
export async function buildConsole(folder: string): Promise<void> {
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const options = ["--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  // Another NODE_ENV, such as that of tests, would build React's development version.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, [vite, "build", "console", ...options], { cwd: ROOT, env });
}
