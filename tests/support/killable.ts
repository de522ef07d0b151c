import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { eventually } from "./eventually.ts";

/** The connection details that a running platform publishes. */
export interface Facts {
  readonly url: string;
  readonly pid: number;
  readonly sqsEndpoint: string;
  readonly dynamodbEndpoint: string;
  readonly tableName: string;
  /** The URL of the payment provider's double. */
  readonly pspUrl: string;
}

/** The platform as `npm start` runs it, in a separate process that can be killed as by a power failure. */
export interface Killable {
  /** The folder of its data. */
  readonly data: string;
  /** Starts the platform unless it is running. */
  up(): Promise<Facts>;
  /** Kills the process, or its whole process group, and waits until it has exited. */
  kill(everything: boolean): Promise<void>;
  /** Asks the process to stop. @returns its exit code and signal */
  end(): Promise<unknown>;
}

async function startUp(data: string): Promise<{ readonly child: ChildProcess; readonly facts: Facts }> {
  const record = join(data, "runtime.json");
  rmSync(record, { force: true });
  const child = spawn(process.execPath, ["local/main.ts"], {
    env: { ...process.env, PORT: "0", LOCAL_DATA: data, LOCAL_DEMO: "off", BCRYPT_COST: "4" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const facts = await eventually(() => {
    if (child.exitCode !== null) throw new Error(`the platform ended: ${stderr}`);
    if (!existsSync(record)) throw new Error(`the platform has not started yet: ${stderr}`);
    return JSON.parse(readFileSync(record, "utf8")) as Facts;
  });
  return { child, facts };
}

/**
 * Gives the tests of a file a platform that can be killed. A test continues with the platform that an earlier
 * test restarted. Call it at the top of the file.
 */
export function withKillable(): Killable {
  const data = mkdtempSync(join(tmpdir(), "kill-"));
  let running: { readonly child: ChildProcess; readonly facts: Facts } | undefined;
  const killable: Killable = {
    data,
    async up() {
      running ??= await startUp(data);
      return running.facts;
    },
    async kill(everything) {
      const { child } = running ?? {};
      running = undefined;
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      process.kill(everything ? -child.pid : child.pid, "SIGKILL");
      await gone;
    },
    async end() {
      const { child } = running ?? {};
      const ended = child && once(child, "exit");
      child?.kill("SIGTERM");
      running = undefined;
      return ended;
    },
  };
  afterAll(async () => {
    await killable.kill(true);
    rmSync(data, { recursive: true, force: true });
  });
  return killable;
}
