import { describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../table/index.ts";
import * as Idempotency from "./index.ts";

withDatabase();

const claim = (key: string, request: unknown = { amount: 5 }) =>
  Idempotency.claim<{ moved: bigint }>("usr_one", "test.move", key, request);

const work = (claimed: Idempotency.Claim<{ moved: bigint }>, moved: bigint): Promise<void> =>
  Table.commit([Idempotency.recordWrite(claimed, { moved })]);

describe("an idempotency key", () => {
  it("records a result with its amounts to the last base unit", async () => {
    const claimed = claim("exact");
    await work(claimed, 10n ** 30n + 1n);
    const replayed = Idempotency.replay(claimed, await Table.get(claimed.key));
    expect(replayed?.result).toEqual({ moved: 10n ** 30n + 1n });
  });

  it("allows one of 20 parallel requests, and returns its result to the others", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => work(claim("raced"), BigInt(i))),
    );
    const done = outcomes.filter((one) => one.status === "fulfilled");
    expect(done).toHaveLength(1);
    const replayed = Idempotency.replay(claim("raced"), await Table.get(claim("raced").key));
    for (const one of outcomes) {
      if (one.status === "fulfilled") continue;
      expect(one.reason).toBeInstanceOf(Idempotency.AlreadyDone);
      expect(Idempotency.replay(claim("raced"), one.reason.item)).toEqual(replayed);
    }
  });

  it("accepts a repeated request with another order of fields", () => {
    expect(claim("order", { a: 1, b: { c: 2, d: 3 } }).fingerprint).toBe(
      claim("order", { b: { d: 3, c: 2 }, a: 1 }).fingerprint,
    );
  });

  it("is rejected if another request uses it", async () => {
    await work(claim("reused"), 1n);
    const other = claim("reused", { amount: 6 });
    const item = await Table.get(other.key);
    expect(() => Idempotency.replay(other, item)).toThrow(
      expect.objectContaining({ code: "IDEMPOTENCY_KEY_REUSED", kind: "unprocessable" }),
    );
  });

  it("is separate for each actor and operation", () => {
    const keys = [
      Idempotency.keyOf("usr_one", "test.move", "k"),
      Idempotency.keyOf("usr_two", "test.move", "k"),
      Idempotency.keyOf("usr_one", "test.other", "k"),
      Idempotency.keyOf("usr_one", "test.move#k", "k"),
    ];
    expect(new Set(keys.map((key) => `${key.pk}|${key.sk}`)).size).toBe(keys.length);
  });

  it("can be used again after 7 days, even if the expired record still exists", async () => {
    const claimed = claim("weekly");
    await work(claimed, 1n);
    Clock.setOffset((Idempotency.TTL_SECONDS + 1) * 1000);
    expect(Idempotency.replay(claimed, await Table.get(claimed.key))).toBeUndefined();
    await work(claim("weekly"), 2n);
    expect(Idempotency.replay(claimed, await Table.get(claimed.key))?.result).toEqual({ moved: 2n });
    Clock.setOffset(0);
  });

  it.each(["", " ", "with space", "é", "x".repeat(256)])("is rejected if it is %j", (key) => {
    expect(() => claim(key)).toThrow(expect.objectContaining({ code: "INVALID_IDEMPOTENCY_KEY" }));
  });
});
