import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { PRIVATE_FILE } from "../files.ts";

/** The key of an item in a table whose keys are named `pk` and `sk`. */
export interface StoredKey {
  readonly pk: string;
  readonly sk: string;
}

/** A written item. */
export interface WrittenItem extends StoredKey {
  /** Whether the write creates or deletes the item. Defaults to `MODIFY`, also for a write that may create it. */
  readonly event?: "INSERT" | "REMOVE";
}

/** A change of the table that has not been delivered. */
export interface LoggedChange extends WrittenItem {
  /** Its position in the stream, ascending. */
  readonly position: number;
}

/** The undelivered changes of the table, on disk or in memory. Changes on disk are delivered after the next start. */
export interface StreamLog {
  /** Returns the undelivered changes of the previous run. */
  pending(): readonly LoggedChange[];
  add(items: readonly WrittenItem[]): LoggedChange[];
  done(changes: readonly LoggedChange[]): void;
  clear(): void;
  close(): void;
}

type Line = { readonly noted: LoggedChange } | { readonly done: number };

/** If all changes are delivered, a larger file is emptied. */
const COMPACT_BYTES = 1024 * 1024;

function read(path: string): Map<number, LoggedChange> {
  const left = new Map<number, LoggedChange>();
  if (!existsSync(path)) return left;
  for (const text of readFileSync(path, "utf8").split("\n")) {
    if (text === "") continue;
    try {
      const line = JSON.parse(text) as Line;
      if ("noted" in line) left.set(line.noted.position, line.noted);
      else left.delete(line.done);
    } catch {
      // A crash cut this line off. Its change was not sent to the database.
    }
  }
  return left;
}

/** @param path undefined for a log in memory */
export function openStreamLog(path: string | undefined): StreamLog {
  const left = path === undefined ? new Map<number, LoggedChange>() : read(path);
  const pending = [...left.values()];
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

  // Ends a line that a crash cut off, so that the next one is complete.
  if (file !== undefined) bytes = fstatSync(file).size + writeSync(file, "\n");
  return {
    pending: () => pending,
    add(items) {
      const changes = items.map(({ pk, sk, event }) => ({
        ...{ pk, sk, position: ++last },
        ...(event && { event }),
      }));
      for (const one of changes) left.set(one.position, one);
      append(changes.map((noted) => ({ noted })));
      return changes;
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
