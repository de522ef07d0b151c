import type { TestProject } from "vitest/node";
import * as Database from "../../local/database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The database endpoint of each worker, in the order of worker ids from 1. */
    databases: readonly string[];
  }
}

/** Starts one database per worker. `TEST_DYNAMODB_ENDPOINT` names a database that all workers share instead. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DYNAMODB_ENDPOINT"];
  const workers = Array.from({ length: project.vitest.config.maxWorkers });
  const started = given ? [] : await Promise.all(workers.map(() => Database.start()));
  project.provide("databases", given ? workers.map(() => given) : started.map(({ endpoint }) => endpoint));
  return async () => {
    await Promise.all(started.map((one) => one.stop()));
  };
}
