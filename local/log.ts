import { appendFileSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "@svc/local-aws/files";

/**
 * Where the output of handlers goes. In AWS all of it is the function's log; here it would drown the banner.
 * So what is printed to the standard streams is appended to `log.jsonl` in LOCAL_DATA, warnings and errors
 * are shown as well, and `LOCAL_LOG` shows more: `requests` a line per request, `all` everything.
 */

export type LogLevel = "quiet" | "requests" | "all";

/** Beyond this size a new log is started; one older file is kept. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** Prints a line for the person at the terminal. */
export const print = (line: string): void => {
  writeSync(2, `${line}\n`);
};

export function logLevel(): LogLevel {
  const asked = process.env["LOCAL_LOG"];
  return asked === "requests" || asked === "all" ? asked : "quiet";
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(path, `${path}.1`);
}

/** A disk that is full takes no log: whoever writes to it must not fail of that. */
function keep(descriptor: number, chunk: string | Uint8Array): void {
  try {
    appendFileSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Sends what handlers print to the log file; the runtime's own lines go around it, by `print`. */
export function redirectOutput(folder: string, level: LogLevel): void {
  if (level === "all") return;
  const path = join(folder, "log.jsonl");
  rotate(path);
  // Open as long as it runs: a log that somebody takes away goes on where it is.
  const descriptor = openSync(path, "a", PRIVATE_FILE);
  const redirect = (stream: NodeJS.WriteStream, alsoShow: boolean): void => {
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      keep(descriptor, chunk);
      if (alsoShow) writeSync(2, chunk as string);
      const done = rest.at(-1);
      if (typeof done === "function") done();
      return true;
    };
  };
  redirect(process.stdout, false);
  redirect(process.stderr, true);
}
