import { describe, expect, it, vi } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { accrueMany, enrolled, payment } from "../../../tests/support/saveback.ts";
import { list, MAX_CARDS } from "./loyalty-cards.ts";
import * as Pending from "./pending.ts";

withDatabase();

describe("loyalty cards", () => {
  it("are one a program and currency with all that it has, most first, and nobody else's", async () => {
    const { userId } = someone();
    const [bakery, café] = [await enrolled("10", "Bakery"), await enrolled("5")];
    const paid = (amountMinor: bigint, currency: string, to = bakery, by = userId) => ({
      ...payment({ amountMinor, currency, userId: by, merchantId: to.merchantId }),
      program: to,
    });
    await accrueMany([
      paid(100_00n, "EUR"),
      paid(50_00n, "EUR"),
      paid(30_00n, "USD"),
      paid(900_00n, "EUR", café),
      paid(7_00n, "EUR", café, someone().userId),
    ]);
    const card = (program: typeof bakery, asset: string, amountMinor: bigint, rewards: number) => ({
      programId: program.programId,
      merchantId: program.merchantId,
      program,
      asset,
      amountMinor,
      rewards,
    });
    expect(await list({ userId })).toEqual({
      cards: [card(café, "EUR", 45_00n, 1), card(bakery, "EUR", 15_00n, 2), card(bakery, "USD", 3_00n, 1)],
      count: 3,
      totals: [
        { asset: "EUR", amount: "60" },
        { asset: "USD", amount: "3" },
      ],
    });
  });

  it("are 50 at most, of all that are counted, and need a page of rewards at a time alone", async () => {
    const { userId } = someone();
    const reward = (at: number) => ({
      paymentId: `pi_${at}`,
      userId,
      programId: `lop_${at}`,
      merchantId: `mer_${at}`,
      asset: "EUR",
      amountMinor: BigInt(at),
      paidMinor: 100n,
      refundedMinor: 0n,
      rate: "1",
      status: "PENDING" as const,
      createdAt: "2026-01-01T00:00:00.000Z",
    });
    const pages = vi.spyOn(Pending, "read").mockImplementation(async (_, take) => {
      const page: ReturnType<typeof reward>[] = [];
      for (let round = 0; round < 100; round++)
        for (let at = 1; at <= 60; at++) {
          page.push(reward(at));
          if (page.length < 7 && at < 60) continue;
          take(page);
          // Whoever keeps rewards instead of their sums finds nothing in them.
          for (const one of page.splice(0)) one.amountMinor = 0n;
        }
      return 1;
    });
    const { cards, count, totals } = await list({ userId });
    pages.mockRestore();
    expect(count).toBe(60);
    expect(cards).toHaveLength(MAX_CARDS);
    expect(cards[0]).toMatchObject({
      programId: "lop_60",
      program: undefined,
      amountMinor: 6000n,
      rewards: 100,
    });
    expect(totals).toEqual([{ asset: "EUR", amount: "1830" }]);
  });
});
