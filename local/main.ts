import { accessSync, constants, existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { privateFolder } from "@svc/local-aws/files";
import { problemsOf } from "../contract/settings.ts";
import { logLevel, print, redirectOutput } from "./log.ts";

/**
 * Gives memory back. V8 collects when it needs room, so after a rush, or after the demo's history was made, a
 * process that has nothing to do would keep all that it ever took. Where it has been at rest for a while,
 * everything is collected once.
 */

/** How often is looked, and under which share of one processor the process is at rest. */
const LOOK_EVERY_MS = 10_000;
const AT_REST = 0.1;

/** Less than this is not worth it, in bytes taken since it was last collected. */
const WORTH_BYTES = 32 * 1024 * 1024;

/** @returns ends it */
export function startGivingBack(): () => void {
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

/** `npm start`: the platform on this machine, until Ctrl-C or SIGTERM. */

const DEFAULT_PORT = 3000;

/** How long the parts may take to end before the process does, in milliseconds. */
const END_WITHIN_MS = 15_000;

/** Ends the process with what went wrong, in words. */
function giveUp(error: unknown, port: number, data: string): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  if (code === "EADDRINUSE")
    print(`Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start`);
  else if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    print(`HOST=${process.env["HOST"]} is no address of this machine.`);
  else if (code === "ENOSPC")
    print(`The disk is full. Free some space and start again: ${data} has all that was acknowledged.`);
  else if (name === "DataInUse")
    print(`Not started: ${message}. Stop it, or give this one its own data: LOCAL_DATA=.local-2 npm start`);
  else if (name === "OtherForm")
    print(`Not started: ${message}. Delete it, or begin beside it: LOCAL_DATA=.local-2 npm start`);
  else if (name === "EmptyDatabase")
    print(`Not started: ${message}. Put your copy back, or delete ${data} to begin anew.`);
  else print(error instanceof Error ? `Not started: ${error.stack}` : message);
  process.exit(1);
}

/** The folder of the data, made unless it is there. */
function dataFolder(): string {
  const data = resolve(process.env["LOCAL_DATA"] || ".local");
  try {
    // The log and whatever else is made from here on, too.
    process.umask(0o077);
    privateFolder(data);
    accessSync(data, constants.W_OK);
    return data;
  } catch (error) {
    print(`LOCAL_DATA: ${data} cannot be used as a folder (${(error as NodeJS.ErrnoException).code}).`);
    process.exit(1);
  }
}

/** Holds the environment against the schema of all settings, before anything reads it. */
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
  // A third of the time to start is reading code; from the second start on it is read compiled.
  enableCompileCache(join(data, "compile-cache"));
  try {
    // After the variables: some modules read theirs when they are loaded.
    const [{ start }, { banner }] = await Promise.all([import("./runtime.ts"), import("./banner.ts")]);
    const host = process.env["HOST"] || "127.0.0.1";
    const logRequests = level !== "quiet";
    startGivingBack();
    const runtime = await start({ port, host, data, demo, logRequests, report: print });

    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      print("Stopping; once more to stop at once.");
      setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
      runtime.stop().then(
        () => process.exit(0),
        (error: unknown) => giveUp(error, port, data),
      );
    };
    // A promise that nobody looks after ends a Lambda's invocation, not the platform.
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
