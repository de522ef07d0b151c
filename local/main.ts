import { accessSync, constants, existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { privateFolder } from "@svc/local-aws/files";
import { problemsOf } from "../contract/settings.ts";
import { logLevel, print, redirectOutput } from "./log.ts";

/**
 * Returns memory to the system. V8 collects only when it needs room, so an idle process would retain its peak after a rush or
 * after creating the demo's history. After a while at rest, everything is collected once.
 */

/** The interval of checks, and the share of a processor below which the process is at rest. */
const LOOK_EVERY_MS = 10_000;
const AT_REST = 0.1;

/** The minimum growth since the last collection, in bytes. */
const WORTH_BYTES = 32 * 1024 * 1024;

/** Collects garbage when the process is at rest. @returns a function that stops the checks */
export function startMemoryRelease(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "major"; flavor: "last-resort" }) => void;
  let left = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const isAtRest = (user + system) / 1000 / LOOK_EVERY_MS < AT_REST;
    if (!isAtRest || process.memoryUsage.rss() - left < WORTH_BYTES) return;
    collect({ type: "major", flavor: "last-resort" });
    left = process.memoryUsage.rss();
    before = process.cpuUsage();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** `npm start`: runs the local platform until Ctrl-C or SIGTERM. */

const DEFAULT_PORT = 3000;

/** The maximum time for a regular stop, in milliseconds. Then the process ends. */
const END_WITHIN_MS = 15_000;

/** Ends the process with an explanation of the error. */
function giveUp(error: unknown, port: number, data: string): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  if (code === "EADDRINUSE")
    print(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
    );
  else if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    print(`HOST=${process.env["HOST"]} is not an address of this machine.`);
  else if (code === "ENOSPC")
    print(`The disk is full. Free some space and start again: ${data} has everything that was acknowledged.`);
  else if (name === "DataInUse")
    print(`Not started: ${message}. Stop it, or give this one its own data: LOCAL_DATA=.local-2 npm start`);
  else if (name === "OtherForm")
    print(`Not started: ${message}. Delete it, or use another folder: LOCAL_DATA=.local-2 npm start`);
  else if (name === "EmptyDatabase")
    print(`Not started: ${message}. Restore your copy, or delete ${data} to start over.`);
  else print(error instanceof Error ? `Not started: ${error.stack}` : message);
  process.exit(1);
}

/** Returns the data folder, and creates it if necessary. */
function dataFolder(): string {
  const data = resolve(process.env["LOCAL_DATA"] || ".local");
  try {
    // Also for the log and other files.
    process.umask(0o077);
    privateFolder(data);
    accessSync(data, constants.W_OK);
    return data;
  } catch (error) {
    print(`LOCAL_DATA: ${data} cannot be used as a folder (${(error as NodeJS.ErrnoException).code}).`);
    process.exit(1);
  }
}

/** Validates the environment before anything reads it. */
function checkSettings(): void {
  if (existsSync(".env")) process.loadEnvFile();
  const problems = problemsOf(process.env);
  if (problems.length === 0) return;
  for (const problem of problems) print(problem);
  print("Not started. .env.example explains every setting.");
  process.exit(1);
}

async function main(): Promise<void> {
  checkSettings();
  const port = Number(process.env["PORT"] || DEFAULT_PORT);
  const data = dataFolder();
  const level = logLevel();
  const demo = (process.env["LOCAL_DEMO"] || "on") === "on";
  process.on("uncaughtException", (error) => giveUp(error, port, data));
  redirectOutput(data, level);
  // Reading code is a third of the start's time; from the second start on it is read compiled.
  enableCompileCache(join(data, "compile-cache"));
  try {
    // After the variables are set: some modules read theirs when they are loaded.
    const [{ start }, { banner }] = await Promise.all([import("./runtime.ts"), import("./banner.ts")]);
    const host = process.env["HOST"] || "127.0.0.1";
    const logRequests = level !== "quiet";
    startMemoryRelease();
    const runtime = await start({ port, host, data, demo, logRequests, report: print });

    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      print("Stopping. Press again to stop immediately.");
      setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
      runtime.stop().then(
        () => process.exit(0),
        (error: unknown) => giveUp(error, port, data),
      );
    };
    // An unhandled rejection ends a Lambda's invocation, but not this platform.
    process.on("unhandledRejection", (error) => {
      print(`unhandled: ${error instanceof Error ? error.stack : error}`);
    });
    process.on("SIGINT", end);
    process.on("SIGTERM", end);
    print(banner(runtime, data, Math.round(performance.now())));
    flushCompileCache();
  } catch (error) {
    giveUp(error, port, data);
  }
}

await main();
