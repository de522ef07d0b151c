import { Decimal } from "decimal.js";
import { addLiquidity } from "../core/defi/exchange/add-liquidity.ts";
import { type Pair, pairs, type Token } from "../core/defi/exchange/pairs.ts";
import { readExchange } from "../core/defi/exchange/pools.ts";
import { type Account, type UserActor, webActor } from "../core/identity/actor.ts";
import * as Money from "../core/kernel/money/index.ts";
import { accountOf, clearingRef } from "../core/ledger/accounts.ts";
import * as Ledger from "../core/ledger/index.ts";
import * as Policy from "../core/policy/index.ts";
import * as Prices from "../core/prices/index.ts";
import { owned } from "../core/wallets/owned.ts";

/** Deposits money into demo wallets, and opens missing ones, in one entry. */
export async function grant(
  actor: UserActor,
  amounts: ReadonlyMap<string, bigint>,
  reason: string,
): Promise<void> {
  const wanted = [...amounts].filter(([, amount]) => amount > 0n);
  // The entry extends the hash chain of one of its wallets.
  const [first] = wanted;
  if (!first) return;
  await Policy.post({
    type: "DEPOSIT",
    postings: wanted.flatMap(([symbol, amount]) =>
      Ledger.move(clearingRef(actor.mode, symbol), accountOf(actor, symbol), amount),
    ),
    opens: wanted.map(([symbol]) => accountOf(actor, symbol)),
    initiator: accountOf(actor, first[0]).account,
    actorId: actor.userId,
    reason,
    result: () => undefined,
  });
}

/** Liquidity of the demo: a market maker of our own adds some to every pair, like any provider. */

/** The value of each side of a new pool. */
const SIDE_USD = 2_000_000;
/** Amounts have at most a satoshi's decimals, to be readable. */
const DECIMALS = 8;

/** An owner of wallets without a user, so that nobody can sign in. */
const account: Account = {
  userId: `usr_${"maker".padStart(26, "0")}`,
  securityStamp: "maker",
  ownershipId: "maker",
  role: "PROFESSIONNEL",
  email: "maker@svc.local",
  name: "Market maker",
};

const maker: UserActor = webActor(account, "ses_seed");

/** Adds liquidity to every empty pair, at current prices. */
export async function seedLiquidity(): Promise<void> {
  const { pools } = await readExchange(maker.mode);
  const empty = pairs.filter(({ id }) => pools.get(id)?.state.totalSupply === 0n);
  if (empty.length === 0) return;
  const prices = await Prices.snapshot();
  const amount = ({ symbol, decimals }: Token): string => {
    const price = prices.get(symbol);
    if (!price) throw new Error(`the price of ${symbol} is unknown: its pools cannot be seeded`);
    return new Decimal(SIDE_USD)
      .div(price.usd)
      .toDecimalPlaces(Math.min(decimals, DECIMALS), Decimal.ROUND_DOWN)
      .toFixed();
  };
  await fund(maker, needed(empty, amount));
  // In sequence, because all take from the same wallets.
  for (const { id, token0, token1 } of empty) {
    const amounts = { amount0: amount(token0), amount1: amount(token1) };
    await addLiquidity(maker, { pairId: id, ...amounts, slippage: "0" });
  }
}

/** Returns the total amount of each token for the pairs, in base units. */
function needed(empty: readonly Pair[], amount: (token: Token) => string): Map<Token, bigint> {
  const sums = new Map<Token, bigint>();
  for (const token of empty.flatMap(({ token0, token1 }) => [token0, token1]))
    sums.set(token, (sums.get(token) ?? 0n) + Money.parse(amount(token), token.decimals));
  return sums;
}

/** Deposits the amounts that the maker's wallets lack, in one entry. */
async function fund(maker: UserActor, amounts: ReadonlyMap<Token, bigint>): Promise<void> {
  const wallets = await owned(maker);
  const lacking = [...amounts].map(([{ symbol }, wanted]) => {
    const available = wallets.find(({ asset }) => asset.symbol === symbol)?.available ?? 0n;
    return [symbol, wanted - available] as const;
  });
  await grant(maker, new Map(lacking), "liquidity for the demo");
}
