import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import * as Correlation from "./correlation.ts";

/** Work under a correlation id can be found in X-Ray by that id. The tests use a daemon of their own and real datagrams. */

const daemon = createSocket("udp4");
beforeAll(async () => {
  daemon.bind(0, "127.0.0.1");
  await once(daemon, "listening");
});
afterAll(() => daemon.close());
afterEach(() => vi.unstubAllEnvs());

const ROOT = "1-5759e988-bd862e3fe1be46a994272793";
function traced(sampled: 0 | 1): void {
  vi.stubEnv("_X_AMZN_TRACE_ID", `Root=${ROOT};Parent=53995c3f42cd8ad8;Sampled=${sampled};Lineage=1:2:0`);
  vi.stubEnv("AWS_XRAY_DAEMON_ADDRESS", `127.0.0.1:${(daemon.address() as AddressInfo).port}`);
  vi.stubEnv("ROUTE_ID", "payments.create");
}

/** Returns the document of the next datagram, which follows the daemon's header. */
async function next(): Promise<unknown> {
  const [datagram] = (await once(daemon, "message")) as [Buffer];
  const [header = "", document = ""] = datagram.toString().split("\n");
  expect(JSON.parse(header)).toEqual({ format: "json", version: 1 });
  return JSON.parse(document);
}

it("work under a correlation id is sent to X-Ray as a subsegment with that id", async () => {
  traced(1);
  const sent = next();
  expect(await Correlation.under("till-7.receipt:0042", async () => Correlation.current())).toBe(
    "till-7.receipt:0042",
  );
  expect(await sent).toEqual({
    type: "subsegment",
    trace_id: ROOT,
    parent_id: "53995c3f42cd8ad8",
    id: expect.stringMatching(/^[\da-f]{16}$/),
    name: "payments.create",
    start_time: expect.any(Number),
    end_time: expect.any(Number),
    annotations: { correlation_id: "till-7.receipt:0042" },
  });
});

it("failed work is sent as a fault, and its error is thrown", async () => {
  traced(1);
  const sent = next();
  await expect(
    Correlation.under("till-7.receipt:0043", () => Promise.reject(new Error("down"))),
  ).rejects.toThrow("down");
  expect(await sent).toMatchObject({ fault: true, annotations: { correlation_id: "till-7.receipt:0043" } });
});

it("nothing is sent for a request that is not sampled, or outside of Lambda", async () => {
  const got: unknown[] = [];
  daemon.on("message", (one) => got.push(one));
  traced(0);
  await Correlation.under("till-7.receipt:0044", async () => undefined);
  vi.unstubAllEnvs();
  await Correlation.under("till-7.receipt:0045", async () => undefined);
  // Datagrams arrive in order, so none was sent before this one.
  traced(1);
  const last = next();
  await Correlation.under("till-7.receipt:0046", async () => undefined);
  expect(await last).toMatchObject({ annotations: { correlation_id: "till-7.receipt:0046" } });
  expect(got).toHaveLength(1);
});

it("a request succeeds if the daemon is unreachable", async () => {
  traced(1);
  vi.stubEnv("AWS_XRAY_DAEMON_ADDRESS", "127.0.0.1:9");
  expect(await Correlation.under("till-7.receipt:0047", async () => "done")).toBe("done");
});

it("a subsegment is sent to the daemon's UDP address, even if a TCP address comes first", async () => {
  traced(1);
  const { port } = daemon.address() as AddressInfo;
  vi.stubEnv("AWS_XRAY_DAEMON_ADDRESS", `tcp:127.0.0.1:1 udp:127.0.0.1:${port}`);
  const sent = next();
  await Correlation.under("till-7.receipt:0047", async () => undefined);
  expect(await sent).toMatchObject({ annotations: { correlation_id: "till-7.receipt:0047" } });
});

it.each(["", "127.0.0.1", "127.0.0.1:99999", "udp:nowhere.invalid:2000", "tcp:127.0.0.1:2000"])(
  "a request succeeds although the daemon's address %o is invalid",
  async (address) => {
    traced(1);
    vi.stubEnv("AWS_XRAY_DAEMON_ADDRESS", address);
    expect(await Correlation.under("till-7.receipt:0048", async () => "committed")).toBe("committed");
  },
);
