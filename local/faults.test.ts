import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Table from "../core/platform/table/index.ts";
import { withDatabase } from "../tests/support/database.ts";
import { bare } from "../tests/support/items.ts";
import { clientConfig } from "./database.ts";
import { createFaults, faultInput, withFaults } from "./faults.ts";

const database = withDatabase();
const faults = createFaults();
let attempts = 0;

beforeAll(() => {
  const inner = new DynamoDBClient({}).config.requestHandler;
  const requestHandler = withFaults(faults, "dynamodb", inner);
  const client = clientConfig(database.endpoint);
  // Two attempts, so that a lost response is followed by one retry.
  Table.configure({ ...client, requestHandler, maxAttempts: 2 });
});
beforeEach(() => {
  faults.clear();
  attempts = 0;
});
afterAll(() => Table.configure({}));

const key = bare({ pk: "A", sk: "B" });

test("a call succeeds if no fault is injected", async () => {
  await Table.put({ ...key, n: 1 });
  expect(await Table.get(key)).toEqual({ ...key, n: 1n });
});

describe("an injected fault", () => {
  test.each([
    ["throttling", "ProvisionedThroughputExceededException"],
    ["error", "InternalServerError"],
  ] as const)("of the kind %s makes a call fail with %s without executing it", async (kind, name) => {
    const other = bare({ pk: kind, sk: "B" });
    faults.set({ dependency: "dynamodb", kind, rate: 1 });
    await expect(Table.put(other)).rejects.toMatchObject({ name });
    faults.clear();
    expect(await Table.get(other)).toBeUndefined();
  });

  test("of the kind lost-response lets the call execute, and then fails it", async () => {
    const other = bare({ pk: "lost", sk: "B" });
    faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 1 });
    await expect(Table.put(other)).rejects.toMatchObject({ code: "ECONNRESET" });
    faults.clear();
    expect(await Table.get(other)).toEqual(other);
  });

  test("of the kind lost-response leaves the client's connections usable", async () => {
    faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 1 });
    // More than the client's connections.
    const lost = Array.from({ length: 120 }, () => Table.get(key).catch(() => "lost"));
    expect(new Set(await Promise.all(lost))).toEqual(new Set(["lost"]));
    faults.clear();
    expect(await Table.get(key)).toEqual({ ...key, n: 1n });
  });

  test("of the kind latency delays only calls made while it is set", async () => {
    const done: string[] = [];
    faults.set({ dependency: "dynamodb", kind: "latency", rate: 1, latencyMs: 500 });
    const slow = Table.get(key).then(() => done.push("slow"));
    // The call reaches the faults a few turns of the event loop after its start.
    await new Promise((resolve) => setTimeout(resolve, 50));
    faults.clear();
    await Promise.all([slow, Table.get(key).then(() => done.push("quick"))]);
    expect(done).toEqual(["quick", "slow"]);
  });
});

test("a fault with a rate of 0.5 strikes if the random number is below 0.5, and only its own dependency", async () => {
  const chances = createFaults(() => (attempts++ % 2 === 0 ? 0.1 : 0.9));
  chances.set({ dependency: "dynamodb", kind: "throttling", rate: 0.5 });
  expect(chances.strikes("dynamodb", "throttling")).toBeDefined();
  expect(chances.strikes("dynamodb", "throttling")).toBeUndefined();
  expect(chances.strikes("sqs", "throttling")).toBeUndefined();
});

test("setting a fault's rate to 0 removes the fault", () => {
  faults.set({ dependency: "sqs", kind: "error", rate: 0.5 });
  expect(faults.list()).toEqual([{ dependency: "sqs", kind: "error", rate: 0.5 }]);
  faults.set({ dependency: "sqs", kind: "error", rate: 0 });
  expect(faults.list()).toEqual([]);
});

test.each([
  [{ dependency: "dynamodb", kind: "duplicate", rate: 1 }, "kind"],
  [{ dependency: "queue-delivery", kind: "throttling", rate: 1 }, "kind"],
  [{ dependency: "disk", kind: "error", rate: 1 }, "dependency"],
  [{ dependency: "sqs", kind: "error", rate: 1.5 }, "rate"],
  [{ dependency: "sqs", kind: "error", rate: 1, latencyMs: 5 }, "latencyMs"],
])("faultInput rejects %j, and names the field %s", (input, field) => {
  expect(faultInput.safeParse(input).error?.issues.map((issue) => issue.path.join("."))).toEqual([field]);
});
