import { Decimal } from "decimal.js";
import type { UserActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { Exact, toDecimal } from "../../kernel/decimal/index.ts";
import { recover, Unavailable } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Prices from "../../prices/listing.ts";
import { newestKeys } from "../../prices/newest.ts";
import { owned, ownedKeys } from "../../wallets/owned.ts";

/** The worth of a user's accounts in the preferred currency. */

const cents = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_DOWN);

/** Values the actor's accounts at current prices. The sums exclude accounts without a price. */
export async function worth(actor: UserActor) {
  const [wallets, user, { atMs, priceOf }] = await Promise.all([
    owned(actor),
    Users.readOwn(actor),
    pricesNow(),
  ]);
  const { currency } = user.preferences;
  const valued = wallets.map((wallet) => {
    const { symbol, decimals } = wallet.asset;
    const price = symbol === currency ? new Exact(1) : priceOf(symbol, currency);
    const of = (amount: bigint) => price && toDecimal(amount, decimals).times(price);
    return { wallet, value: of(wallet.available + wallet.held), free: of(wallet.available) };
  });
  const sum = (values: readonly (Decimal | undefined)[]) =>
    cents(values.reduce<Decimal>((all, one) => all.plus(one ?? 0), new Exact(0)));
  return {
    currency,
    total: sum(valued.map(({ value }) => value)),
    available: sum(valued.map(({ free }) => free)),
    accounts: valued.map(({ wallet, value }) => ({ wallet, value: value && cents(value) })),
    atMs,
  };
}

/** Returns the reads of `worth`, except the user's item. */
export const worthReads = (owner: Owner): Table.Reads => ({ keys: [...ownedKeys(owner), ...newestKeys()] });

type PriceOf = (symbol: string, currency: "EUR" | "USD") => Decimal | undefined;

/** Returns the current prices and their time. Returns no prices before the first is known. */
function pricesNow(): Promise<{ readonly atMs: number; readonly priceOf: PriceOf }> {
  const known = Prices.list().then(({ prices, atMs }) => {
    const bySymbol = new Map(prices.map((one) => [one.asset.symbol, one]));
    const priceOf: PriceOf = (symbol, currency) => {
      const price = bySymbol.get(symbol)?.[currency === "EUR" ? "eur" : "usd"];
      return price && new Exact(price);
    };
    return { atMs, priceOf };
  });
  return recover(Unavailable, known, () => ({ atMs: Clock.nowMs(), priceOf: () => undefined }));
}
