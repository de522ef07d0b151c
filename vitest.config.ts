import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { suites } from "./tests/suites.ts";

// Tests start threads and processes that load the same packages: these are compiled once.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/node", import.meta.url));

const project = (name: keyof typeof suites) => ({
  extends: true as const,
  test: { name, include: suites[name], isolate: name === "isolated" || name === "rest" },
});

export default defineConfig({
  test: {
    reporters: ["default", "./tests/support/counts.ts"],
    setupFiles: "./tests/support/restore.ts",
    globalSetup: "./tests/support/databases.ts",
    env: {
      // Cheap hashes and quiet logs; responses are held against the contract.
      BCRYPT_COST: "4",
      STAFF_SECOND_FACTOR: "off",
      CONTRACT_CHECK: "true",
      POWERTOOLS_LOG_LEVEL: "SILENT",
      METRICS_DISABLED: "true",
      PUBLIC_URL: "https://svc.example",
    },
    pool: "threads",
    // Tests wait for their database as much as they compute: four at a time keep two cores busy.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
    projects: [project("unit"), project("services"), project("isolated"), project("rest")],
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
