import {
  DynamoDBClient,
  GetItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../kernel/clock/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Sockets from "../platform/connections.ts";
import { toWire } from "../platform/table/dynamodb.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Connections from "./connections.ts";
import { parse } from "./message.ts";
import { MAX_CONNECTIONS } from "./schema.ts";
import * as Subscribers from "./subscribers.ts";
import { shardOf } from "./subscribers.ts";
import { NewestTicks } from "./ticks.ts";

withDatabase();

const remainingItems = async () => {
  const items: Table.Item[] = [];
  for await (const item of Table.scan()) if (String(item["pk"]).startsWith("LIVE")) items.push(item);
  return items;
};
const openAll = (ids: readonly string[], holder: string) =>
  Promise.allSettled(ids.map((id) => Connections.open(id, holder)));
const ids = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

beforeEach(async () => {
  for (const item of await remainingItems()) await Table.remove(keyOfItem(item));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  Clock.setOffset(0);
});

describe("connections", () => {
  it("of one holder are never more than 5 under parallel requests, without affecting other holders", async () => {
    const [one, other] = await Promise.all([openAll(ids("a", 60), "key:a"), openAll(ids("b", 3), "key:b")]);
    expect(one.filter((each) => each.status === "fulfilled")).toHaveLength(MAX_CONNECTIONS);
    expect(other.filter((each) => each.status === "fulfilled")).toHaveLength(3);
    for (const each of one)
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    expect(await Subscribers.list(0)).toHaveLength(MAX_CONNECTIONS + 3);
  });

  it("leave no items behind when they are closed repeatedly and concurrently", async () => {
    const all = ids("c", 5);
    await openAll(all, "key:c");
    await Promise.all(all.map((id) => Subscribers.subscribe(id, ["BTC"])));
    await Promise.all([...all, ...all, "never-seen"].map((id) => Connections.close(id)));
    expect(await remainingItems()).toEqual([]);
  });

  it("make room for another one when they close, or are older than API Gateway's limit", async () => {
    await openAll(ids("d", 5), "key:d");
    await Connections.close("d-0");
    await Connections.open("d-5", "key:d");
    vi.spyOn(Sockets, "isConnected").mockResolvedValue(true);
    await expect(Connections.open("d-6", "key:d")).rejects.toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    Clock.setOffset(Connections.MAX_AGE_MS + 1000);
    await Connections.open("d-7", "key:d");
  });

  it("that ended without an event are detected before their holder is rejected, unless they are new", async () => {
    const isConnected = vi.spyOn(Sockets, "isConnected").mockResolvedValue(false);
    await openAll(ids("e", 5), "key:e");
    await expect(Connections.open("e-5", "key:e")).rejects.toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    expect(isConnected).not.toHaveBeenCalled();
    Clock.setOffset(61_000);
    await Connections.open("e-6", "key:e");
    expect((await Subscribers.list(0)).map((one) => one.connectionId)).toEqual(["e-6"]);
  });

  it("are spread over all shards", async () => {
    vi.stubEnv("LIVE_SHARDS", "4");
    const all = ids("f", 40);
    for (const [index, id] of all.entries()) await Connections.open(id, `key:f${index >> 2}`);
    const shards = await Promise.all([0, 1, 2, 3].map((shard) => Subscribers.list(shard)));
    for (const [shard, subscribers] of shards.entries()) {
      expect(subscribers.length).toBeGreaterThan(1);
      for (const { connectionId } of subscribers) expect(shardOf(connectionId)).toBe(shard);
    }
    expect(shards.flat()).toHaveLength(all.length);
    await Promise.all(all.map((id) => Connections.close(id)));
    expect(await remainingItems()).toEqual([]);
  });
});

describe("the end of a connection", () => {
  it("writes no item that the end of another holder's connection writes", async () => {
    const all = ids("k", 30);
    for (const [index, id] of all.entries()) await Connections.open(id, `key:k${index}`);
    const commit = vi.spyOn(Table, "commit");
    await Promise.all(all.map((id) => Connections.close(id)));
    const touched = commit.mock.calls.flatMap(([writes]) =>
      writes.map((write) =>
        JSON.stringify("remove" in write ? write.remove : "update" in write && write.update),
      ),
    );
    expect(touched).toHaveLength(2 * all.length);
    expect(new Set(touched).size).toBe(touched.length);
    expect(await remainingItems()).toEqual([]);
  });

  it("is stored even if the item of its holder could not be deleted", async () => {
    for (const id of ids("l", 2)) await Connections.open(id, "key:l");
    vi.spyOn(Table, "remove").mockRejectedValue(new Error("throttled"));
    await Promise.allSettled(ids("l", 2).map((id) => Connections.close(id)));
    vi.restoreAllMocks();
    expect(await Subscribers.list(0)).toEqual([]);
    await openAll(ids("l2", 5), "key:l");
    expect(await Subscribers.list(0)).toHaveLength(5);
  });

  it("fails within ten seconds if its holder's item remains busy", async () => {
    const Item = { connectionId: "m", holder: "key:m", openedMs: 0n, quietUntilMs: 0n };
    const busy = new TransactionCanceledException({
      message: "conflict",
      $metadata: {},
      CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }],
    });
    const client = mockClient(DynamoDBClient);
    try {
      client.on(GetItemCommand).resolves({ Item: toWire(Item) });
      client.on(TransactWriteItemsCommand).rejects(busy);
      const startedMs = performance.now();
      await expect(Connections.close("m")).rejects.toMatchObject({ kind: "unavailable" });
      expect(performance.now() - startedMs).toBeLessThan(10_000);
    } finally {
      client.restore();
    }
  }, 20_000);
});

describe("attempts to connect", () => {
  it("are limited to 60 a minute per holder", async () => {
    const codes: unknown[] = [];
    for (const id of ids("n", 62)) {
      await Connections.open(id, "key:n").catch((error: SvcError) => codes.push(error.code));
      await Connections.close(id);
    }
    expect(codes).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
    await Connections.open("o", "key:o");
    Clock.setOffset(61_000);
    await Connections.open("n-63", "key:n");
  });

  it("of a holder with five connections cause a check of these at most once in 10 seconds", async () => {
    const isConnected = vi.spyOn(Sockets, "isConnected").mockResolvedValue(true);
    await openAll(ids("p", 5), "key:p");
    Clock.setOffset(61_000);
    for (const id of ids("q", 4))
      await expect(Connections.open(id, "key:p")).rejects.toBeInstanceOf(SvcError);
    expect(isConnected).toHaveBeenCalledTimes(MAX_CONNECTIONS);
    Clock.setOffset(72_000);
    await expect(Connections.open("q-5", "key:p")).rejects.toBeInstanceOf(SvcError);
    expect(isConnected).toHaveBeenCalledTimes(2 * MAX_CONNECTIONS);
  });
});

describe("subscriptions", () => {
  it("of parallel messages are all stored", async () => {
    await Connections.open("g", "key:g");
    await Promise.all(["BTC", "ETH", "USDC", "EUR"].map((symbol) => Subscribers.subscribe("g", [symbol])));
    await Promise.all([Subscribers.unsubscribe("g", ["EUR", "USD"]), Subscribers.subscribe("g", ["BTC"])]);
    const [member] = await Subscribers.list(0);
    expect([...(member?.symbols ?? [])].toSorted()).toEqual(["BTC", "ETH", "USDC"]);
    await Subscribers.unsubscribe("g", ["BTC", "ETH", "USDC"]);
    expect((await Subscribers.list(0))[0]?.symbols.size).toBe(0);
  });

  it("of an ended connection are ignored", async () => {
    expect(await Subscribers.subscribe("unknown", ["BTC"])).toBe(false);
    expect(await remainingItems()).toEqual([]);
  });
});

describe("a new tick", () => {
  const at = (symbol: string, price: string, ms: number) => ({
    symbol,
    price,
    change24h: "0",
    volume24h: "0",
    timestamp: new Date(Clock.nowMs() + ms).toISOString(),
  });
  it("is recognized by its figures, regardless of its time", () => {
    const newest = new NewestTicks();
    const [old, other] = [at("BTC", "1", -600_000), at("ETH", "2", -500)];
    expect(newest.take([old, other])).toEqual([old, other]);
    expect(newest.take([old, other])).toEqual([]);
    const changed = at("BTC", "1.1", -600_000);
    expect(newest.take([changed, other])).toEqual([changed]);
    for (const more of [{ change24h: "1" }, { volume24h: "1" }])
      expect(newest.take([{ ...other, ...more }])).toHaveLength(1);
  });

  it("is not an unchanged price with a new time", () => {
    const newest = new NewestTicks();
    newest.take([at("USD", "1", 0)]);
    expect([1, 2, 3].flatMap((tick) => newest.take([at("USD", "1", tick * 500)]))).toEqual([]);
  });
});

describe("a message", () => {
  const codeOf = (text: string) => {
    try {
      parse(text);
      return undefined;
    } catch (error) {
      return error instanceof SvcError ? error.code : error;
    }
  };
  it.each([
    ['{"action":"subscribe","symbols":["BTC"]}', undefined],
    ['{"action":"unsubscribe","symbols":["btc","eth"],"id":7}', undefined],
    ["", "MALFORMED_JSON"],
    ["subscribe BTC", "MALFORMED_JSON"],
    ["null", "INVALID_MESSAGE"],
    ["[]", "INVALID_MESSAGE"],
    ["{}", "INVALID_MESSAGE"],
    ['{"action":"buy","symbols":["BTC"]}', "UNKNOWN_ACTION"],
    ['{"action":["subscribe"],"symbols":["BTC"]}', "INVALID_MESSAGE"],
    ['{"action":"subscribe"}', "INVALID_MESSAGE"],
    ['{"action":"subscribe","symbols":[]}', "INVALID_MESSAGE"],
    ['{"action":"subscribe","symbols":"BTC"}', "INVALID_MESSAGE"],
    ['{"action":"subscribe","symbols":[1]}', "INVALID_MESSAGE"],
    [JSON.stringify({ action: "subscribe", symbols: Array(51).fill("BTC") }), "TOO_MANY_SYMBOLS"],
    [`"${"é".repeat(2048)}"`, "MESSAGE_TOO_LARGE"],
  ])("is parsed or rejected with its code: %s", (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it("is parsed or rejected with a code for any input", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((one) => JSON.stringify(one)),
        ),
        (text) => {
          expect(["string", "undefined"]).toContain(typeof codeOf(text));
        },
      ),
    );
  });
});
