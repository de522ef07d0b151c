import { Decimal } from "decimal.js";
import { openPool } from "../defi/exchange/add-liquidity.ts";
import { type Pair, pairs, type Token } from "../defi/exchange/pairs.ts";
import { readExchange } from "../defi/exchange/pools.ts";
import * as Farms from "../defi/farming/funding.ts";
import type { Sandbox } from "../kernel/mode.ts";
import * as Money from "../kernel/money/index.ts";
import * as Supply from "../ledger/supply/index.ts";
import * as Prices from "../prices/index.ts";

/**
 * What a sandbox has before anybody does anything in it: the supply of the platform's token, pools with
 * liquidity, and farms that are funded. Staking pools and parameters are those of every ledger.
 */

/** What each side of a pool is worth. */
const SIDE_USD = 2_000_000;
/** No amount is finer than a satoshi, so that it reads well. */
const DECIMALS = 8;

/** Opens what is not open yet, at the prices of now. Once more, or in parallel, changes nothing. */
export async function seed(mode: Sandbox): Promise<void> {
  await Supply.issue(mode);
  await Promise.all([Farms.open(mode), openPools(mode)]);
}

async function openPools(mode: Sandbox): Promise<void> {
  const { pools } = await readExchange(mode);
  const closed = pairs.filter(({ id }) => pools.get(id)?.version === 0n);
  if (closed.length === 0) return;
  const prices = await Prices.snapshot();
  await Promise.all(closed.map((pair) => openPool(mode, pair, reservesOf(pair, prices))));
}

/** @throws RangeError where a price is not known */
function reservesOf({ token0, token1 }: Pair, prices: Awaited<ReturnType<typeof Prices.snapshot>>) {
  const reserve = ({ symbol, decimals }: Token): bigint => {
    const price = prices.get(symbol);
    if (!price) throw new RangeError(`no price of ${symbol} is known: its pools cannot be opened`);
    const places = Math.min(decimals, DECIMALS);
    const amount = new Decimal(SIDE_USD).div(price.usd).toDecimalPlaces(places, Decimal.ROUND_DOWN);
    return Money.parse(amount.toFixed(), decimals);
  };
  return [reserve(token0), reserve(token1)] as const;
}
