import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import type { LiveActor } from "../../identity/actor.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Transactions from "./index.ts";
import type { NewTransaction } from "./schema.ts";

/** Pages of transactions, their totals and their cost. */

withDatabase();

const startMs = Date.parse("2026-01-01T00:00:00.000Z");
const big = { note: "x".repeat(500), other: "y".repeat(500) };

const one = (actor: LiveActor, n: number, more: Partial<NewTransaction> = {}): NewTransaction => ({
  transactionId: `pi_${actor.userId}_${String(n).padStart(5, "0")}`,
  userId: actor.userId,
  type: "payment",
  status: n % 7 === 0 ? "FAILED" : "SUCCEEDED",
  amountMinor: BigInt(100 + (n % 13)),
  currency: "EUR",
  description: "Lunch",
  metadata: big,
  createdAt: new Date(startMs + n * DAY_MS * 0.1).toISOString(),
  refundedMinor: 0n,
  needsApproval: false,
  ...more,
});

const open = (all: readonly NewTransaction[]) =>
  all.reduce<Promise<unknown>>(
    (before, next) => before.then(() => Table.commit(Transactions.openWrites(next))),
    Promise.resolve(),
  );

const newest = { field: "createdAt", order: "desc" } as const;
const filter = (more: Partial<Transactions.Filter> = {}): Transactions.Filter => ({
  page: 1,
  limit: 20,
  sort: newest,
  ...more,
});

/** Measures the calls and capacity units of the table during `work`. */
async function measure<T>(work: () => Promise<T>) {
  const usages: Table.Usage[] = [];
  Table.observe((usage) => usages.push(usage));
  const result = await work();
  Table.observe(undefined);
  return {
    result,
    calls: usages.length,
    units: usages.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0),
  };
}

afterEach(() => Table.observe(undefined));

describe("a list of 3,000 transactions over ten months", () => {
  const actor = newActor();
  const all = Array.from({ length: 3000 }, (_, n) => one(actor, n));

  let whole: Awaited<ReturnType<typeof measure<Table.Item[]>>>;

  beforeAll(async () => {
    for (let from = 0; from < all.length; from += 30)
      await Table.commit(all.slice(from, from + 30).flatMap((next) => Transactions.openWrites(next)));
    whole = await measure(() => Table.queryAll({ pk: `USER#${actor.userId}`, beginsWith: "TRANSACTION#" }));
    expect(whole.result).toHaveLength(3000);
  });

  const ids = ({ transactions }: Transactions.TransactionPage) =>
    transactions.map(({ transactionId }) => transactionId);
  const expected = (page: number, limit: number, order: "asc" | "desc") => {
    const sorted = order === "asc" ? all : all.toReversed();
    return sorted.slice((page - 1) * limit, page * limit).map(({ transactionId }) => transactionId);
  };

  it.each([
    [1, 20, "desc"],
    [2, 100, "desc"],
    [7, 100, "asc"],
    [16, 100, "desc"],
    [30, 100, "desc"],
    [150, 20, "desc"],
    [31, 100, "asc"],
  ] as const)(
    "has a correct page %i of %i items (%s), and reads no more than the items up to its end and a count",
    async (page, limit, order) => {
      const sort = { field: "createdAt", order } as const;
      const { result, calls, units } = await measure(() =>
        Transactions.list(actor, filter({ page, limit, sort })),
      );
      expect(ids(result)).toEqual(expected(page, limit, order));
      expect(result.total).toBe(3000);
      expect(calls).toBeLessThanOrEqual(whole.calls + Math.ceil((page * limit) / 1000));
      const read = (Math.min(page * limit, all.length) / all.length) * whole.units;
      expect(units).toBeLessThanOrEqual(whole.units + read + calls);
    },
  );

  it("reads only the items of its first page, and counts the others", async () => {
    const { units } = await measure(() => Transactions.list(actor, filter()));
    // 20 items of less than 400 bytes each are 2 units, strongly consistent.
    expect(units).toBeLessThanOrEqual(whole.units + 2);
  });

  it("reads only the requested latest transactions", async () => {
    const { result, units, calls } = await measure(() => Transactions.listLatest(actor, 20));
    expect(result.map(({ transactionId }) => transactionId)).toEqual(expected(1, 20, "desc"));
    expect([calls, units <= 2]).toEqual([1, true]);
  });

  it("returns an empty page and the correct total beyond its end", async () => {
    const page = Number.MAX_SAFE_INTEGER;
    expect(await Transactions.list(actor, filter({ page, limit: 100 }))).toEqual({
      total: 3000,
      transactions: [],
    });
  });

  it.each([
    ["2026-03-01T00:00:00.000Z", "2026-04-30T23:59:59.999Z"],
    ["2026-03-10T12:00:00.000Z", "2026-05-09T03:30:00.000Z"],
    ["2026-03-10T12:00:00.000Z", "2026-03-20T00:00:00.000Z"],
    [undefined, "2026-02-28T23:59:59.999Z"],
    ["2026-10-01T00:00:00.000Z", undefined],
    ["2026-03-04T00:00:00.000Z", "2026-03-04T00:00:00.000Z"],
    ["2030-01-01T00:00:00.000Z", undefined],
    [undefined, "2020-01-01T00:00:00.000Z"],
  ])("has an exact total and correct pages from %s to %s", async (from, to) => {
    const wanted = all.filter(
      ({ createdAt }) => (from === undefined || createdAt >= from) && (to === undefined || createdAt <= to),
    );
    for (const order of ["asc", "desc"] as const) {
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 100) + 1; page++) {
        const sort = { field: "createdAt", order } as const;
        const { total, ...rest } = await Transactions.list(
          actor,
          filter({ page, limit: 100, from, to, sort }),
        );
        expect(total).toBe(wanted.length);
        found.push(...ids({ total, ...rest }));
      }
      const inOrder = wanted.map(({ transactionId }) => transactionId);
      expect(found).toEqual(order === "asc" ? inOrder : inOrder.reverse());
    }
  });

  it("has exact totals with a filter by status and with another sort order", async () => {
    const failed = await Transactions.list(actor, filter({ status: "FAILED" }));
    expect(failed.total).toBe(all.filter(({ status }) => status === "FAILED").length);
    expect(new Set(failed.transactions.map(({ status }) => status))).toEqual(new Set(["FAILED"]));
    const { total, transactions } = await Transactions.list(
      actor,
      filter({ sort: { field: "amount", order: "desc" }, limit: 100 }),
    );
    expect([total, new Set(transactions.map(({ amountMinor }) => amountMinor))]).toEqual([
      3000,
      new Set([112n]),
    ]);
  });

  it("does not read metadata, which is read separately", async () => {
    const { result } = await measure(() => Transactions.list(actor, filter({ limit: 100 })));
    expect(result.transactions.every((shown) => !("metadata" in shown))).toBe(true);
    expect(await Transactions.readMetadata(one(actor, 5))).toEqual(big);
    expect(await Transactions.readMetadata({ transactionId: "pi_none" })).toEqual({});
  });
});

describe("a new transaction", () => {
  it("is counted once under repeated attempts", async () => {
    const actor = newActor();
    const [first, ...others] = Array.from({ length: 12 }, (_, n) => one(actor, n));
    const attempts = [first, first, ...others].flatMap((next) => (next ? [next, next] : []));
    for (const next of attempts) await Table.commit(Transactions.openWrites(next)).catch(() => {});
    expect((await Transactions.list(actor, filter())).total).toBe(12);
  });

  it("is counted in the month of its time, even at the last millisecond", async () => {
    const actor = newActor();
    await open([
      one(actor, 1, { createdAt: "2026-01-31T23:59:59.999Z" }),
      one(actor, 2, { createdAt: "2026-02-01T00:00:00.000Z" }),
    ]);
    const january = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" };
    expect(await Transactions.list(actor, filter(january))).toMatchObject({
      total: 1,
      transactions: [{ createdAt: "2026-01-31T23:59:59.999Z" }],
    });
  });

  it("is not listed for other users", async () => {
    expect(await Transactions.list(newActor(), filter())).toEqual({ total: 0, transactions: [] });
  });
});
