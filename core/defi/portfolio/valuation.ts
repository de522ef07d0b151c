import { Decimal } from "decimal.js";
import * as Assets from "../../kernel/assets/index.ts";
import { Exact } from "../../kernel/decimal/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Wallet } from "../../ledger/wallets/schema.ts";
import type { Price } from "../../prices/index.ts";
import type { Placed, PoolHolding, Portfolio, Value, ValuedWallet } from "./schema.ts";

/** What somebody's assets are worth. Products are exact: a balance has up to 38 digits, a price 20. */

type Prices = ReadonlyMap<string, Price>;

const NOTHING: Value = { usd: new Exact(0), eur: new Exact(0) };
const NO_PRICE: Price = { ...NOTHING, change24h: NOTHING.usd };
const NOWHERE: Placed = { pools: [], staked: 0n };

/** Values wallets and shares at prices; an asset without a price counts as worth nothing. */
export function value(
  wallets: readonly Wallet[],
  prices: Prices,
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
    staked: toCents(exactValue(Assets.native, staked, priceOf(Assets.native.symbol))),
    pooled: toCents(pooled),
    farmed: toCents(farmed),
    total: toCents(total),
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

/** Down: a valuation never promises a cent that is not there. */
const toCents = ({ usd, eur }: Value): Value => ({
  usd: usd.toDecimalPlaces(2, Decimal.ROUND_DOWN),
  eur: eur.toDecimalPlaces(2, Decimal.ROUND_DOWN),
});
