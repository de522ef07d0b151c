import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Stores sent messages for inspection: the latest in memory, all in a file. */

export interface SinkOptions {
  /** The folder of the file. Defaults to none: in memory. */
  readonly folder?: string | undefined;
  /** The clock, in milliseconds since the UNIX epoch. Defaults to the machine's. */
  readonly nowMs?: () => number;
}

export interface Sink<T> {
  add(message: T): void;
  /** Returns the latest messages, oldest first. */
  list(): readonly T[];
  clear(): void;
  /** Returns the time in ISO 8601. */
  now(): string;
}

/** How many messages the list holds. The file holds all. */
const LISTED = 1000;

/** Opens a sink. @param file the file's name in the folder */
export function openSink<T>(file: string, { folder, nowMs = Date.now }: SinkOptions): Sink<T> {
  const path = folder && join(folder, file);
  const lines = path && existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  let messages = lines
    // A crash may have cut off the last line.
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as T)
    .slice(-LISTED);
  return {
    add(message) {
      if (path) appendFileSync(path, `${JSON.stringify(message)}\n`);
      messages = [...messages.slice(1 - LISTED), message];
    },
    list: () => messages,
    clear() {
      messages = [];
      if (path && existsSync(path)) truncateSync(path);
    },
    now: () => new Date(nowMs()).toISOString(),
  };
}
