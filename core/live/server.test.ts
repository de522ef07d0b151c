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

/** Returns whether a lease is free. */
const isFree = async (name: string): Promise<boolean> => {
  const held = await Table.find(lease, { name });
  return held === undefined || held.untilMs <= BigInt(Clock.nowMs());
};

/** A tick with an old time, because the time of a tick must not matter. */
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

/** Returns an id that hashes to the test's shard. */
function idOf(name: string): string {
  for (let nth = 0; ; nth++) if (shardOf(`${name}-${nth}`) === shard) return `${name}-${nth}`;
}
const putSubscriber = async (name: string, quietUntilMs: number, ...symbols: string[]) => {
  const connectionId = idOf(name);
  const item = { connectionId, holder: "key:test", openedMs: Clock.nowMs(), quietUntilMs };
  // Like another process, without an announcement in this one.
  await Table.put({ ...keyOf(connectionId), ...item, symbols: new Set(symbols) });
};
const member = (name: string, ...symbols: string[]) => putSubscriber(name, 0, ...symbols);
const startServer = async () => {
  const server = new ShardServer(shard);
  servers.push(server);
  await server.ready;
  return server;
};
const expectPosted = (passes: (line: string) => boolean = () => true) =>
  expect.poll(() => posted.filter(passes));

describe("a shard's server", () => {
  it("offers the latest ticks to all subscribers when it starts", async () => {
    await Promise.all([member("a", "BTC", "USD"), member("b", "BTC")]);
    await save([tick("BTC", "7"), tick("USD", "1"), tick("ETH", "3")]);
    await startServer();
    await expectPosted().toHaveLength(3);
    expect(posted.toSorted()).toEqual(["a BTC 7", "a USD 1", "b BTC 7"]);
  });

  it("offers the newest tick once to new subscribers", async () => {
    const server = await startServer();
    server.publish([tick("BTC", "1"), tick("ETH", "2")]);
    server.publish([tick("BTC", "8")]);
    await member("late", "BTC");
    await expectPosted().toEqual(["late BTC 8"]);
    // At the next refresh, the first symbol is no longer new.
    await Promise.all([member("late", "BTC", "ETH"), member("later", "ETH")]);
    await expectPosted((line) => line.includes("ETH")).toHaveLength(2);
    expect(posted.filter((line) => line.includes("BTC"))).toEqual(["late BTC 8"]);
  });

  it("does not repeat ticks that the answer to the subscription included", async () => {
    const server = await startServer();
    server.publish([tick("USD", "1"), tick("BTC", "1")]);
    Clock.setOffset(10_000);
    await putSubscriber("a", Clock.nowMs() - 5_000, "USD", "BTC");
    await member("b", "BTC");
    await expectPosted().toEqual(["b BTC 1"]);
    await server.close();
    expect(posted).toEqual(["b BTC 1"]);
  });

  it("posts a changed price, but not an unchanged one with a new time", async () => {
    await member("a", "BTC", "USD");
    const server = await startServer();
    server.publish([tick("BTC", "1"), tick("USD", "1")]);
    await expectPosted().toHaveLength(2);
    for (const timestamp of ["2020-01-01T00:00:01.000Z", "2020-01-01T00:00:02.000Z"])
      server.publish([
        { ...tick("USD", "1"), timestamp },
        { ...tick("BTC", "1"), timestamp },
      ]);
    server.publish([tick("BTC", "2"), tick("USD", "1")]);
    await expectPosted((line) => line.includes("BTC 2")).toHaveLength(1);
    expect(posted.toSorted()).toEqual(["a BTC 1", "a BTC 2", "a USD 1"]);
  });
});

describe("a server of live prices", () => {
  it("accepts ticks while its subscribers cannot be read, and posts the newest ones later", async () => {
    await member("a", "BTC", "ETH");
    const list = vi.spyOn(Table, "pages").mockImplementation(() => {
      throw new Error("throttled");
    });
    const server = await startServer();
    for (let price = 1; price <= 20; price++) server.publish([tick("BTC", String(price))]);
    server.publish([tick("ETH", "3")]);
    expect(posted).toEqual([]);
    list.mockRestore();
    await expectPosted().toHaveLength(2);
    expect(posted.toSorted()).toEqual(["a BTC 20", "a ETH 3"]);
  });

  it("ends a connection that hashes to another shard after a change of the number of shards", async () => {
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

describe("requests for workers", () => {
  const publisher = () => {
    const opened = open(Clock.nowMs() + 60_000);
    servers.push(opened);
    return opened;
  };
  const sentBy = (send: { mock: { calls: [string, readonly Queue.Message[]][] } }) =>
    send.mock.calls.map(([, sent]) => sent.map(({ id }) => Number(id)));

  it("are sent once for each further shard, and last longer than the feed's run", async () => {
    const untilMs = Clock.nowMs() + 60_000;
    const send = vi.spyOn(Queue, "send").mockResolvedValue([]);
    const opened = open(untilMs);
    await opened.close();
    expect(sentBy(send)).toEqual([Array.from({ length: SHARDS - 1 }, (_, index) => index + 1)]);
    const requests = send.mock.calls[0]?.[1].map(({ body }) => Worker.parse(body)) ?? [];
    expect(requests.every((one) => one.untilMs > untilMs)).toBe(true);
  });

  it("are not sent if one process serves all connections", async () => {
    vi.stubEnv("LIVE_SHARDS", "1");
    const send = vi.spyOn(Queue, "send").mockResolvedValue([]);
    await open(Clock.nowMs() + 60_000).close();
    expect(send).not.toHaveBeenCalled();
  });

  it("are sent again after an error", async () => {
    const send = vi.spyOn(Queue, "send").mockRejectedValueOnce(new Error("down")).mockResolvedValue([]);
    publisher();
    await expect.poll(() => send.mock.calls.length).toBe(2);
    expect(sentBy(send)[1]).toHaveLength(SHARDS - 1);
  });

  it("are sent again only if the queue rejected them", async () => {
    const send = vi.spyOn(Queue, "send").mockResolvedValueOnce(["2", "7"]).mockResolvedValue([]);
    publisher();
    await expect.poll(() => send.mock.calls.length).toBe(2);
    expect(sentBy(send)[1]).toEqual([2, 7]);
  });
});

describe("a worker", () => {
  const workerRequest = () => ({ shard, untilMs: Clock.nowMs() + 60_000 });

  it("serves after a failed attempt to get its lease", async () => {
    await member("a", "BTC");
    await save([tick("BTC", "5")]);
    vi.spyOn(Lease, "acquire").mockRejectedValueOnce(new Error("throttled"));
    let calls = 0;
    const remainingMs = () => (calls++ < 3 ? 60_000 : 0);
    expect(await Worker.serve(workerRequest(), remainingMs)).toBe(true);
    expect(posted).toEqual(["a BTC 5"]);
  });

  it("ends without its lease when its time is used up", async () => {
    vi.spyOn(Lease, "acquire").mockRejectedValue(new Error("throttled"));
    let calls = 0;
    expect(await Worker.serve(workerRequest(), () => (calls++ < 2 ? 60_000 : 0))).toBe(false);
  });

  it("waits for the previous worker, and takes over when it ends", async () => {
    await member("a", "BTC");
    await save([tick("BTC", "5")]);
    const name = `prices-live-${shard}`;
    await Lease.acquire(name, "before", 60);
    let hasEnded = false;
    const working = Worker.serve(workerRequest(), () => (hasEnded ? 0 : 60_000));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(posted).toEqual([]);
    await Lease.release(name, "before");
    await expectPosted().toEqual(["a BTC 5"]);
    hasEnded = true;
    expect(await working).toBe(true);
    expect(await isFree(name)).toBe(true);
  });

  it("ends after it has lost its lease", async () => {
    const name = `prices-live-${shard}`;
    const working = Worker.serve(workerRequest(), () => 60_000);
    await expect.poll(() => isFree(name)).toBe(false);
    vi.spyOn(Lease, "acquire").mockResolvedValue(false);
    expect(await working).toBe(true);
  });

  it("does nothing for an expired request", async () => {
    expect(await Worker.serve({ shard, untilMs: Clock.nowMs() }, () => 60_000)).toBe(false);
  });
});
