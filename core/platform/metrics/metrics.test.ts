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

it("publishes each value by each given dimension, in the embedded metric format", () => {
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

it("publishes a value of the whole stage without a dimension, whatever the other fields are", () => {
  expect(fields({ webhooksFailed: 1 }, { consumer: "webhooks.deliver" })["_aws"]).toMatchObject({
    CloudWatchMetrics: [{ Dimensions: [[]], Metrics: [{ Name: "webhooksFailed", Unit: "Count" }] }],
  });
});

it("logs the values without publishing them if metrics are disabled", () => {
  process.env["METRICS_DISABLED"] = "true";
  expect(fields({ failed: 2 }, { consumer: "jobs.work" })).toEqual({ consumer: "jobs.work", failed: 2 });
});
