import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import { afterAll, beforeAll } from "vitest";
import { bundle } from "../../stacks/bundle.ts";
import { allUnits } from "../../stacks/svc.ts";

/**
 * Runs the functions as they are deployed, from their bundles. Each bundle has its own modules, so mocked
 * modules and a moved clock do not affect it.
 */

type Load = (file: string) => Promise<Handler>;

/** @param folder the output of `npm run bundle` */
export function deployed(folder: string): Load {
  const ids = new Map(allUnits().map(({ file, id }) => [file, id]));
  // Node's `require`, as in Lambda. An `import` would be vitest's, which transforms what it loads.
  const require = createRequire(import.meta.url);
  return async (file) => {
    const id = ids.get(file);
    if (id === undefined) throw new TypeError(`${file} belongs to no function`);
    const { handler }: { handler?: Handler } = require(resolve(folder, id, "index.cjs"));
    if (!handler) throw new TypeError(`the package of ${id} exports no handler`);
    return handler;
  };
}

/** Bundles all functions for the tests of a file. Call it at the top of the file. */
export function bundleAll(): Load {
  const folder = mkdtempSync(join(tmpdir(), "svc-packages-"));
  beforeAll(async () => {
    await bundle(folder, { units: allUnits(), cpu: process.arch });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return deployed(folder);
}
