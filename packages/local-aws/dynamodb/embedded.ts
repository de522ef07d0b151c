import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { answers, type Database, freePort } from "./process.ts";

/** dynoxide, a DynamoDB on SQLite that comes with `npm ci` where it has a build. */

/** Where the database's binary is; undefined when this machine has no build of it. */
export function binary(): string | undefined {
  try {
    const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

// The database must not outlive this process, even one that is killed with SIGKILL: it would hold the file
// against the next start. A shell takes the pipe that only this process holds open, leaves a watcher on it,
// and becomes the database. Its files are nobody else's to read.
const WATCHED = `umask 077
exec 3<&0
(read -r _; kill -KILL $$) <&3 3<&- >/dev/null 2>&1 &
exec "$0" "$@" 3<&- </dev/null`;

/** How long to wait before one that ended by itself is started again, in milliseconds. */
const AGAIN_AFTER_MS = 500;

/**
 * Starts it, in `path` on disk, or in memory without one. One on disk that ends by itself, as by somebody's
 * `kill`, is started again on the same port; what it has acknowledged is there.
 */
export async function startEmbedded(
  program: string,
  path: string | undefined,
  report: (line: string) => void,
): Promise<Database> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let ending = false;
  let isUp = false;
  let child = await launch();

  async function launch(): Promise<ChildProcess> {
    const args = ["--port", String(port), ...(path ? ["--db-path", path] : [])];
    const started = spawn("/bin/sh", ["-c", WATCHED, program, ...args], {
      stdio: ["pipe", "ignore", "pipe"],
      // Ctrl-C reaches every process of the terminal's group: requests in flight still need the database.
      detached: true,
    });
    let complaint = "";
    started.stderr?.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2000);
    });
    await answers(endpoint, started, () => complaint);
    isUp = true;
    started.once("exit", () => void ended());
    return started;
  }

  async function ended(): Promise<void> {
    isUp = false;
    if (ending) return;
    if (!path) return report("The database ended, and all that it had in memory with it.");
    report("The database ended by itself; it is started again.");
    for (;;) {
      await sleep(AGAIN_AFTER_MS);
      if (ending) return;
      try {
        child = await launch();
        return report("The database is up again.");
      } catch (error) {
        report(`It does not start: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  return {
    endpoint,
    isUp: () => isUp,
    async stop() {
      ending = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
