import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Every file of tests has a thread of its own, and some start processes; all load the same packages, which
// are compiled once.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/node", import.meta.url));

export default defineConfig({
  test: {
    include: ["{contract,core,functions,events,stacks,local,packages,tests}/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    reporters: ["default", "./tests/support/counts.ts"],
    env: {
      // Cheap hashes and quiet logs; responses are held against the contract.
      BCRYPT_COST: "4",
      CONTRACT_CHECK: "true",
      POWERTOOLS_LOG_LEVEL: "SILENT",
      METRICS_DISABLED: "true",
      PUBLIC_URL: "https://svc.example",
    },
    pool: "threads",
    // Tests wait for their database as much as they compute: three at a time keep two cores busy.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
    coverage: {
      provider: "v8",
      include: [
        "contract/**/*.ts",
        "core/**/*.ts",
        "functions/**/*.ts",
        "events/**/*.ts",
        "local/**/*.ts",
        "packages/**/*.ts",
        "stacks/**/*.ts",
      ],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary", "html"],
    },
  },
});
