import { appendFileSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

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
  const asked = process.env["LOCAL_LOG"] ?? "";
  if (asked === "" || asked === "quiet") return "quiet";
  if (asked === "requests" || asked === "all") return asked;
  throw new Error(`LOCAL_LOG must be "quiet", "requests" or "all", got "${asked}"`);
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_BYTES) renameSync(path, `${path}.1`);
}

/** Sends what handlers print to the log file; the runtime's own lines go around it, by `print`. */
export function redirectOutput(folder: string, level: LogLevel): void {
  if (level === "all") return;
  const path = join(folder, "log.jsonl");
  rotate(path);
  const redirect = (stream: NodeJS.WriteStream, alsoShow: boolean): void => {
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      appendFileSync(path, chunk);
      if (alsoShow) writeSync(2, chunk as string);
      const done = rest.at(-1);
      if (typeof done === "function") done();
      return true;
    };
  };
  redirect(process.stdout, false);
  redirect(process.stderr, true);
}
