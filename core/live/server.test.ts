import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../kernel/clock/index.ts";
import * as Sockets from "../platform/connections.ts";
import { lease } from "../platform/entity.ts";
import * as Lease from "../platform/lease/index.ts";
import * as Queue from "../platform/queue.ts";
import * as Table from "../platform/table/index.ts";
import { save, type Tick } from "../prices/latest.ts";
import { liveConnection } from "./entity.ts";
import { open } from "./feed.ts";
import { ShardServer } from "./server.ts";
import { keyOf, shardOf } from "./subscribers.ts";
import * as Worker from "./worker.ts";

withDatabase();

/** Whether nobody holds a lease now. */
const isFree = async (name: string): Promise<boolean> => {
  const held = await Table.find(lease, { name });
  return held === undefined || held.untilMs <= BigInt(Clock.nowMs());
};

/** Long ago: what a source says of its ticks' time decides nothing. */
const tick = (symbol: string, price: string): Tick => ({
  symbol,
  price,
  change24h: "0",
  volume24h: "0",
  timestamp: "2020-01-01T00:00:00.000Z",
});

const SHARDS = 50;
let shard = 0;
const posted: string[] = [];
const servers: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  // A shard of its own for each test.
  shard++;
  vi.stubEnv("LIVE_SHARDS", String(SHARDS));
  posted.length = 0;
  await save([]);
  vi.spyOn(Sockets, "post").mockImplementation(async (id, data) => {
    const { symbol, price } = JSON.parse(String(data)) as Tick;
    posted.push(`${id.replace(/-\d+$/, "")} ${symbol} ${price}`);
    return true;
  });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.close()));
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  Clock.setOffset(0);
});

/** An id that hashes to the test's shard. */
function idOf(name: string): string {
  for (let nth = 0; ; nth++) if (shardOf(`${name}-${nth}`) === shard) return `${name}-${nth}`;
}
const subscribed = async (name: string, quietUntilMs: number, ...symbols: string[]) => {
  const connectionId = idOf(name);
  const item = { connectionId, holder: "key:test", openedMs: Clock.nowMs(), quietUntilMs };
  // As another process does: this one does not hear of it.
  await Table.put({ ...keyOf(connectionId), ...item, symbols: new Set(symbols) });
};
const member = (name: string, ...symbols: string[]) => subscribed(name, 0, ...symbols);
const begin = async () => {
  const server = new ShardServer(shard);
  servers.push(server);
  await server.ready;
  return server;
};
const shown = (passes: (line: string) => boolean = () => true) => expect.poll(() => posted.filter(passes));

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

describe("a server", () => {
  it("takes ticks while its subscribers cannot be read, and posts the newest once they can", async () => {
    await member("a", "BTC", "ETH");
    const list = vi.spyOn(Table, "pages").mockImplementation(() => {
      throw new Error("throttled");
    });
    const server = await begin();
    for (let price = 1; price <= 20; price++) server.publish([tick("BTC", String(price))]);
    server.publish([tick("ETH", "3")]);
    expect(posted).toEqual([]);
    list.mockRestore();
    await shown().toHaveLength(2);
    expect(posted.toSorted()).toEqual(["a BTC 20", "a ETH 3"]);
  });

  it("ends a connection that hashes to another shard since their number was changed", async () => {
    await member("a", "BTC");
    const end = vi.spyOn(Sockets, "end").mockResolvedValue();
    vi.stubEnv("LIVE_SHARDS", String(SHARDS * 7));
    const server = new ShardServer(shard);
    servers.push(server);
    const pk = liveConnection.partition({ shard: String(shard) });
    await expect.poll(() => Table.queryAll({ pk })).toEqual([]);
    expect(end).toHaveBeenCalledTimes(1);
  });
});

describe("orders of workers", () => {
  const publisher = () => {
    const made = open(Clock.nowMs() + 60_000);
    servers.push(made);
    return made;
  };
  const sentBy = (send: { mock: { calls: [string, readonly Queue.Message[]][] } }) =>
    send.mock.calls.map(([, sent]) => sent.map(({ id }) => Number(id)));

  it("are sent once for each further shard, to serve it beyond the run of the feed", async () => {
    const untilMs = Clock.nowMs() + 60_000;
    const send = vi.spyOn(Queue, "send").mockResolvedValue([]);
    const made = open(untilMs);
    await made.close();
    expect(sentBy(send)).toEqual([Array.from({ length: SHARDS - 1 }, (_, index) => index + 1)]);
    const orders = send.mock.calls[0]?.[1].map(({ body }) => Worker.parse(body)) ?? [];
    expect(orders.every((one) => one.untilMs > untilMs)).toBe(true);
  });

  it("are none where one process serves all", async () => {
    vi.stubEnv("LIVE_SHARDS", "1");
    const send = vi.spyOn(Queue, "send").mockResolvedValue([]);
    await open(Clock.nowMs() + 60_000).close();
    expect(send).not.toHaveBeenCalled();
  });

  it("that could not be sent are sent again", async () => {
    const send = vi.spyOn(Queue, "send").mockRejectedValueOnce(new Error("down")).mockResolvedValue([]);
    publisher();
    await expect.poll(() => send.mock.calls.length).toBe(2);
    expect(sentBy(send)[1]).toHaveLength(SHARDS - 1);
  });

  it("that the queue did not take are sent again, and those alone", async () => {
    const send = vi.spyOn(Queue, "send").mockResolvedValueOnce(["2", "7"]).mockResolvedValue([]);
    publisher();
    await expect.poll(() => send.mock.calls.length).toBe(2);
    expect(sentBy(send)[1]).toEqual([2, 7]);
  });
});

describe("a worker", () => {
  const order = () => ({ shard, untilMs: Clock.nowMs() + 60_000 });

  it("serves though its lease could not be asked for at first", async () => {
    await member("a", "BTC");
    await save([tick("BTC", "5")]);
    vi.spyOn(Lease, "acquire").mockRejectedValueOnce(new Error("throttled"));
    let asked = 0;
    const remainingMs = () => (asked++ < 3 ? 60_000 : 0);
    expect(await Worker.work(order(), remainingMs)).toBe(true);
    expect(posted).toEqual(["a BTC 5"]);
  });

  it("that cannot get its lease all the time ends with its time", async () => {
    vi.spyOn(Lease, "acquire").mockRejectedValue(new Error("throttled"));
    let asked = 0;
    expect(await Worker.work(order(), () => (asked++ < 2 ? 60_000 : 0))).toBe(false);
  });

  it("waits for the one before it, and takes over where that ends", async () => {
    await member("a", "BTC");
    await save([tick("BTC", "5")]);
    const name = `prices-live-${shard}`;
    await Lease.acquire(name, "before", 60);
    let isOver = false;
    const working = Worker.work(order(), () => (isOver ? 0 : 60_000));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(posted).toEqual([]);
    await Lease.release(name, "before");
    await shown().toEqual(["a BTC 5"]);
    isOver = true;
    expect(await working).toBe(true);
    expect(await isFree(name)).toBe(true);
  });

  it("that has lost its lease ends", async () => {
    const name = `prices-live-${shard}`;
    const working = Worker.work(order(), () => 60_000);
    await expect.poll(() => isFree(name)).toBe(false);
    vi.spyOn(Lease, "acquire").mockResolvedValue(false);
    expect(await working).toBe(true);
  });

  it("has nothing to do for an order that is over", async () => {
    expect(await Worker.work({ shard, untilMs: Clock.nowMs() }, () => 60_000)).toBe(false);
  });
});
