import { execFileSync } from "node:child_process";
import { startEmulator } from "@svc/local-aws/dynamodb/emulator";

/**
 * `npm run test:strict`: runs the storage tests on Amazon's own emulator, which rejects the same requests as DynamoDB.
 */
const { endpoint, stop } = await startEmulator();
try {
  execFileSync("vitest", ["run", "core", "functions/_chain"], {
    stdio: "inherit",
    env: { ...process.env, TEST_DYNAMODB_ENDPOINT: endpoint },
  });
} finally {
  await stop();
}
