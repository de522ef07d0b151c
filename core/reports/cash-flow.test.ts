import { expect, it } from "vitest";
import { withDatabase } from "../../tests/support/database.ts";
import { cashFlow } from "./cash-flow.ts";

withDatabase();

it("the cash flow sums movements in and out as income and expense, and excludes internal ones", async () => {
  const line = (flow: "in" | "out" | "internal", amount: bigint, asset = "EUR") => ({
    id: "txn_1",
    walletId: "wal_1",
    asset,
    type: "X",
    flow,
    amount,
    from: "x",
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  const lines = [line("in", 300_00n), line("out", 100_00n), line("internal", 999_00n), line("in", 50_00n)];
  expect(await cashFlow(lines)).toMatchObject({
    count: 4,
    incomeCount: 2,
    expenseCount: 1,
    internalCount: 1,
    perAsset: [{ asset: "EUR", income: 350_00n, expense: 100_00n }],
    incomeEur: "350.00",
    expenseEur: "100.00",
    netEur: "250.00",
    ratio: "3.50",
    trend: "positive",
  });
  // A merchant's refund reduces income; a card payment outside the wallets is an expense.
  const givenBack = { ...line("out", 40_00n), type: "REFUND_OUT" };
  expect(await cashFlow([...lines, givenBack], [{ asset: "EUR", amount: 60_00n }])).toMatchObject({
    incomeCount: 2,
    expenseCount: 2,
    cardExpenseCount: 1,
    incomeEur: "310.00",
    expenseEur: "160.00",
  });
  // A returned payout cancels its expense.
  const returned = { ...line("in", 100_00n), type: "PAYOUT_RETURN_IN" };
  expect(await cashFlow([line("out", 100_00n), returned])).toMatchObject({
    incomeEur: "0.00",
    expenseEur: "0.00",
  });
  expect((await cashFlow([line("out", 1_00n)])).trend).toBe("negative");
  expect(await cashFlow([])).toMatchObject({
    trend: "stable",
    ratio: undefined,
    from: undefined,
  });
});
