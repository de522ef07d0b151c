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

it("metrics are published by the dimensions that are declared for them, in the embedded metric format", () => {
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

it("a metric of the whole stage is published without a dimension, whatever the other fields are", () => {
  expect(fields({ webhooksFailed: 1 }, { consumer: "webhooks.deliver" })["_aws"]).toMatchObject({
    CloudWatchMetrics: [{ Dimensions: [[]], Metrics: [{ Name: "webhooksFailed", Unit: "Count" }] }],
  });
});

it("values are logged but not published if metrics are disabled", () => {
  process.env["METRICS_DISABLED"] = "true";
  expect(fields({ failed: 2 }, { consumer: "jobs.work" })).toEqual({ consumer: "jobs.work", failed: 2 });
});
