import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import {
  CreateTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  ResourceInUseException,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { indexes } from "../core/platform/table/entity.ts";
import { withoutSignature } from "./signer.ts";

/**
 * The database of the local runtime and the tests: dynoxide, a DynamoDB on SQLite that comes with `npm ci`.
 */

/** A running database and how to stop it. */
export interface Database {
  readonly endpoint: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** A free TCP port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Where the database's binary is. @throws when this machine has no build of it */
export function binary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(`the embedded database has no build for ${process.platform}-${process.arch}`, { cause });
  }
}

// The database must not outlive this process, even one that is killed with SIGKILL: it would hold the file
// against the next start. A shell takes the pipe that only this process holds open, leaves a watcher on it,
// and becomes the database.
const WATCHED = `exec 3<&0
(read -r _; kill -KILL $$) <&3 3<&- >/dev/null 2>&1 &
exec "$0" "$@" 3<&- </dev/null`;

/** Starts the database: in `path` on disk, or in memory without one. It ends when this process does. */
export async function start(path?: string): Promise<Database> {
  const port = await freePort();
  const args = ["--port", String(port), ...(path ? ["--db-path", path] : [])];
  const child = spawn("/bin/sh", ["-c", WATCHED, binary(), ...args], {
    stdio: ["pipe", "ignore", "pipe"],
    // Ctrl-C reaches every process of the terminal's group: requests in flight still need the database.
    detached: true,
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const endpoint = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null) throw new Error(`the database did not start: ${complaint}`);
    const answered = await fetch(endpoint, { method: "POST" }).then(
      () => true,
      () => false,
    );
    if (answered) break;
    if (attempt > 500) throw new Error(`the database does not answer: ${complaint}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    endpoint,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** What an SDK client needs to speak to it. */
export const clientConfig = (endpoint: string): DynamoDBClientConfig => ({
  endpoint,
  region: "local",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
  signer: withoutSignature,
});

/** The table as the stack makes it: keys, indexes; one that exists is kept. */
export async function createTable(endpoint: string, tableName: string): Promise<void> {
  const client = new DynamoDBClient(clientConfig(endpoint));
  const attributes = ["pk", "sk", ...Object.values(indexes).flatMap(({ pk, sk }) => [pk, sk])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "sk", KeyType: "RANGE" },
        ],
        GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { pk, sk }]) => ({
          IndexName,
          KeySchema: [
            { AttributeName: pk, KeyType: "HASH" },
            { AttributeName: sk, KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        })),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists(
    { client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 },
    { TableName: tableName },
  );
  client.destroy();
}
