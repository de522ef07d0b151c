import { globSync } from "node:fs";
import { resolve } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { RequestHandler } from "@svc/local-aws/client";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { clientConfig } from "../../local/database.ts";
import { createFaults, withFaults } from "../../local/faults.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { bare } from "../../tests/support/items.ts";
import * as Clock from "../kernel/clock/index.ts";
import { walletAccount } from "../ledger/entity.ts";
import { isEntity } from "../people/inventory.ts";
import * as Progress from "../platform/backfills/index.ts";
import { entity, keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { type Backfill, ledgerEntities } from "./backfill.ts";
import { AlreadyRunning, type Options, run, SegmentMismatch } from "./run.ts";
import { rateLimiter } from "./work.ts";

const database = withDatabase();

/** Purses, formerly in euros, now in cents. */
const keys = { name: "TestPurse", about: "A purse.", pk: "PURSE#{id}", sk: "PURSE" } as const;
const personal = { holds: "nothing", erasure: "stays", answers: {} } as const;
const former = entity({ ...keys, ...personal, schema: z.object({ id: z.string(), euro: z.bigint() }) });
const purse = entity({ ...keys, ...personal, schema: z.object({ id: z.string(), cents: z.bigint() }) });
/** Converts a purse from euros to cents. Leaves a purse in cents unchanged. */
const inCents = ({ euro, ...item }: Table.Item): Table.Item => ({
  ...item,
  cents: euro === undefined ? item["cents"] : BigInt(String(euro)) * 100n,
});
const COUNT = 300;
const ids = Array.from({ length: COUNT }, (_, at) => `p${at}`);

let made = 0;
/** Returns a new backfill, which converts purses to cents before `change`. */
const backfill = (change: Backfill["change"] = (item) => item): Backfill => ({
  name: `test-${++made}`,
  about: "Makes purses of euro purses of cents.",
  entities: [purse],
  generation: async () => "cents",
  change: (item, of) => change(inCents(item), of),
});
/** A timer without waits. */
const timer = { now: () => 0, wait: async () => undefined };
const options = (more: Options = {}): Options => ({ timer, segments: 2, ...more });

/** Returns all items except the progress of runs. */
const stored = async () =>
  (await Array.fromAsync(Table.scan())).filter(({ pk }) => !/^(BACKFILL|LEASE)#/.test(String(pk)));
const purses = async () => (await stored()).filter(({ pk }) => String(pk).startsWith("PURSE#"));
const fill = () => Promise.all(ids.map((id) => Table.put(former.item({ id, euro: 7n }))));
afterEach(() => Clock.setOffset(0));

describe("a run", () => {
  it("changes each item of its entities and no others, so that the next run changes none", async () => {
    await fill();
    const other = { pk: "OTHER#1", sk: "PURSE", euro: 7n };
    await Table.put(bare(other));
    const toCents = backfill();
    expect(await run(toCents, options())).toMatchObject({
      ...{ changed: COUNT, retried: 0, failed: 0, isComplete: true, resumed: undefined },
    });
    for (const item of await purses()) expect(item).toMatchObject({ cents: 700n });
    expect(await Table.get(other)).toEqual(other);
    expect(await run(toCents, options())).toMatchObject({ changed: 0, failed: 0, isComplete: true });
    const { run: noted } = await Progress.readProgress(toCents.name);
    expect(noted).toMatchObject({
      generation: "cents",
      changed: 0,
      failed: 0,
      endedAt: expect.any(String),
    });
  });

  it("that is a dry run reports the number of changes and writes nothing", async () => {
    await fill();
    const before = await Array.fromAsync(Table.scan());
    const asked = new Set<string>();
    Table.observe(({ operation }) => asked.add(operation));
    const outcome = await run(backfill(), options({ isDryRun: true }));
    Table.observe(undefined);
    expect(outcome).toMatchObject({ changed: COUNT, isComplete: true, scanned: before.length });
    expect([...asked]).toEqual(["Scan"]);
    expect(await Array.fromAsync(Table.scan())).toEqual(before);
  });

  it("reports the key of an item that cannot be changed, and changes the others", async () => {
    await fill();
    await Table.put({ ...former.key({ id: "broken" }), id: "broken" });
    await Table.put({ ...former.key({ id: "p1" }), id: "p1", euro: 8n });
    const failed: [string, unknown][] = [];
    const odd = backfill((item) => (item["id"] === "p1" ? { ...item, cents: "many" } : item));
    const outcome = await run(odd, options({ onFailure: ({ pk }, error) => failed.push([pk, error]) }));
    expect(outcome).toMatchObject({ changed: COUNT - 1, failed: 2, isComplete: true });
    expect(failed.map(([pk]) => pk).toSorted()).toEqual(["PURSE#broken", "PURSE#p1"]);
    expect(await Table.get(former.key({ id: "p1" }))).toMatchObject({ euro: 8n });
    await Table.remove(former.key({ id: "broken" }));
    expect(await run(odd, options())).toMatchObject({ changed: 0, failed: 1 });
  });

  it("rejects a change function that changes a key, or that changes its own result again", async () => {
    await Table.put(former.item({ id: "p0", euro: 7n }));
    for (const change of [
      (item: Table.Item) => ({ ...item, sk: "OTHER" }),
      (item: Table.Item) => ({ ...item, cents: BigInt(String(item["cents"])) + 1n }),
    ]) {
      const before = await purses();
      const outcome = await run(backfill(change), options());
      expect(outcome.changed).toBe(0);
      expect(outcome.failed).toBe(before.length);
      expect(await purses()).toEqual(before);
    }
  });

  it('rejects a backfill of the ledger\'s items without the flag "ledger"', async () => {
    const ofLedger = { ...backfill(() => undefined), entities: [walletAccount] };
    await expect(run(ofLedger, options())).rejects.toThrow(
      'would change items of the ledger (Wallet) without the flag "ledger"',
    );
    expect(await run({ ...ofLedger, ledger: true }, options())).toMatchObject({ isComplete: true });
  });

  it("treats every entity in the ledger's folder as one of the ledger", async () => {
    const files = globSync("core/ledger/**/entity.ts").map((file) => import(resolve(file)));
    const found = (await Promise.all(files)).flatMap((module) => Object.values(module).filter(isEntity));
    for (const one of found) expect(ledgerEntities).toContain(one);
  });
});

describe("a run that is interrupted", () => {
  /** Simulates a crash: operations in progress have no effect, and the lease remains. */
  async function dying(one: Backfill, after: number): Promise<void> {
    let pages = 0;
    const progressed = () => {
      if (++pages === after) throw new Error("killed");
    };
    await expect(run(one, options({ onProgress: progressed, perSecond: 10 }))).rejects.toThrow("killed");
  }

  it("is resumed at its stored position, and repeats at most one page of each segment", async () => {
    await fill();
    const toCents = backfill();
    const total = (await stored()).length;
    await dying(toCents, 4);
    const { run: begun } = await Progress.readProgress(toCents.name);
    const outcome = await run(toCents, options({ segments: undefined }));
    expect(outcome).toMatchObject({ changed: COUNT, isComplete: true, resumed: begun?.startedAt });
    expect(outcome.scanned).toBeGreaterThanOrEqual(total);
    expect(outcome.scanned).toBeLessThan(total + 20);
    for (const item of await purses()) expect(item).toMatchObject({ cents: 700n });
  });

  it("ends after the current pages and releases its lease if the operator stops it", async () => {
    await fill();
    const toCents = backfill();
    const ending = new AbortController();
    const progressed = () => ending.abort();
    const first = await run(
      toCents,
      options({ onProgress: progressed, signal: ending.signal, perSecond: 10 }),
    );
    expect(first.isComplete).toBe(false);
    expect(first.changed).toBeGreaterThan(0);
    expect(first.changed).toBeLessThan(COUNT);
    expect((await Progress.readProgress(toCents.name)).run?.endedAt).toBeUndefined();
    expect(await run(toCents, options())).toMatchObject({ changed: COUNT, isComplete: true });
  });

  it("restarts if the operator requests it, or if its generation has changed", async () => {
    await fill();
    const toCents = backfill();
    await dying(toCents, 2);
    await expect(run(toCents, options({ segments: 3 }))).rejects.toThrow(SegmentMismatch);
    const restart = options({ segments: 3, fromStart: true, perSecond: 10 });
    expect(await run(toCents, { ...restart, signal: AbortSignal.abort() })).toMatchObject({
      ...{ scanned: 0, isComplete: false, resumed: undefined },
    });
    const other = await run(toCents, options({ generation: "tenths" }));
    expect(other).toMatchObject({ isComplete: true, resumed: undefined });
  });
});

describe("two concurrent runs", () => {
  it("exclude each other while one of them holds the lease", async () => {
    await fill();
    const toCents = backfill();
    const [first, second] = await Promise.allSettled([run(toCents, options()), run(toCents, options())]);
    const refused = [first, second].filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(AlreadyRunning)]);
    expect(await purses()).toHaveLength((await purses()).filter(({ cents }) => cents === 700n).length);
  });

  it("end with LeaseLost for the run whose lease expired, which does not overwrite the other's progress", async () => {
    await fill();
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let isHeld = true;
    const toCents = backfill(async (item) => {
      if (isHeld) {
        reached.resolve();
        await held.promise;
      }
      return item;
    });
    const away = run(toCents, options());
    await reached.promise;
    isHeld = false;
    Clock.setOffset((Progress.LEASE_SECONDS + 1) * 1000);
    expect(await run(toCents, options())).toMatchObject({ isComplete: true });
    const after = await Progress.readProgress(toCents.name);
    held.resolve();
    await expect(away).rejects.toThrow(Progress.LeaseLost);
    expect(await Progress.readProgress(toCents.name)).toEqual(after);
    for (const item of await purses()) expect(item).toMatchObject({ cents: 700n });
  });
});

it("a run preserves concurrent updates of other writers", async () => {
  await fill();
  const rivals = new Set<string>();
  const toCents = backfill(async (item) => {
    // Between the read and the write of each tenth item another writer changes it.
    const key = keyOfItem(item);
    if (/0$/.test(key.pk) && !rivals.has(key.pk)) {
      rivals.add(key.pk);
      await Table.update(key, { add: { euro: 1n } });
    }
    return item;
  });
  const writers = ids.map((id) => Table.update(purse.key({ id }), { add: { visits: 5n } }));
  const [outcome] = await Promise.all([run(toCents, options()), ...writers]);
  expect(outcome).toMatchObject({ failed: 0, isComplete: true });
  expect(rivals.size).toBeGreaterThan(0);
  for (const { pk, ...item } of await purses())
    if (ids.includes(String(pk).slice(6)))
      expect(item).toMatchObject({ cents: rivals.has(String(pk)) ? 800n : 700n, visits: 5n });
});

it("a run counts an item as retried if it had to read and change it again", async () => {
  await Promise.all((await purses()).map((item) => Table.remove(keyOfItem(item))));
  await Table.put(former.item({ id: "p0", euro: 7n }));
  let isFirst = true;
  const toCents = backfill(async (item) => {
    if (isFirst) await Table.update(former.key({ id: "p0" }), { add: { euro: 1n } });
    isFirst = false;
    return item;
  });
  expect(await run(toCents, options())).toMatchObject({ changed: 1, retried: 1, failed: 0 });
  expect(await purses()).toMatchObject([{ cents: 800n }]);
});

it("a run lowers its rate while the table throttles, and skips no item", async () => {
  await fill();
  let [calls, isThrottling] = [0, false];
  // Fails each second call.
  const faults = createFaults(() => (isThrottling && ++calls % 2 === 0 ? 0 : 1));
  faults.set({ dependency: "dynamodb", kind: "throttling", rate: 0.5 });
  const config = clientConfig(database.endpoint);
  const inner = new DynamoDBClient(config).config.requestHandler as RequestHandler;
  const requestHandler = withFaults(faults, "dynamodb", inner) as never;
  Table.configure({ ...config, requestHandler, maxAttempts: 1 });
  const rates: number[] = [];
  try {
    const toCents = backfill((item) => {
      isThrottling = true;
      return item;
    });
    const progressed: Options["onProgress"] = (_, { rate }) => void rates.push(rate);
    const outcome = await run(toCents, options({ perSecond: 64, onProgress: progressed }));
    expect(outcome).toMatchObject({ changed: COUNT, failed: 0, isComplete: true });
  } finally {
    Table.configure(config);
  }
  expect(Math.min(...rates)).toBeLessThan(16);
  for (const item of await purses()) expect(item).toMatchObject({ cents: 700n });
});

it("the rate limiter halves its rate after each throttling, and recovers up to the configured rate", async () => {
  const waited: number[] = [];
  const limiter = rateLimiter(100, { now: () => 0, wait: async (ms) => void waited.push(ms) });
  for (const count of [50, 50, 10]) await limiter.acquire(count);
  expect(waited).toEqual([500, 1000]);
  limiter.backOff();
  expect(limiter.rate).toBe(50);
  for (let page = 0; page < 20; page++) limiter.recover();
  expect(limiter.rate).toBe(100);
  for (let time = 0; time < 20; time++) limiter.backOff();
  expect(limiter.rate).toBe(1);
});
