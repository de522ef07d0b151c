import { afterEach, beforeEach, expect, it } from "vitest";
import { fields } from "./index.ts";

const before = { ...process.env };
beforeEach(() => {
  process.env["METRICS_DISABLED"] = "false";
  process.env["METRICS_NAMESPACE"] = "svc/test";
});
afterEach(() => {
  process.env["METRICS_DISABLED"] = before["METRICS_DISABLED"];
  delete process.env["METRICS_NAMESPACE"];
});

it("a line tells each figure by each of its dimensions that is given, as the embedded metric format has it", () => {
  const line = fields({ durationMs: 12, success: 1 }, { family: "defi", route: "defi.wallets.list" });
  expect(line).toEqual({
    family: "defi",
    route: "defi.wallets.list",
    durationMs: 12,
    success: 1,
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: "svc/test",
          Dimensions: [["family"]],
          Metrics: [
            { Name: "durationMs", Unit: "Milliseconds" },
            { Name: "success", Unit: "Count" },
          ],
        },
        {
          Namespace: "svc/test",
          Dimensions: [["route"]],
          Metrics: [{ Name: "durationMs", Unit: "Milliseconds" }],
        },
      ],
    },
  });
});

it("a figure of the whole stage has no dimension, whatever else the line says", () => {
  expect(fields({ webhooksFailed: 1 }, { consumer: "webhooks.deliver" })["_aws"]).toMatchObject({
    CloudWatchMetrics: [{ Dimensions: [[]], Metrics: [{ Name: "webhooksFailed", Unit: "Count" }] }],
  });
});

it("where metrics are disabled the line has its figures, and CloudWatch reads none", () => {
  process.env["METRICS_DISABLED"] = "true";
  expect(fields({ failed: 2 }, { consumer: "jobs.work" })).toEqual({ consumer: "jobs.work", failed: 2 });
});
