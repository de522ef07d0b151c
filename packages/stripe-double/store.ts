import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/**
 * The double's state, by key. A request's changes are appended to the file as one line before its response, so that `kill -9`
 * preserves all changes of an answered request, and all or none of another.
 */

export interface Store {
  /** Returns the value's JSON. */
  get(key: string): string | undefined;
  /** Returns the values of a kind, which is the beginning of their keys, oldest first. */
  all(kind: string): ReadonlyMap<string, string>;
  /** Applies all changes or none. @param changes undefined as a value deletes the key */
  commit(changes: ReadonlyMap<string, string | undefined>): void;
  clear(): void;
  close(): void;
}

/** Only the file's owner may read it: it holds secrets. */
const PRIVATE_FILE = 0o600;

/** A larger file that is more than half overwritten is rewritten. */
const COMPACT_BYTES = 8 * 1024 * 1024;

type Line = readonly (readonly [key: string, value: unknown])[];

/** Values by their keys (`customer/cus_1`), in a map for each kind. */
function valuesByKind() {
  const byKind = new Map<string, Map<string, string>>();
  const all = (kind: string): Map<string, string> => {
    const known = byKind.get(kind);
    if (known) return known;
    const values = new Map<string, string>();
    byKind.set(kind, values);
    return values;
  };
  const of = (key: string) => all(key.slice(0, key.indexOf("/")));
  return {
    all,
    get: (key: string) => of(key).get(key),
    set: (key: string, value: string) => of(key).set(key, value),
    delete: (key: string) => of(key).delete(key),
    clear: () => byKind.clear(),
    entries: () => [...byKind.values()].flatMap((values) => [...values]),
  };
}
type Values = ReturnType<typeof valuesByKind>;

/** Reads a file. Ignores a last line that a crash cut off, because it was not acknowledged. */
function readLines(path: string): Values {
  const values = valuesByKind();
  if (!existsSync(path)) return values;
  for (const text of readFileSync(path, "utf8").split("\n")) {
    if (text === "") continue;
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      break;
    }
    for (const [key, value] of line) {
      if (value === null) values.delete(key);
      else values.set(key, JSON.stringify(value));
    }
  }
  return values;
}

/** @param path undefined for a store in memory */
export function openStore(path: string | undefined): Store {
  const values = path === undefined ? valuesByKind() : readLines(path);
  const lineOf = (entries: Iterable<readonly [string, string | undefined]>) =>
    `[${[...entries].map(([key, value]) => `[${JSON.stringify(key)},${value ?? "null"}]`).join(",")}]\n`;
  let file: number | undefined;
  let bytes = 0;
  let live = 0;

  /** Rewrites the file. Rewrites the file with the current values only. This also removes a last line that a crash cut off: a line appended to it would be unreadable. */
  function compact(): void {
    if (path === undefined) return;
    const draft = openSync(`${path}.new`, "w", PRIVATE_FILE);
    const text = values.entries().map((entry) => lineOf([entry]));
    bytes = text.length === 0 ? 0 : writeSync(draft, text.join(""));
    live = bytes;
    fsyncSync(draft);
    renameSync(`${path}.new`, path);
    if (file !== undefined) closeSync(file);
    file = draft;
  }
  compact();

  return {
    get: values.get,
    all: values.all,
    commit(changes) {
      if (changes.size === 0) return;
      if (file !== undefined) bytes += writeSync(file, lineOf(changes));
      for (const [key, value] of changes) {
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      }
      if (bytes > COMPACT_BYTES && bytes > 2 * live) compact();
    },
    clear() {
      values.clear();
      compact();
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
