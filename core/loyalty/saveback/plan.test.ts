import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIST_LIMITS, takeFitting } from "./plan.ts";
import type { Amount, Reward } from "./schema.ts";
import { Tally } from "./tally.ts";

const reward = fc.record({
  paymentId: fc.uuid(),
  userId: fc.constantFrom("usr_a", "usr_b", "usr_c", "usr_d"),
  programId: fc.constantFrom("lop_a", "lop_b", "lop_c"),
  merchantId: fc.constant("mer_a"),
  asset: fc.constantFrom("EUR", "USD"),
  amountMinor: fc.bigInt(1n, 10n ** 20n),
  paidMinor: fc.constant(10n ** 22n),
  refundedMinor: fc.constant(0n),
  rate: fc.constantFrom("1", "2.5", "10"),
  status: fc.constant("PENDING" as const),
  createdAt: fc.constant("2026-11-21T09:30:00.000Z"),
});
const rewards = fc.uniqueArray(reward, { maxLength: 40, selector: ({ paymentId }) => paymentId });

function tallyOf(list: readonly Reward[]): Tally {
  const tally = new Tally();
  for (const one of list) tally.add(one);
  return tally;
}

/** Sums the rows' amounts by asset. */
function summed(rows: readonly { readonly amounts: readonly Amount[] }[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { asset, amountMinor } of rows.flatMap(({ amounts }) => amounts))
    sums[asset] = (sums[asset] ?? 0n) + amountMinor;
  return sums;
}

/** Recounts independently of the tally. */
const recount = (list: readonly Reward[], asset: string): bigint =>
  list.reduce((sum, one) => (one.asset === asset ? sum + one.amountMinor : sum), 0n);

const total = (rows: readonly { readonly rewards: number }[]): number =>
  rows.reduce((sum, { rewards: count }) => sum + count, 0);

describe("a tally", () => {
  it("has the same sums by beneficiary, by program, by asset and in total as an independent count", () => {
    fc.assert(
      fc.property(rewards, (list) => {
        const tally = tallyOf(list);
        const all = tally.totals;
        const expected = Object.fromEntries(
          ["EUR", "USD"]
            .filter((asset) => list.some((one) => one.asset === asset))
            .map((asset) => [asset, recount(list, asset)]),
        );
        expect(summed([{ amounts: all.totals }])).toEqual(expected);
        expect(summed(tally.beneficiaries)).toEqual(expected);
        expect(summed(tally.perProgram)).toEqual(expected);
        expect(summed([{ amounts: tally.perAsset }])).toEqual(expected);
        for (const count of [tally.beneficiaries, tally.perProgram, tally.perAsset].map(total))
          expect(count).toBe(list.length);
        expect(all).toMatchObject({
          rewards: list.length,
          beneficiaryCount: new Set(list.map(({ userId }) => userId)).size,
          programCount: new Set(list.map(({ programId }) => programId)).size,
        });
      }),
    );
  });

  it("is the same in any order of the rewards, including its hash", () => {
    const shuffled = rewards.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const [a, b] = [tallyOf(list), tallyOf(other)];
        expect(b.hash).toBe(a.hash);
        expect(b.beneficiaries).toEqual(a.beneficiaries);
        expect(b.perProgram).toEqual(a.perProgram);
        expect(b.perAsset).toEqual(a.perAsset);
      }),
    );
  });

  it("has a different hash if amount, payment, payer, program or asset of a reward differs", () => {
    const different: Readonly<Partial<Reward>>[] = [
      { amountMinor: 7n },
      { paymentId: "other" },
      { userId: "usr_other" },
      { programId: "lop_other" },
      { asset: "BTC" },
    ];
    fc.assert(
      fc.property(rewards, fc.constantFrom(...different), (list, change) => {
        const [first, ...rest] = list;
        fc.pre(first !== undefined && first.amountMinor !== 7n);
        expect(tallyOf([{ ...(first as Reward), ...change }, ...rest]).hash).not.toBe(tallyOf(list).hash);
        expect(tallyOf(rest).hash).not.toBe(tallyOf(list).hash);
      }),
    );
  });

  it("lists beneficiaries with the most rewards first, then by id, and formats amounts in whole units", () => {
    const one = (userId: string, asset: string, amountMinor: bigint): Reward => ({
      paymentId: `${userId}${asset}${amountMinor}`,
      userId,
      programId: "lop_a",
      merchantId: "mer_a",
      asset,
      amountMinor,
      paidMinor: 100_000n,
      refundedMinor: 0n,
      rate: asset === "EUR" ? "10" : "2.5",
      status: "PENDING",
      createdAt: "2026-11-21T09:30:00.000Z",
    });
    const tally = tallyOf([
      one("usr_c", "EUR", 100n),
      one("usr_b", "USD", 1250n),
      one("usr_a", "EUR", 100n),
      one("usr_d", "EUR", 700n),
      one("usr_d", "USD", 701n),
    ]);
    expect(tally.beneficiaries.map(({ userId }) => userId)).toEqual(["usr_d", "usr_b", "usr_a", "usr_c"]);
    expect(tally.totals.totals).toEqual([
      { asset: "EUR", amount: "9", amountMinor: 900n },
      { asset: "USD", amount: "19.51", amountMinor: 1951n },
    ]);
    expect(tally.perProgram).toEqual([
      {
        programId: "lop_a",
        merchantId: "mer_a",
        rates: ["2.5", "10"],
        rewards: 5,
        beneficiaries: 4,
        amounts: tally.totals.totals,
      },
    ]);
    expect(tally.perAsset).toEqual([
      { asset: "EUR", amount: "9", amountMinor: 900n, rewards: 3, beneficiaries: 3, programs: 1 },
      { asset: "USD", amount: "19.51", amountMinor: 1951n, rewards: 2, beneficiaries: 2, programs: 1 },
    ]);
  });
});

/** The size limit of a Lambda response. */
const LAMBDA_BYTES = 6 * 1024 * 1024;

const row = (name: string) => ({
  userId: "usr_01jd3v8y2m9t4k6q0s5w7x1z3b",
  name,
  email: `${"é".repeat(200)}@example.com`,
  rewards: 1000,
  amounts: ["EUR", "USD"].map((asset) => ({ asset, amount: "1234567.89", amountMinor: "123456789" })),
});

/** Returns the response in Lambda's format: the body is a string in a JSON document. */
const answerBytes = (rows: readonly unknown[]): number =>
  Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify({ rows }) }));

describe("a list", () => {
  it.each([
    ["quotes", '"'.repeat(100)],
    ["backslashes", "\\".repeat(100)],
    ["ideographs", "漢".repeat(100)],
    ["emoji", "🙂".repeat(50)],
    ["ASCII", "a".repeat(100)],
  ])("of 10,000 users with names of %s is cut to its size limit", (_, name) => {
    const people = Array.from({ length: 10_000 }, () => row(name));
    const shown = takeFitting(people, LIST_LIMITS.beneficiaries);
    expect(shown.length).toBeGreaterThan(1000);
    expect(answerBytes(shown)).toBeLessThan(LIST_LIMITS.beneficiaries.bytes + 100_000);
  });

  it("of beneficiaries and a list of programs together leave 0.1 MB of the size limit of a response", () => {
    expect(LIST_LIMITS.beneficiaries.bytes + LIST_LIMITS.programs.bytes + 100_000).toBeLessThan(LAMBDA_BYTES);
  });

  it("of 10,000 users with common names is complete", () => {
    const people = Array.from({ length: 10_000 }, (_, i) => ({
      ...row("Marie-Antoinette Dupont-Lefèvre"),
      email: `marie-antoinette.dupont-lefevre.${i}@example.com`,
      amounts: [{ asset: "EUR", amount: "123.45", amountMinor: "12345" }],
    }));
    expect(takeFitting(people, LIST_LIMITS.beneficiaries)).toHaveLength(10_000);
  });

  it("is cut at the first row that does not fit, without gaps or reordering", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 20 })),
        fc.nat({ max: 50 }),
        fc.nat({ max: 400 }),
        (list, rows, bytes) => {
          const shown = takeFitting(list, { rows, bytes });
          expect(shown).toEqual(list.slice(0, shown.length));
          expect(shown.length).toBeLessThanOrEqual(rows);
          const size = (part: readonly string[]) =>
            part.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(JSON.stringify(one))), 0);
          expect(size(shown)).toBeLessThanOrEqual(bytes);
          const next = list.slice(0, shown.length + 1);
          if (shown.length < list.length && shown.length < rows) expect(size(next)).toBeGreaterThan(bytes);
        },
      ),
    );
  });
});
