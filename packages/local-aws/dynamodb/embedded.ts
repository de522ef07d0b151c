import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, freePort, waitUntilReady } from "./process.ts";

/** Runs dynoxide, a DynamoDB on SQLite, which `npm ci` installs on platforms with a build. */

/** Returns the path of the database's binary, or undefined if this platform has no build. */
export function binary(): string | undefined {
  try {
    const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

// The database must end with this process, even after SIGKILL: otherwise it would lock the file at the next start. A shell
// takes over the pipe that only this process holds open, starts a watcher on it, and becomes the database. Its files are
// readable only by their owner.
const WATCHED = `umask 077
exec 3<&0
(read -r _; kill -KILL $$) <&3 3<&- >/dev/null 2>&1 &
exec "$0" "$@" 3<&- </dev/null`;

/** The delay before a restart, in milliseconds. */
const RESTART_DELAY_MS = 500;

/**
 * Starts the database, on disk in `path`, or in memory. If a database on disk ends unexpectedly, it is restarted on the same
 * port, with everything that it has acknowledged.
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
      // Ctrl-C reaches every process of the terminal's group, but requests in flight still need the database.
      detached: true,
    });
    let errorOutput = "";
    started.stderr?.on("data", (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(-2000);
    });
    await waitUntilReady(endpoint, started, () => errorOutput);
    isUp = true;
    started.once("exit", () => void ended());
    return started;
  }

  async function ended(): Promise<void> {
    isUp = false;
    if (ending) return;
    if (!path) return report("database: ended, its data in memory is lost");
    report("database: ended unexpectedly, restarting");
    for (;;) {
      await sleep(RESTART_DELAY_MS);
      if (ending) return;
      try {
        child = await launch();
        return report("database: restarted");
      } catch (error) {
        report(`database: restart failed, retrying: ${error instanceof Error ? error.message : error}`);
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
