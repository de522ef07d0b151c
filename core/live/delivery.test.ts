import { describe, expect, it } from "vitest";
import type { Tick } from "../prices/latest.ts";
import { Delivery, type DeliveryOptions, MAX_TRIES } from "./delivery.ts";

const tick = (symbol: string, price: number): Tick => ({
  symbol,
  price: String(price),
  change24h: "0",
  volume24h: "0",
  timestamp: "2026-11-21T09:30:00.000Z",
});

/** Returns a delivery whose posts the test controls, with a log of them. */
function controlledDelivery(options: Partial<DeliveryOptions> = {}) {
  const posted: string[] = [];
  const hanging = new Map<string, PromiseWithResolvers<boolean>>();
  const gone: string[] = [];
  const slow = new Set<string>();
  const failing = new Set<string>();
  const delivery = new Delivery({
    backOffMs: () => 0,
    ...options,
    post: (id, { symbol, price }) => {
      posted.push(`${id} ${symbol} ${price}`);
      if (failing.has(id)) return Promise.reject(new Error("throttled"));
      if (!slow.has(id)) return Promise.resolve(true);
      const end = Promise.withResolvers<boolean>();
      hanging.set(id, end);
      return end.promise;
    },
    gone: (id) => gone.push(id),
  });
  const settled = () => new Promise(setImmediate);
  return { delivery, posted, hanging, gone, slow, failing, settled };
}

describe("a delivery", () => {
  it("reaches a connection in order, one post at a time", async () => {
    const { delivery, posted, settled } = controlledDelivery();
    for (const [symbol, price] of [
      ["BTC", 1],
      ["ETH", 2],
      ["USDC", 3],
    ] as const)
      delivery.offer("a", tick(symbol, price));
    await settled();
    expect(posted).toEqual(["a BTC 1", "a ETH 2", "a USDC 3"]);
  });

  it("sends a slow connection only the newest price of each symbol", async () => {
    const { delivery, posted, hanging, slow, settled } = controlledDelivery();
    slow.add("a");
    for (let price = 1; price <= 100; price++) {
      delivery.offer("a", tick("BTC", price));
      delivery.offer("a", tick("ETH", price));
    }
    await settled();
    expect(posted).toEqual(["a BTC 1"]);
    slow.clear();
    hanging.get("a")?.resolve(true);
    await settled();
    expect(posted).toEqual(["a BTC 1", "a ETH 100", "a BTC 100"]);
    expect(delivery.figures).toEqual({ posted: 3, conflated: 197, dropped: 0 });
  });

  it("is not delayed by any number of slow connections", async () => {
    const { delivery, posted, hanging, slow, settled } = controlledDelivery({ fastSlots: 4, slowSlots: 2 });
    const slowIds = Array.from({ length: 20 }, (_, index) => `slow-${index}`);
    for (const id of slowIds) slow.add(id);
    // Each slow connection may occupy a fast slot once, until its first post fails.
    for (const id of slowIds) delivery.offer(id, tick("BTC", 1));
    for (let round = 0; round < 20; round++) {
      for (const [id, end] of hanging) {
        hanging.delete(id);
        end.reject(new Error("too slow"));
      }
      await settled();
    }
    for (const id of slowIds) delivery.offer(id, tick("BTC", 2));
    await settled();
    expect(hanging.size).toBe(2);
    delivery.offer("fast", tick("BTC", 2));
    delivery.offer("fast", tick("ETH", 2));
    await settled();
    expect(posted.filter((one) => one.startsWith("fast"))).toEqual(["fast BTC 2", "fast ETH 2"]);
  });

  it("retries a failed tick, so that an unchanged price is not lost", async () => {
    const { delivery, posted, failing, settled } = controlledDelivery();
    failing.add("a");
    delivery.offer("a", tick("BTC", 1));
    await Promise.resolve();
    await Promise.resolve();
    failing.clear();
    await settled();
    expect(posted.length).toBeGreaterThan(1);
    expect(new Set(posted)).toEqual(new Set(["a BTC 1"]));
    expect(delivery.figures).toEqual({ posted: 1, conflated: 0, dropped: 0 });
  });

  it("drops a tick after the maximal number of tries, or at once if a newer one waits", async () => {
    const { delivery, posted, hanging, failing, slow, settled } = controlledDelivery();
    failing.add("a");
    delivery.offer("a", tick("BTC", 1));
    await settled();
    expect(posted).toEqual(Array(MAX_TRIES).fill("a BTC 1"));
    expect(delivery.figures).toEqual({ posted: 0, conflated: 0, dropped: 1 });
    slow.add("b");
    delivery.offer("b", tick("BTC", 1));
    delivery.offer("b", tick("BTC", 2));
    slow.clear();
    hanging.get("b")?.reject(new Error("too slow"));
    await settled();
    expect(posted.filter((one) => one.startsWith("b"))).toEqual(["b BTC 1", "b BTC 2"]);
  });

  it("pauses after a failed post, without delaying other connections", async () => {
    const waits: number[] = [];
    const { delivery, posted, failing, settled } = controlledDelivery({
      slowSlots: 1,
      backOffMs: (failures) => {
        waits.push(failures);
        return 60_000;
      },
    });
    failing.add("a");
    delivery.offer("a", tick("BTC", 1));
    delivery.offer("b", tick("BTC", 1));
    await settled();
    expect(posted).toEqual(["a BTC 1", "b BTC 1"]);
    expect(waits).toEqual([1]);
    await delivery.close();
  });

  it("reports an ended connection once, and drops its ticks", async () => {
    const { delivery, hanging, gone, posted, slow, settled } = controlledDelivery();
    slow.add("a");
    delivery.offer("a", tick("BTC", 1));
    delivery.offer("a", tick("ETH", 1));
    hanging.get("a")?.resolve(false);
    await settled();
    expect(gone).toEqual(["a"]);
    expect(posted).toEqual(["a BTC 1"]);
  });

  it("waits for running posts when it is closed, and starts no further post", async () => {
    const { delivery, hanging, posted, slow } = controlledDelivery();
    slow.add("a");
    delivery.offer("a", tick("BTC", 1));
    delivery.offer("a", tick("ETH", 1));
    const closed = delivery.close();
    delivery.offer("b", tick("BTC", 1));
    expect(await Promise.race([closed.then(() => "closed"), Promise.resolve("open")])).toBe("open");
    hanging.get("a")?.resolve(true);
    await closed;
    expect(posted).toEqual(["a BTC 1"]);
  });
});
