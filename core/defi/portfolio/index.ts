import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import * as Prices from "../../prices/index.ts";
import { newestKeys } from "../../prices/newest.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { owned, ownedKeys } from "../../wallets/owned.ts";
import { worthOf } from "../exchange/engine/pool.ts";
import { pairs } from "../exchange/pairs.ts";
import { poolKey, poolOf } from "../exchange/pools.ts";
import { positionKey, positionOf } from "../exchange/positions.ts";
import { totalsKey, totalsOf } from "../staking/weight.ts";
import type { PoolHolding, Portfolio, ValuedWallet } from "./schema.ts";
import { value } from "./valuation.ts";

/**
 * A user's assets and their current worth (spec 2, section 4.1): wallets, stakes held in them, and pool
 * shares, farmed or not.
 */

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the actor's wallets, oldest first, each with its value, and the sums of all assets. */
export async function list(actor: UserActor): Promise<Portfolio> {
  const [wallets, pools, totals, prices] = await Promise.all([
    sorted(actor),
    holdings(actor),
    Table.get(totalsKey(actor)),
    Prices.snapshot(),
  ]);
  return value(wallets, prices, { pools, staked: totalsOf(totals).staked });
}

export const listReads = (owner: Owner): Table.Reads => ({
  keys: [...ownedKeys(owner), ...holdingKeys(owner), totalsKey(owner), ...newestKeys()],
});

/** Returns the actor's wallets alone, oldest first, each with its value. */
export async function wallets(actor: UserActor): Promise<readonly ValuedWallet[]> {
  const [own, prices] = await Promise.all([sorted(actor), Prices.snapshot()]);
  return value(own, prices).wallets;
}

/** Returns the reads of `wallets` and `fromId`. */
export const walletsReads = (owner: Owner): Table.Reads => ({ keys: [...ownedKeys(owner), ...newestKeys()] });

/** @throws WALLET_NOT_FOUND, also for another user's wallet */
export async function fromId(actor: UserActor, id: string): Promise<ValuedWallet> {
  const found = (await wallets(actor)).find((wallet) => wallet.id === id);
  if (!found) throw fail(WalletNotFound);
  return found;
}

const sorted = async (actor: UserActor) =>
  (await owned(actor)).sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));

const holdingKeys = (owner: Owner): Table.Key[] =>
  pairs.flatMap((pair) => [positionKey(owner, pair.id), poolKey(owner.mode, pair)]);

/** Reads the user's pool shares in one round trip: all keys are known. */
async function holdings(owner: Owner): Promise<PoolHolding[]> {
  const items = await Table.getMany(holdingKeys(owner));
  return pairs.flatMap((pair, index) => {
    const [position, pool] = [items[2 * index], items[2 * index + 1]];
    if (!position) return [];
    const { lpTokens, farmed } = positionOf(owner, pair, position);
    const { state } = poolOf(owner.mode, pair, pool);
    return [{ pair, free: worthOf(state, lpTokens - farmed), farmed: worthOf(state, farmed) }];
  });
}
