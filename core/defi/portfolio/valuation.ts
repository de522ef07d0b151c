import { Decimal } from "decimal.js";
import * as Assets from "../../kernel/assets/index.ts";
import { Exact } from "../../kernel/decimal/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Price } from "../../prices/index.ts";
import type { Wallet } from "../../wallets/schema.ts";
import type { AssetHolding, Placed, PoolHolding, Portfolio, Value, ValuedWallet } from "./schema.ts";

/** Values of assets. Products are exact: a balance has up to 38 digits, a price 20. */

const NOTHING: Value = { usd: new Exact(0), eur: new Exact(0) };
const NO_PRICE: Price = { ...NOTHING, change24h: NOTHING.usd };
const NOWHERE: Placed = { pools: [], staked: 0n };

/** Values wallets and shares. An asset without a price is worth zero. */
export function value(
  wallets: readonly Wallet[],
  prices: ReadonlyMap<string, Price>,
  { pools, staked }: Placed = NOWHERE,
): Portfolio {
  const priceOf = (symbol: string) => prices.get(symbol) ?? NO_PRICE;
  const valued = wallets.map((wallet) => {
    const price = priceOf(wallet.asset.symbol);
    return { wallet, price, exact: exactValue(wallet.asset, wallet.available + wallet.held, price) };
  });
  const of = (part: "free" | "farmed") =>
    sumOf(
      pools.flatMap((holding) =>
        tokensIn(holding, part).map(([asset, amount]) => exactValue(asset, amount, priceOf(asset.symbol))),
      ),
    );
  const [pooled, farmed] = [of("free"), of("farmed")];
  const total = sumOf([...valued.map(({ exact }) => exact), pooled, farmed]);
  return {
    wallets: valued.map(
      ({ wallet, price, exact }): ValuedWallet => ({ ...wallet, price, value: toCents(exact) }),
    ),
    inWallets: toCents(sumOf(valued.map(({ exact }) => exact))),
    staked: toCents(exactValue(Assets.native, staked, priceOf(Assets.native.symbol))),
    pooled: toCents(pooled),
    farmed: toCents(farmed),
    total: toCents(total),
    holdings: holdingsOf(amountsByAsset(wallets, pools), priceOf, total.usd),
    change24h: changeOf(amountsByAsset(wallets, pools), priceOf, total.usd),
  };
}

type Amounts = ReadonlyMap<Assets.Asset, bigint>;

function amountsByAsset(wallets: readonly Wallet[], pools: readonly PoolHolding[]): Amounts {
  const amounts = new Map<Assets.Asset, bigint>();
  const add = (asset: Assets.Asset, amount: bigint) =>
    amounts.set(asset, (amounts.get(asset) ?? 0n) + amount);
  for (const { asset, available, held } of wallets) add(asset, available + held);
  for (const holding of pools)
    for (const part of ["free", "farmed"] as const)
      for (const [token, amount] of tokensIn(holding, part)) add(Assets.get(token.symbol), amount);
  return amounts;
}

type PriceOf = (symbol: string) => Price;

function holdingsOf(amounts: Amounts, priceOf: PriceOf, totalUsd: Decimal): AssetHolding[] {
  const exact = [...amounts]
    .filter(([, amount]) => amount > 0n)
    .map(([asset, amount]) => ({ asset, amount, value: exactValue(asset, amount, priceOf(asset.symbol)) }))
    .sort((a, b) => b.value.usd.comparedTo(a.value.usd) || (a.asset.symbol < b.asset.symbol ? -1 : 1));
  const percents = shares(
    exact.map(({ value: { usd } }) => usd),
    totalUsd,
  );
  return exact.map((one, index) => ({
    ...one,
    value: toCents(one.value),
    percent: percents[index] ?? "0.00",
  }));
}

/** Splits 100 percent by largest remainder, with two decimals, so that the sum is exactly 100. */
function shares(values: readonly Decimal[], total: Decimal): string[] {
  if (total.isZero()) return values.map(() => "0.00");
  const parts = values.map((value) => value.times(10_000).div(total));
  const floors = parts.map((part) => part.floor());
  const left = 10_000 - floors.reduce((sum, part) => sum + part.toNumber(), 0);
  const first = parts
    .map((part, index) => ({ index, rest: part.minus(floors[index] ?? 0) }))
    .sort((a, b) => b.rest.comparedTo(a.rest) || a.index - b.index)
    .slice(0, left)
    .map(({ index }) => index);
  return floors.map((part, index) =>
    part
      .plus(first.includes(index) ? 1 : 0)
      .div(100)
      .toFixed(2),
  );
}

/** Compares with the same amounts at the prices of 24 hours ago, derived from the prices' changes. */
function changeOf(amounts: Amounts, priceOf: PriceOf, nowUsd: Decimal): Portfolio["change24h"] {
  const before = [...amounts].reduce((sum, [asset, amount]) => {
    const { usd, change24h, ...rest } = priceOf(asset.symbol);
    const then = new Exact(usd).div(new Exact(change24h).div(100).plus(1));
    return sum.plus(exactValue(asset, amount, { ...rest, change24h, usd: then }).usd);
  }, NOTHING.usd);
  const usd = nowUsd.minus(before);
  return {
    usd: usd.toDecimalPlaces(2, Decimal.ROUND_DOWN),
    percent: before.isZero() ? NOTHING.usd : usd.div(before).times(100).toDecimalPlaces(2),
  };
}

const tokensIn = ({ pair, ...parts }: PoolHolding, part: "free" | "farmed") =>
  [
    [pair.token0, parts[part].amount0],
    [pair.token1, parts[part].amount1],
  ] as const;

function exactValue({ decimals }: Assets.Asset, units: bigint, price: Price): Value {
  const amount = new Exact(Money.format(units, decimals));
  return { usd: amount.times(price.usd), eur: amount.times(price.eur) };
}

const sumOf = (values: readonly Value[]): Value =>
  values.reduce((a, b) => ({ usd: a.usd.plus(b.usd), eur: a.eur.plus(b.eur) }), NOTHING);

/** Rounds down, so that a valuation is never too high. */
const toCents = ({ usd, eur }: Value): Value => ({
  usd: usd.toDecimalPlaces(2, Decimal.ROUND_DOWN),
  eur: eur.toDecimalPlaces(2, Decimal.ROUND_DOWN),
});
