import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import * as Clock from "../kernel/clock/index.ts";
import { SvcError } from "../kernel/errors.ts";
import * as Sockets from "../platform/connections.ts";
import * as Table from "../platform/table/index.ts";
import * as Connections from "./connections.ts";
import { liveShard } from "./entity.ts";
import * as Members from "./members.ts";
import { parse } from "./message.ts";
import { Newest } from "./newest.ts";
import { servedUntil } from "./orders.ts";
import * as Recount from "./recount.ts";
import { MAX_CONNECTIONS } from "./schema.ts";
import * as Shards from "./shards.ts";

withDatabase();

const left = async () => {
  const items: Table.Item[] = [];
  for await (const item of Table.scan()) if (String(item["pk"]).startsWith("LIVE")) items.push(item);
  return items;
};
const openAll = (ids: readonly string[], holder: string) =>
  Promise.allSettled(ids.map((id) => Connections.open(id, holder)));
const ids = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

beforeEach(async () => {
  for (const item of await left()) await Table.remove({ pk: String(item["pk"]), sk: String(item["sk"]) });
});
afterEach(() => {
  vi.restoreAllMocks();
  Clock.setOffset(0);
});

describe("connections", () => {
  it("of one holder are never more than 5, however many come at once, and others are not touched", async () => {
    const [one, other] = await Promise.all([openAll(ids("a", 60), "key:a"), openAll(ids("b", 3), "key:b")]);
    expect(one.filter((each) => each.status === "fulfilled")).toHaveLength(MAX_CONNECTIONS);
    expect(other.filter((each) => each.status === "fulfilled")).toHaveLength(3);
    for (const each of one)
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    expect(await Shards.list()).toMatchObject([{ shard: 0, count: MAX_CONNECTIONS + 3 }]);
  });

  it("leave nothing behind when they close, twice over and all at once", async () => {
    const all = ids("c", 5);
    await openAll(all, "key:c");
    await Promise.all(all.map((id) => Members.subscribe(id, ["BTC"])));
    await Promise.all([...all, ...all, "never-seen"].map((id) => Connections.close(id)));
    const rest = await left();
    expect(rest.map((item) => item["pk"])).toEqual(["LIVESHARDS"]);
    expect(await Shards.list()).toMatchObject([{ shard: 0, count: 0 }]);
  });

  it("make room when one closes, and when one is older than API Gateway lets any become", async () => {
    await openAll(ids("d", 5), "key:d");
    await Connections.close("d-0");
    await Connections.open("d-5", "key:d");
    vi.spyOn(Sockets, "stands").mockResolvedValue(true);
    await expect(Connections.open("d-6", "key:d")).rejects.toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    Clock.setOffset(Connections.LONGEST_MS + 1000);
    await Connections.open("d-7", "key:d");
  });

  it("that ended without a word are found out before their holder is refused; new ones are not doubted", async () => {
    const stands = vi.spyOn(Sockets, "stands").mockResolvedValue(false);
    await openAll(ids("e", 5), "key:e");
    await expect(Connections.open("e-5", "key:e")).rejects.toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    expect(stands).not.toHaveBeenCalled();
    Clock.setOffset(61_000);
    await Connections.open("e-6", "key:e");
    expect((await Members.list(0)).map((one) => one.connectionId)).toEqual(["e-6"]);
  });

  it("fill shards from 0 up, and a full one takes no more", async () => {
    await Table.put({ ...liveShard.key({ shard: "0" }), shard: 0, count: Shards.SHARD_SIZE - 1 });
    await Connections.open("f-0", "key:f");
    await Connections.open("f-1", "key:f");
    expect(await Shards.list()).toMatchObject([
      { shard: 0, count: Shards.SHARD_SIZE },
      { shard: 1, count: 1 },
    ]);
    expect((await Members.list(1)).map((one) => one.connectionId)).toEqual(["f-1"]);
    await Connections.close("f-0");
    await Connections.open("f-2", "key:f");
    expect((await Members.list(0)).map((one) => one.connectionId)).toEqual(["f-2"]);
  });
});

describe("the end of a connection", () => {
  it("waits for no other's: it takes no part in a transaction over its shard's count", async () => {
    const all = ids("k", 30);
    for (const [index, id] of all.entries()) await Connections.open(id, `key:k${index}`);
    const transact = vi.spyOn(Table, "transact");
    await Promise.all(all.map((id) => Connections.close(id)));
    const touched = transact.mock.calls.flatMap(([writes]) => JSON.stringify(writes));
    expect(touched).toHaveLength(all.length);
    for (const one of touched) expect(one).not.toContain(liveShard.partition({}));
    expect((await Shards.get(0))?.count).toBe(0);
  });

  it("is counted once though its answer is lost, and an uncounted one is no failure", async () => {
    for (const id of ids("l", 3)) await Connections.open(id, "key:l");
    await Shards.countOut(0, "l-0");
    expect(await Shards.countOut(0, "l-0")).toBe(false);
    expect((await Shards.get(0))?.count).toBe(2);
    const update = vi.spyOn(Table, "update").mockRejectedValueOnce(new Error("throttled"));
    await Connections.close("l-1");
    expect(update).toHaveBeenCalledTimes(1);
    expect((await Members.list(0)).map((one) => one.connectionId)).not.toContain("l-1");
  });

  it("gives up in time when its holder's list cannot be written", async () => {
    await Connections.open("m", "key:m");
    const refused = new Table.TransactionRefused([{ code: "TransactionConflict", item: undefined }]);
    vi.spyOn(Table, "transact").mockRejectedValue(refused);
    let nowMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const pauses = vi.spyOn(Table, "pause").mockImplementation(async () => {
      nowMs += 500;
    });
    await expect(Connections.close("m")).rejects.toMatchObject({ kind: "unavailable" });
    expect(pauses.mock.calls.length).toBeLessThanOrEqual(6);
  });
});

describe("connects", () => {
  it("of one holder are 60 a minute, whatever becomes of them; another's are not touched", async () => {
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

  it("of a full holder look at its connections once in 10 seconds", async () => {
    const stands = vi.spyOn(Sockets, "stands").mockResolvedValue(true);
    await openAll(ids("p", 5), "key:p");
    Clock.setOffset(61_000);
    for (const id of ids("q", 4))
      await expect(Connections.open(id, "key:p")).rejects.toBeInstanceOf(SvcError);
    expect(stands).toHaveBeenCalledTimes(MAX_CONNECTIONS);
    Clock.setOffset(72_000);
    await expect(Connections.open("q-5", "key:p")).rejects.toBeInstanceOf(SvcError);
    expect(stands).toHaveBeenCalledTimes(2 * MAX_CONNECTIONS);
  });
});

describe("subscriptions", () => {
  it("of parallel messages all count", async () => {
    await Connections.open("g", "key:g");
    await Promise.all(["BTC", "ETH", "USDC", "EUR"].map((symbol) => Members.subscribe("g", [symbol])));
    await Promise.all([Members.unsubscribe("g", ["EUR", "USD"]), Members.subscribe("g", ["BTC"])]);
    const [member] = await Members.list(0);
    expect([...(member?.symbols ?? [])].toSorted()).toEqual(["BTC", "ETH", "USDC"]);
    await Members.unsubscribe("g", ["BTC", "ETH", "USDC"]);
    expect((await Members.list(0))[0]?.symbols.size).toBe(0);
  });

  it("of a connection that is gone come to nothing", async () => {
    expect(await Members.subscribe("nobody", ["BTC"])).toBe(false);
    expect(await left()).toEqual([]);
  });
});

describe("the shard of a new connection", () => {
  const shards = (...counts: number[]): Shards.Shard[] =>
    counts.map((count, shard) => ({ shard, count, opened: count, orderedUntilMs: 0 }));
  it.each([
    ["nobody yet", shards(), 0, 0, 0],
    ["room in the first", shards(999, 0), 0, 0, 0],
    ["the first is full", shards(1000, 3), 0, 0, 1],
    ["all are full", shards(1000, 1000), 0, 0, 2],
    ["a gap", shards(1000, 5, 1000), 0, 0.99, 1],
    ["met others twice: the same once more", shards(1000, 5, 7), 2, 0.99, 1],
    ["met others three times: one of two", shards(1000, 5, 7), 3, 0.99, 2],
    ["met others often while few are there: one of two, though 17 are tried", shards(5), 17, 0.99, 1],
    ["met others often while 2000 are there: one of ten", shards(1000, 1000), 17, 0.99, 11],
  ])("%s", (_, list, crowded, random, shard) => {
    expect(Shards.roomIn(list, crowded, () => random)).toBe(shard);
  });
});

describe("orders", () => {
  it.each([
    ["2026-11-21T09:30:00.000Z", "2026-11-21T09:31:00.000Z"],
    ["2026-11-21T09:30:57.999Z", "2026-11-21T09:31:00.000Z"],
    ["2026-11-21T09:30:58.000Z", "2026-11-21T09:32:00.000Z"],
  ])("given at %s are for the minute until %s", (now, until) => {
    expect(new Date(servedUntil(Date.parse(now))).toISOString()).toBe(until);
  });

  it("are noted once for a minute, whoever notes", async () => {
    await Connections.open("h", "key:h");
    const marks = await Promise.all(Array.from({ length: 8 }, () => Shards.markOrdered(0, 60_000)));
    expect(marks.filter(Boolean)).toHaveLength(1);
    expect(await Shards.markOrdered(0, 120_000)).toBe(true);
    expect(await Shards.markOrdered(7, 60_000)).toBe(false);
  });
});

describe("what is new to a server", () => {
  const at = (symbol: string, price: string, ms: number) => ({
    symbol,
    price,
    change24h: "0",
    volume24h: "0",
    timestamp: new Date(Clock.nowMs() + ms).toISOString(),
  });
  it("is told by the figures, however old the source says that they are", () => {
    const newest = new Newest();
    const [old, other] = [at("BTC", "1", -600_000), at("ETH", "2", -500)];
    expect(newest.take([old, other])).toEqual([old, other]);
    expect(newest.take([old, other])).toEqual([]);
    const changed = at("BTC", "1.1", -600_000);
    expect(newest.take([changed, other])).toEqual([changed]);
    for (const more of [{ change24h: "1" }, { volume24h: "1" }])
      expect(newest.take([{ ...other, ...more }])).toHaveLength(1);
  });

  it("is no price that stands still, however often its time moves on", () => {
    const newest = new Newest();
    newest.take([at("USD", "1", 0)]);
    expect([1, 2, 3].flatMap((tick) => newest.take([at("USD", "1", tick * 500)]))).toEqual([]);
  });
});

describe("a shard's count", () => {
  it("is put right by the shard's server when it was wrong at two looks, and not before", async () => {
    await Connections.open("i", "key:i");
    await Table.update({
      key: liveShard.key({ shard: "0" }),
      update: "ADD #count :three",
      names: { "#count": "count" },
      values: { ":three": 3 },
    });
    const recount = Recount.of(0);
    await recount.list();
    expect((await Shards.get(0))?.count).toBe(4);
    await recount.list();
    expect((await Shards.get(0))?.count).toBe(1);
  });

  it("is left alone while connections open", async () => {
    await Table.put({ ...liveShard.key({ shard: "0" }), shard: 0, count: 7 });
    const recount = Recount.of(0);
    for (const id of ids("j", 4)) {
      await recount.list();
      await Connections.open(id, "key:j");
    }
    expect((await Shards.get(0))?.count).toBe(11);
    const seen = await Shards.get(0);
    if (!seen) throw new Error("no shard");
    await Connections.open("j-4", "key:j");
    expect(await Shards.correct(seen, 4)).toBe(false);
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
  ])("%s", (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it("is read or refused by a code, whatever it is", () => {
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
