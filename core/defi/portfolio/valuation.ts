import { Decimal } from "decimal.js";
import { Exact } from "../../kernel/decimal/index.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Wallet } from "../../ledger/wallets/schema.ts";
import type { Price } from "../../prices/index.ts";
import type { Portfolio, Value, ValuedWallet } from "./schema.ts";

/** What wallets are worth. Products are exact: a balance has up to 38 digits, a price 20. */

const NOTHING: Value = { usd: new Exact(0), eur: new Exact(0) };

/** Values wallets at prices; wallets of an asset without a price count as worth nothing. */
export function value(wallets: readonly Wallet[], prices: ReadonlyMap<string, Price>): Portfolio {
  const valued = wallets.map((wallet) => {
    const price = prices.get(wallet.asset.symbol) ?? { ...NOTHING, change24h: NOTHING.usd };
    return { wallet, price, exact: exactValue(wallet, price) };
  });
  const total = valued.reduce((sum, { exact }) => plus(sum, exact), NOTHING);
  return {
    wallets: valued.map(
      ({ wallet, price, exact }): ValuedWallet => ({ ...wallet, price, value: toCents(exact) }),
    ),
    total: toCents(total),
  };
}

function exactValue({ asset, available, held }: Wallet, price: Price): Value {
  const amount = new Exact(Money.format(available + held, asset.decimals));
  return { usd: amount.times(price.usd), eur: amount.times(price.eur) };
}

const plus = (a: Value, b: Value): Value => ({ usd: a.usd.plus(b.usd), eur: a.eur.plus(b.eur) });

/** Down: a valuation never promises a cent that is not there. */
const toCents = ({ usd, eur }: Value): Value => ({
  usd: usd.toDecimalPlaces(2, Decimal.ROUND_DOWN),
  eur: eur.toDecimalPlaces(2, Decimal.ROUND_DOWN),
});
