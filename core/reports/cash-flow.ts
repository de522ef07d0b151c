import { Decimal } from "decimal.js";
import * as Assets from "../kernel/assets/index.ts";
import { Exact } from "../kernel/decimal/index.ts";
import * as Prices from "../prices/index.ts";

/**
 * Income and expense of a user. A refund that the user pays as a merchant reduces income. A refund to the user's card
 * and a returned payout reduce expenses. Card payments to merchants are expenses although they do not go through wallets.
 */

/** A card payment to a merchant or to the platform. */
export interface CardExpense {
  readonly asset: string;
  /** Base units, less refunds. */
  readonly amount: bigint;
}

/** A movement in a wallet (`core/history`). */
export interface Movement {
  readonly asset: string;
  /** Internal if the user's wealth is unchanged. */
  readonly flow: "in" | "out" | "internal";
  /** The line's type. */
  readonly type: string;
  /** Base units, never negative. */
  readonly amount: bigint;
  readonly createdAt: string;
}

interface AssetFlow {
  readonly asset: string;
  /** Base units of the asset. */
  readonly income: bigint;
  readonly expense: bigint;
}

export type CashFlow = Awaited<ReturnType<typeof cashFlow>>;

/** Types that undo a movement of the other direction. */
const REVERSALS = ["REFUND_OUT", "CARD_REFUND_IN", "PAYOUT_RETURN_IN"];

/**
 * Sums movements, and card payments of the same time.
 * @throws SERVICE_UNAVAILABLE before the first price is known
 */
export async function cashFlow(movements: readonly Movement[], byCard: readonly CardExpense[] = []) {
  const prices = await Prices.snapshot();
  const flows = new Map<string, { income: bigint; expense: bigint }>();
  const counts = { in: 0, out: 0, internal: 0 };
  const add = (asset: string, income: bigint, expense: bigint) => {
    const sums = flows.get(asset) ?? { income: 0n, expense: 0n };
    flows.set(asset, { income: sums.income + income, expense: sums.expense + expense });
  };
  for (const { asset, flow, amount, type } of movements) {
    const isReversal = REVERSALS.includes(type);
    if (!isReversal) counts[flow]++;
    if (isReversal) add(asset, flow === "out" ? -amount : 0n, flow === "in" ? -amount : 0n);
    else add(asset, flow === "in" ? amount : 0n, flow === "out" ? amount : 0n);
  }
  for (const { asset, amount } of byCard) add(asset, 0n, amount);
  const perAsset = [...flows]
    .map(([asset, sums]) => ({ asset, ...sums }))
    .sort((a, b) => (a.asset < b.asset ? -1 : 1));
  const inEuros = (of: (flow: AssetFlow) => bigint) =>
    perAsset.reduce((sum, flow) => {
      const price = prices.get(flow.asset)?.eur ?? 0;
      return sum.plus(new Exact(Assets.format(of(flow), flow.asset)).times(price));
    }, new Exact(0));
  const [income, expense] = [inEuros((flow) => flow.income), inEuros((flow) => flow.expense)];
  const net = income.minus(expense);
  return {
    count: movements.length,
    incomeCount: counts.in,
    expenseCount: counts.out + byCard.length,
    internalCount: counts.internal,
    // Expenses by card that do not go through the wallets.
    cardExpenseCount: byCard.length,
    perAsset,
    // In euros at current prices, truncated to cents.
    incomeEur: income.toFixed(2, Decimal.ROUND_DOWN),
    expenseEur: expense.toFixed(2, Decimal.ROUND_DOWN),
    netEur: net.toDecimalPlaces(2, Decimal.ROUND_DOWN).toFixed(2),
    ratio: expense.isZero() ? undefined : income.div(expense).toFixed(2, Decimal.ROUND_DOWN),
    trend: net.abs().lt("0.01")
      ? ("stable" as const)
      : net.isPositive()
        ? ("positive" as const)
        : ("negative" as const),
    from: movements.at(-1)?.createdAt,
    to: movements[0]?.createdAt,
  };
}
