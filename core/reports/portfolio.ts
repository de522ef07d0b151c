import { Decimal } from "decimal.js";
import { getPair } from "../defi/exchange/pairs.ts";
import * as Positions from "../defi/exchange/positions.ts";
import type { PositionView as PoolPosition } from "../defi/exchange/schema.ts";
import * as Portfolios from "../defi/portfolio/index.ts";
import type { ValuedWallet } from "../defi/portfolio/schema.ts";
import * as Stakes from "../defi/staking/positions.ts";
import type { PositionView as Stake } from "../defi/staking/schema.ts";
import * as Assets from "../kernel/assets/index.ts";
import { Exact } from "../kernel/decimal/index.ts";
import * as Money from "../kernel/money/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Prices from "../prices/index.ts";
import { owned } from "../wallets/owned.ts";
import type { Wallet } from "../wallets/schema.ts";
import { type Holding, type Portfolio, toCsv, toPdf } from "./portfolio-file.ts";
import { fileOf, type ReportContext, type ReportFile } from "./report.ts";
import type { PortfolioPayload } from "./schema.ts";

/** Portfolio reports: a user's assets and their current worth. */

/**
 * @throws SERVICE_UNAVAILABLE while no prices are known; REPORT_TOO_LARGE; CONTENTION if the wallets change repeatedly
 */
export async function portfolio(
  context: ReportContext,
  { currency, format }: PortfolioPayload,
): Promise<ReportFile> {
  const found = await readConsistently(context, currency);
  const write = {
    csv: () => toCsv(context, found, currency),
    pdf: () => toPdf(context, found, currency),
  };
  const at = new Date(context.nowMs).toISOString();
  // Named by the day of the request, at every attempt.
  const name = `portfolio-${context.createdAt.slice(0, 10)}`;
  return fileOf(name, format, write, { currency, total: found.total.toFixed(2), at });
}

type Currency = PortfolioPayload["currency"];

const cents = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_DOWN);

/**
 * Reads the user's assets as of one instant. Every move between a wallet and a position or stake changes the wallet, so
 * a state between two equal readings of the wallets is consistent.
 * @throws CONTENTION
 */
const readConsistently = (context: ReportContext, currency: Currency): Promise<Portfolio> =>
  Table.retry(async () => {
    await context.checkpoint();
    const before = await owned(context.actor);
    const found = await readPortfolio(context, currency);
    if (balancesOf(before) !== balancesOf(await owned(context.actor))) throw new Table.ConditionFailed();
    return found;
  });

const balancesOf = (wallets: readonly Wallet[]): string =>
  wallets.map(({ id, available, held }) => `${id} ${available} ${held}`).join("\n");

type Unit = "eur" | "usd";

async function readPortfolio({ actor }: ReportContext, currency: Currency): Promise<Portfolio> {
  const [mine, positions, stakes, prices] = await Promise.all([
    Portfolios.list(actor),
    Positions.list(actor),
    Stakes.list(actor),
    Prices.snapshot(),
  ]);
  const unit: Unit = currency === "EUR" ? "eur" : "usd";
  const rate = unit === "eur" ? prices.get("USD")?.eur : new Decimal(1);
  const native = prices.get(Assets.native.symbol)?.[unit] ?? new Decimal(0);
  const wallets = mine.wallets.map((wallet) => inWallet(wallet, unit));
  const liquidity = positions.map((position) => inPool(position, rate ?? new Decimal(0)));
  const rewards = stakes.positions
    .filter((stake) => stake.status === "active" || stake.rewards > 0n)
    .map((stake) => accrued(stake, native));
  const all = [...wallets, ...liquidity, ...rewards];
  const total = all.reduce((sum, { value }) => sum.plus(value), new Exact(0));
  return { wallets, liquidity, rewards, total };
}

function inWallet({ asset, available, held, price, value }: ValuedWallet, unit: Unit): Holding {
  const amount = (units: bigint) => Money.format(units, asset.decimals);
  return {
    name: asset.symbol,
    quantity: amount(available + held),
    available: amount(available),
    locked: amount(held),
    price: price[unit],
    value: value[unit],
  };
}

/** @param rate the worth of a US dollar */
function inPool(position: PoolPosition, rate: Decimal): Holding {
  const { token0, token1, shareDecimals, id } = getPair(position.pairId);
  const deposited = [
    [Money.format(position.token0Deposited, token0.decimals), token0.symbol],
    [Money.format(position.token1Deposited, token1.decimals), token1.symbol],
  ] as const;
  return {
    name: id,
    quantity: Money.format(position.lpTokens, shareDecimals),
    value: cents(new Exact(position.currentValue).times(rate)),
    detail: deposited,
  };
}

function accrued({ poolId, rewards, amount, unlockDate }: Stake, price: Decimal): Holding {
  const { decimals, symbol } = Assets.native;
  const quantity = Money.format(rewards, decimals);
  return {
    name: poolId,
    quantity,
    price,
    value: cents(new Exact(quantity).times(price)),
    unlocks: unlockDate,
    detail: [[Money.format(amount, decimals), symbol]],
  };
}
