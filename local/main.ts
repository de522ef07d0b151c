import { existsSync, mkdirSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { logLevel, print, redirectOutput } from "./log.ts";

/** `npm start`: the platform on this machine, until Ctrl-C. */

const DEFAULT_PORT = 3000;

/** How long the parts may take to end before the process does, in milliseconds. */
const END_WITHIN_MS = 15_000;

function portOf(text: string | undefined): number {
  const port = text === undefined || text === "" ? DEFAULT_PORT : Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT must be 0 to 65535, got "${text}"`);
  return port;
}

function demoOf(text: string): boolean {
  if (text !== "on" && text !== "off") throw new Error(`LOCAL_DEMO must be "on" or "off", got "${text}"`);
  return text === "on";
}

/** Ends the process with what went wrong, in words. */
function giveUp(error: unknown, port: number): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    print(`Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start`);
  else if (error instanceof Error && error.name === "DataInUse")
    print(
      `Not started: ${error.message}. Stop it, or give this one its own data: LOCAL_DATA=.local-2 npm start`,
    );
  else print(error instanceof Error ? `Not started: ${error.stack}` : String(error));
  process.exit(1);
}

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile();
  const port = portOf(process.env["PORT"]);
  const data = resolve(process.env["LOCAL_DATA"] || ".local");
  const level = logLevel();
  const demo = demoOf(process.env["LOCAL_DEMO"] || "on");
  mkdirSync(data, { recursive: true });
  redirectOutput(data, level);
  // A third of the time to start is reading code; from the second start on it is read compiled.
  enableCompileCache(join(data, "compile-cache"));
  try {
    // After the variables: some modules read theirs when they are loaded.
    const [{ start }, { banner }] = await Promise.all([import("./runtime.ts"), import("./banner.ts")]);
    const host = process.env["HOST"] || "127.0.0.1";
    const logRequests = level !== "quiet";
    const runtime = await start({ port, host, data, demo, logRequests, report: print });

    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      print("Stopping; once more to stop at once.");
      setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
      runtime.stop().then(
        () => process.exit(0),
        (error: unknown) => giveUp(error, port),
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
    giveUp(error, port);
  }
}

await main();
