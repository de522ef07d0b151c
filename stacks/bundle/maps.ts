import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

/**
 * Source maps are kept by whoever deploys and are not deployed: at run time they cost a fifth of a cold start,
 * and every error that is made. A bundle tells V8 a name of its own instead, which stands in its stack traces:
 * the unit and a hash of its code. The map is found by that name, whichever release it was
 * (`stacks/symbolicate.ts`).
 */

/** How a bundle calls itself: `svc/defi.wallets.list.1f0c9a2b.cjs`. */
export const NAMED = /\bsvc\/([\w.-]+\.[0-9a-f]{8}\.cjs):(\d+):(\d+)/g;

/**
 * Names a bundle and takes its map out of its folder.
 * @param file the bundle, whose map is beside it
 * @param id what it is of
 * @param maps the folder that keeps the maps of all releases
 */
export async function keepMap(file: string, id: string, maps: string): Promise<void> {
  const hash = createHash("sha256")
    .update(await readFile(file))
    .digest("hex")
    .slice(0, 8);
  const name = `${id}.${hash}.cjs`;
  await mkdir(maps, { recursive: true });
  await rename(`${file}.map`, join(maps, `${name}.map`));
  await appendFile(file, `//# sourceURL=svc/${name}\n`);
}
