import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Sockets from "../platform/connections.ts";
import * as Lease from "../platform/lease/index.ts";
import * as Queue from "../platform/queue.ts";
import * as Table from "../platform/table/index.ts";
import { save, type Tick } from "../prices/latest.ts";
import { liveMember, liveShard } from "./entity.ts";
import { fanOut } from "./fanout.ts";
import { orderServers } from "./orders.ts";
import { type ShardServer, serve } from "./serve.ts";
import * as Shards from "./shards.ts";

withDatabase();

/** Long ago: what a source says of its ticks' time decides nothing. */
const tick = (symbol: string, price: string): Tick => ({
  symbol,
  price,
  change24h: "0",
  volume24h: "0",
  timestamp: "2020-01-01T00:00:00.000Z",
});

let shard = 0;
const posted: string[] = [];
const servers: ShardServer[] = [];

beforeEach(async () => {
  // A shard of its own for each test.
  shard++;
  posted.length = 0;
  await save([]);
  vi.spyOn(Sockets, "post").mockImplementation(async (id, data) => {
    const { symbol, price } = JSON.parse(String(data)) as Tick;
    posted.push(`${id} ${symbol} ${price}`);
    return true;
  });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.close()));
  vi.restoreAllMocks();
  Clock.setOffset(0);
});

/** Subscribes as another process does: this one does not hear of it. */
const subscribed = (connectionId: string, quietUntilMs: number, ...symbols: string[]) =>
  Table.put({
    ...liveMember.key({ shard: String(shard), connectionId }),
    connectionId,
    openedMs: Clock.nowMs(),
    quietUntilMs,
    symbols: new Set(symbols),
  });
const member = (connectionId: string, ...symbols: string[]) => subscribed(connectionId, 0, ...symbols);
const begin = async () => {
  const server = await serve(shard);
  servers.push(server);
  return server;
};
const shown = (passes: (line: string) => boolean = () => true) =>
  expect.poll(() => posted.filter(passes), { timeout: 10_000 });

describe("a shard's server", () => {
  it("offers the latest ticks to all when it begins: the one before may have ended with them in hand", async () => {
    await Promise.all([member("a", "BTC", "USD"), member("b", "BTC")]);
    await save([tick("BTC", "7"), tick("USD", "1"), tick("ETH", "3")]);
    await begin();
    await shown().toHaveLength(3);
    expect(posted.toSorted()).toEqual(["a BTC 7", "a USD 1", "b BTC 7"]);
  });

  it("offers the newest tick to who has subscribed since its last look, once", async () => {
    const server = await begin();
    server.publish([tick("BTC", "1"), tick("ETH", "2")]);
    server.publish([tick("BTC", "8")]);
    await member("late", "BTC");
    await shown().toEqual(["late BTC 8"]);
    // At the next look that brings something, the first is no longer new.
    await Promise.all([member("late", "BTC", "ETH"), member("later", "ETH")]);
    await shown((line) => line.includes("ETH")).toHaveLength(2);
    expect(posted.filter((line) => line.includes("BTC"))).toEqual(["late BTC 8"]);
  });

  it("does not tell again what was there when somebody subscribed, for the answer told it", async () => {
    const server = await begin();
    server.publish([tick("USD", "1"), tick("BTC", "1")]);
    Clock.setOffset(10_000);
    await subscribed("a", Clock.nowMs() - 5_000, "USD", "BTC");
    await member("b", "BTC");
    await shown().toEqual(["b BTC 1"]);
    await server.close();
    expect(posted).toEqual(["b BTC 1"]);
  });

  it("pushes what changed, and not what only has a new time", async () => {
    await member("a", "BTC", "USD");
    const server = await begin();
    server.publish([tick("BTC", "1"), tick("USD", "1")]);
    await shown().toHaveLength(2);
    for (const timestamp of ["2020-01-01T00:00:01.000Z", "2020-01-01T00:00:02.000Z"])
      server.publish([
        { ...tick("USD", "1"), timestamp },
        { ...tick("BTC", "1"), timestamp },
      ]);
    server.publish([tick("BTC", "2"), tick("USD", "1")]);
    await shown((line) => line.includes("BTC 2")).toHaveLength(1);
    expect(posted.toSorted()).toEqual(["a BTC 1", "a BTC 2", "a USD 1"]);
  });
});

describe("orders", () => {
  const shards = async (...numbers: number[]) => {
    for (const one of await Shards.list()) await Table.remove(liveShard.key({ shard: String(one.shard) }));
    for (const one of numbers)
      await Table.put({ ...liveShard.key({ shard: String(one) }), shard: one, count: 1 });
  };

  it("that could not be sent are not marked, so the next call sends them", async () => {
    await shards(1, 2);
    const send = vi.spyOn(Queue, "send").mockRejectedValueOnce(new Error("down")).mockResolvedValue([]);
    await expect(orderServers()).rejects.toThrow("down");
    await orderServers();
    expect(send.mock.calls[1]?.[1].map(({ id }) => id)).toEqual(["1", "2"]);
    await orderServers();
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("that the queue did not take are sent again, and those alone", async () => {
    await shards(1, 2, 3);
    const send = vi.spyOn(Queue, "send").mockResolvedValueOnce(["2"]).mockResolvedValue([]);
    await orderServers();
    await orderServers();
    expect(send.mock.calls.map(([, sent]) => sent.map(({ id }) => id))).toEqual([["1", "2", "3"], ["2"]]);
  });

  it("of one batch that fails take nothing from the others", async () => {
    await shards(...Array.from({ length: 12 }, (_, index) => index + 1));
    const send = vi.spyOn(Queue, "send").mockImplementation(async (_, sent) => {
      if (sent.length === 10) throw new Error("down");
      return [];
    });
    await expect(orderServers()).rejects.toThrow("down");
    send.mockResolvedValue([]);
    await orderServers();
    expect(send.mock.calls.at(-1)?.[1]).toHaveLength(10);
  });
});

describe("an order", () => {
  it("is carried out though its lease could not be asked for at first", async () => {
    await member("a", "BTC");
    await save([tick("BTC", "5")]);
    vi.spyOn(Lease, "acquire").mockRejectedValueOnce(new Error("throttled"));
    let asked = 0;
    const remainingMs = () => (asked++ < 2 ? 60_000 : 0);
    expect(await fanOut({ shard, untilMs: Clock.nowMs() + 60_000 }, remainingMs)).toBe(true);
    expect(posted).toEqual(["a BTC 5"]);
  });

  it("that cannot get its lease all the time ends with its time", async () => {
    vi.spyOn(Lease, "acquire").mockRejectedValue(new Error("throttled"));
    let asked = 0;
    expect(await fanOut({ shard, untilMs: Clock.nowMs() + 60_000 }, () => (asked++ < 2 ? 60_000 : 0))).toBe(
      false,
    );
  });
});
