import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { PRIVATE_FILE } from "../files.ts";

/** The key of an item: of tables whose keys are called `pk` and `sk`. */
export interface StoredKey {
  readonly pk: string;
  readonly sk: string;
}

/** Which changes of the table were not told yet, on disk: what is left is told at the next start. */

export interface Noted extends StoredKey {
  /** Where it stands in the stream: one more with each. */
  readonly position: number;
}

export interface StreamLog {
  /** What was noted and not done when it was opened. */
  undone(): readonly Noted[];
  note(keys: readonly StoredKey[]): Noted[];
  done(changes: readonly Noted[]): void;
  clear(): void;
  close(): void;
}

type Line = { readonly noted: Noted } | { readonly done: number };

/** With nothing left to tell, a file of more bytes is emptied. */
const COMPACT_BYTES = 1024 * 1024;

function read(path: string): Map<number, Noted> {
  const left = new Map<number, Noted>();
  if (!existsSync(path)) return left;
  for (const text of readFileSync(path, "utf8").split("\n")) {
    if (text === "") continue;
    try {
      const line = JSON.parse(text) as Line;
      if ("noted" in line) left.set(line.noted.position, line.noted);
      else left.delete(line.done);
    } catch {
      // The line that a crash tore: what it was to note had not been sent.
    }
  }
  return left;
}

/** @param path undefined: in memory alone */
export function openStreamLog(path: string | undefined): StreamLog {
  const left = path === undefined ? new Map<number, Noted>() : read(path);
  const undone = [...left.values()];
  let last = Math.max(0, ...left.keys());
  const file = path === undefined ? undefined : openSync(path, "a", PRIVATE_FILE);
  let bytes = 0;

  function append(lines: readonly Line[]): void {
    if (file === undefined || lines.length === 0) return;
    bytes += writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    if (bytes <= COMPACT_BYTES || left.size > 0) return;
    ftruncateSync(file, 0);
    bytes = 0;
  }

  // A line that a crash tore must not take the next one with it.
  if (file !== undefined) bytes = fstatSync(file).size + writeSync(file, "\n");
  return {
    undone: () => undone,
    note(keys) {
      const noted = keys.map(({ pk, sk }) => ({ pk, sk, position: ++last }));
      for (const one of noted) left.set(one.position, one);
      append(noted.map((one) => ({ noted: one })));
      return noted;
    },
    done(changes) {
      for (const { position } of changes) left.delete(position);
      append(changes.map(({ position }) => ({ done: position })));
    },
    clear() {
      left.clear();
      if (file !== undefined) ftruncateSync(file, 0);
      bytes = 0;
    },
    close() {
      if (file !== undefined) closeSync(file);
    },
  };
}
