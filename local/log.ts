import { appendFileSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "@svc/local-aws/files";

/**
 * Redirects the output of handlers. In AWS it is the function's log; here it would hide the banner. It is appended to `log.jsonl`
 * in LOCAL_DATA. Warnings and errors are also shown, and `LOCAL_LOG` shows more: `requests` a line per request, `all` everything.
 */

export type LogLevel = "quiet" | "requests" | "all";

/** A larger log is rotated; one older file is retained. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** Prints a line to the terminal. */
export const print = (line: string): void => {
  writeSync(2, `${line}\n`);
};

export function logLevel(): LogLevel {
  const level = process.env["LOCAL_LOG"];
  return level === "requests" || level === "all" ? level : "quiet";
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(path, `${path}.1`);
}

/** Appends to the log. Ignores a full disk, so that a log line never fails its writer. */
function append(descriptor: number, chunk: string | Uint8Array): void {
  try {
    appendFileSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Redirects the standard streams to the log file. The runtime's own lines bypass it with `print`. */
export function redirectOutput(folder: string, level: LogLevel): void {
  if (level === "all") return;
  const path = join(folder, "log.jsonl");
  rotate(path);
  // Stays open: a log that is moved away continues in its new place.
  const descriptor = openSync(path, "a", PRIVATE_FILE);
  const redirect = (stream: NodeJS.WriteStream, alsoShow: boolean): void => {
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      append(descriptor, chunk);
      if (alsoShow) writeSync(2, chunk as string);
      const done = rest.at(-1);
      if (typeof done === "function") done();
      return true;
    };
  };
  redirect(process.stdout, false);
  redirect(process.stderr, true);
}
