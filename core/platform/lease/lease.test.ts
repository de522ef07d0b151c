import { afterEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Lease from "./index.ts";

withDatabase();
afterEach(() => Clock.setOffset(0));

describe("a lease", () => {
  it("has one holder under parallel requests", async () => {
    const holders = Array.from({ length: 20 }, (_, index) => `holder-${index}`);
    const got = await Promise.all(holders.map((holder) => Lease.acquire("race", holder, 60)));
    expect(got.filter(Boolean)).toHaveLength(1);
  });

  it("can be renewed by its holder, and acquired by another process only after it has expired", async () => {
    expect(await Lease.acquire("work", "a", 60)).toBe(true);
    Clock.setOffset(30_000);
    expect(await Lease.acquire("work", "a", 60)).toBe(true);
    Clock.setOffset(70_000);
    expect(await Lease.acquire("work", "b", 60)).toBe(false);
    Clock.setOffset(91_000);
    expect(await Lease.acquire("work", "b", 60)).toBe(true);
  });

  it("is free after its holder releases it, and no other process can release it", async () => {
    expect(await Lease.acquire("given", "a", 60)).toBe(true);
    await Lease.release("given", "b");
    expect(await Lease.acquire("given", "b", 60)).toBe(false);
    await Lease.release("given", "a");
    expect(await Lease.acquire("given", "b", 60)).toBe(true);
  });
});
