import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { appendFile, mkdir, readFile, rename } from "node:fs/promises";
import { join, normalize } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";

/**
 * Source maps stay with the deployer: deployed, they would cost a fifth of a cold start and time for every error. Each
 * bundle has a `sourceURL` with its unit and a hash of its code, which appears in stack traces and identifies its map
 * (`stacks/symbolicate.ts`).
 */

/** Matches a bundle's name and a position: `svc/defi.wallets.list.1f0c9a2b.cjs:1:2`. */
const BUNDLE_POSITION = /\bsvc\/([\w.-]+\.[0-9a-f]{8}\.cjs):(\d+):(\d+)/g;

/**
 * Names a bundle and moves its map out of its folder.
 * @param file the bundle, with its map beside it
 * @param id the unit
 * @param maps the folder with the maps of all releases
 */
export async function moveMap(file: string, id: string, maps: string): Promise<void> {
  const hash = createHash("sha256")
    .update(await readFile(file))
    .digest("hex")
    .slice(0, 8);
  const name = `${id}.${hash}.cjs`;
  await mkdir(maps, { recursive: true });
  await rename(`${file}.map`, join(maps, `${name}.map`));
  await appendFile(file, `//# sourceURL=svc/${name}\n`);
}

export interface Symbolicator {
  /** Replaces the positions in bundles with positions in the sources. */
  line(text: string): string;
  /** The bundles whose maps were not found. */
  readonly missing: ReadonlySet<string>;
}

/** @param maps the folder with the maps */
export function symbolicator(maps: string): Symbolicator {
  const known = new Map<string, TraceMap | undefined>();
  const missing = new Set<string>();
  const mapOf = (name: string): TraceMap | undefined => {
    if (!known.has(name)) known.set(name, read(join(maps, `${name}.map`)));
    const map = known.get(name);
    if (!map) missing.add(name);
    return map;
  };
  const line = (text: string): string =>
    text.replace(BUNDLE_POSITION, (whole, name: string, row: string, column: string) => {
      const map = mapOf(name);
      // A stack trace counts columns from 1, a source map from 0.
      const found = map && originalPositionFor(map, { line: Number(row), column: Number(column) - 1 });
      return found?.source ? `${sourceOf(found.source)}:${found.line}:${found.column + 1}` : whole;
    });
  return { line, missing };
}

function read(file: string): TraceMap | undefined {
  try {
    return new TraceMap(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns a source's path from the root of the project. The map has it relative to the bundle's folder. */
const sourceOf = (source: string): string => normalize(source).replace(/^(\.\.\/)+/, "");
