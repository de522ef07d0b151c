import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Handler } from "@svc/local-aws/lambda/invoke";
import { afterAll, beforeAll } from "vitest";
import { bundle } from "../../stacks/bundle.ts";
import { allUnits } from "../../stacks/svc.ts";

/**
 * The functions as they are deployed: out of their packages, each with all that it needs and nothing that another has.
 * So no fake of a module reaches them, nor does the clock when it is moved.
 */

type Load = (file: string) => Promise<Handler>;

/** @param folder where `npm run bundle` has left them */
export function deployed(folder: string): Load {
  const ids = new Map(allUnits().map(({ file, id }) => [file, id]));
  // By Node itself, as in Lambda: an import here would be vitest's, which makes its own of what it loads.
  const require = createRequire(import.meta.url);
  return async (file) => {
    const id = ids.get(file);
    if (id === undefined) throw new TypeError(`${file} is no function's`);
    const { handler }: { handler?: Handler } = require(resolve(folder, id, "index.cjs"));
    if (!handler) throw new TypeError(`the package of ${id} exports no handler`);
    return handler;
  };
}

/** All of them, bundled for the tests of a file. Call it at the top of the file. */
export function packaged(): Load {
  const folder = mkdtempSync(join(tmpdir(), "svc-packages-"));
  beforeAll(async () => {
    await bundle(folder, { units: allUnits() });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return deployed(folder);
}
