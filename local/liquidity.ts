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

/** Liquidity for the demo: a market maker of our own brings some into every pair, as any provider does. */

/** What each side of a new pool is worth. */
const SIDE_USD = 2_000_000;
/** No amount is finer than a satoshi, so that it reads well. */
const DECIMALS = 8;

/** An owner of wallets and no more: there is no user of this id, so nobody can sign in as it. */
const account: Account = {
  userId: `usr_${"maker".padStart(26, "0")}`,
  securityStamp: "maker",
  ownershipId: "maker",
  role: "PROFESSIONNEL",
  email: "maker@svc.local",
  name: "Market maker",
};

const maker: UserActor = webActor(account, "ses_seed");

/**
 * Gives every pair that is empty liquidity at the prices of now; nothing where every pair has
 * some.
 */
export async function seedLiquidity(): Promise<void> {
  const { pools } = await readExchange(maker.mode);
  const empty = pairs.filter(({ id }) => pools.get(id)?.state.totalSupply === 0n);
  if (empty.length === 0) return;
  const prices = await Prices.snapshot();
  const amount = ({ symbol, decimals }: Token): string => {
    const price = prices.get(symbol);
    if (!price) throw new Error(`no price of ${symbol} is known: its pools cannot be seeded`);
    return new Decimal(SIDE_USD)
      .div(price.usd)
      .toDecimalPlaces(Math.min(decimals, DECIMALS), Decimal.ROUND_DOWN)
      .toFixed();
  };
  await fund(maker, needed(empty, amount));
  // One after the other: they all take from the same few wallets.
  for (const { id, token0, token1 } of empty) {
    const amounts = { amount0: amount(token0), amount1: amount(token1) };
    await addLiquidity(maker, { pairId: id, ...amounts, slippage: "0" });
  }
}

/** What the pairs take of each token together, in base units. */
function needed(empty: readonly Pair[], amount: (token: Token) => string): Map<Token, bigint> {
  const sums = new Map<Token, bigint>();
  for (const token of empty.flatMap(({ token0, token1 }) => [token0, token1]))
    sums.set(token, (sums.get(token) ?? 0n) + Money.parse(amount(token), token.decimals));
  return sums;
}

/** Brings in what the maker's wallets lack, as one deposit. */
async function fund(maker: UserActor, amounts: ReadonlyMap<Token, bigint>): Promise<void> {
  const wallets = await owned(maker);
  const lacking = [...amounts].map(([{ symbol }, wanted]) => {
    const available = wallets.find(({ asset }) => asset.symbol === symbol)?.available ?? 0n;
    return [symbol, wanted - available] as const;
  });
  await grant(maker, new Map(lacking), "liquidity for the demo");
}
