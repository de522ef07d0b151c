import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { NAMED } from "./maps.ts";

export interface Symbolicator {
  /** A line of a log, with the positions in bundles as those of the sources. */
  line(text: string): string;
  /** The bundles that were met and have no map. */
  readonly missing: ReadonlySet<string>;
}

/** @param maps the folder that keeps the maps */
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
    text.replace(NAMED, (whole, name: string, row: string, column: string) => {
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

/** A source as it is called from the root of the project: the map says it from the bundle's folder. */
const sourceOf = (source: string): string => normalize(source).replace(/^(\.\.\/)+/, "");
