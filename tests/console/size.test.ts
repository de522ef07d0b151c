import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { buildConsole } from "@svc/console/build";
import { beforeAll, describe, expect, it } from "vitest";

/** The sizes of the built console, in bytes after gzip: CONSOLE.md, Stack. */

const MAX_SHELL = 130_000;
const MAX_SCREEN = 60_000;

interface Entry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}
type Manifest = Readonly<Record<string, Entry>>;

const OUT = "dist/console-size";

/** Returns the files that the browser needs for a module, with those that they import. */
function filesOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const entry = manifest[name];
  if (!entry || found.has(entry.file)) return found;
  found.add(entry.file);
  for (const one of entry.imports ?? []) filesOf(manifest, one, found);
  return found;
}

describe("the built console", () => {
  let manifest: Manifest;
  const sizeOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(OUT, file))).length, 0);

  beforeAll(async () => {
    await buildConsole(resolve(OUT));
    manifest = JSON.parse(readFileSync(join(OUT, ".vite/manifest.json"), "utf8")) as Manifest;
  }, 120_000);

  it(`has a shell of at most ${MAX_SHELL / 1000} kB`, () => {
    expect(sizeOf(filesOf(manifest, "index.html"))).toBeLessThanOrEqual(MAX_SHELL);
  });

  it(`adds at most ${MAX_SCREEN / 1000} kB for each screen`, () => {
    const shell = filesOf(manifest, "index.html");
    const screens = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry);
    const sizes = screens.map(([name]) => [name, sizeOf(filesOf(manifest, name).difference(shell))] as const);
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(([, size]) => size > MAX_SCREEN)).toEqual([]);
  });
});
