import { describe, expect, it } from "vitest";
import type { Tick } from "../latest.ts";
import { startDelivery } from "./delivery.ts";

const tick = (symbol: string, price: number): Tick => ({
  symbol,
  price: String(price),
  change24h: "0",
  volume24h: "0",
  timestamp: "2026-11-21T09:30:00.000Z",
});

/** Posts that hang until they are told to end, and what was posted to whom. */
function postOffice(lanes: { fastLanes?: number; slowLanes?: number } = {}) {
  const posted: string[] = [];
  const hanging = new Map<string, PromiseWithResolvers<boolean>>();
  const gone: string[] = [];
  const slow = new Set<string>();
  const delivery = startDelivery({
    ...lanes,
    post: (id, { symbol, price }) => {
      posted.push(`${id} ${symbol} ${price}`);
      if (!slow.has(id)) return Promise.resolve(true);
      const end = Promise.withResolvers<boolean>();
      hanging.set(id, end);
      return end.promise;
    },
    gone: (id) => gone.push(id),
  });
  const settled = () => new Promise(setImmediate);
  return { delivery, posted, hanging, gone, slow, settled };
}

describe("a delivery", () => {
  it("reaches a connection in order, one post at a time", async () => {
    const { delivery, posted, settled } = postOffice();
    for (const [symbol, price] of [
      ["BTC", 1],
      ["ETH", 2],
      ["USDC", 3],
    ] as const)
      delivery.offer("a", tick(symbol, price));
    await settled();
    expect(posted).toEqual(["a BTC 1", "a ETH 2", "a USDC 3"]);
  });

  it("gives a connection that did not keep up the newest price of each symbol, and not those in between", async () => {
    const { delivery, posted, hanging, slow, settled } = postOffice();
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
    expect(delivery.figures()).toEqual({ posted: 3, conflated: 197, dropped: 0 });
  });

  it("waits for no slow connection, however many there are", async () => {
    const { delivery, posted, hanging, slow, settled } = postOffice({ fastLanes: 4, slowLanes: 2 });
    const slowIds = Array.from({ length: 20 }, (_, index) => `slow-${index}`);
    for (const id of slowIds) slow.add(id);
    // Each slow one may hold a fast lane once, until its first post is given up on.
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

  it("tells once of a connection that is gone, and keeps nothing for it", async () => {
    const { delivery, hanging, gone, posted, slow, settled } = postOffice();
    slow.add("a");
    delivery.offer("a", tick("BTC", 1));
    delivery.offer("a", tick("ETH", 1));
    hanging.get("a")?.resolve(false);
    await settled();
    expect(gone).toEqual(["a"]);
    expect(posted).toEqual(["a BTC 1"]);
  });

  it("waits for what is under way when it is closed, and begins nothing more", async () => {
    const { delivery, hanging, posted, slow } = postOffice();
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
