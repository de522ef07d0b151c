import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { ceilDiv } from "./engine/math.ts";
import { type PoolState, rootOf } from "./engine/pool.ts";
import { position as positionEntity } from "./entity.ts";
import { getPair, type Pair, positionId } from "./pairs.ts";
import { poolOf, readExchange, unchanged } from "./pools.ts";
import { pricesToShow } from "./prices.ts";
import { type Position, type PositionItem, positionItem } from "./schema.ts";
import { shown } from "./valuation.ts";

/**
 * Positions as they stand in the table: one per user and pool. A closed one stays, with nothing in it, so that its version
 * goes on; nobody is shown it.
 */

export const positionKey = (userId: string, pairId: string): Key => positionEntity.key({ userId, pairId });

/** The position that an item is; the user's empty one where there is none. */
export function positionOf(userId: string, { id: pairId }: Pair, item: Table.Item | undefined): PositionItem {
  if (item) return positionItem.parse(item);
  return {
    ...positionKey(userId, pairId),
    positionId: positionId(userId, pairId),
    pairId,
    lpTokens: 0n,
    token0Deposited: 0n,
    token1Deposited: 0n,
    rootDeposited: 0n,
    createdAt: Clock.nowIso(),
    version: 0n,
  };
}

/** The write that changes a position from what was read; refused when another writer was faster. */
export const positionWrite = (before: PositionItem, after: PositionItem): Table.Write => ({
  put: { ...after, version: before.version + 1n },
  ...unchanged(before.version),
});

/** A position with new shares in it. @param pool as it is with them */
export const afterAdding = (
  before: PositionItem,
  pool: PoolState,
  added: { readonly liquidity: bigint; readonly amount0: bigint; readonly amount1: bigint },
): PositionItem => ({
  ...before,
  // A position that begins anew begins now.
  createdAt: before.lpTokens === 0n ? Clock.nowIso() : before.createdAt,
  lpTokens: before.lpTokens + added.liquidity,
  token0Deposited: before.token0Deposited + added.amount0,
  token1Deposited: before.token1Deposited + added.amount1,
  rootDeposited: before.rootDeposited + rootOf(pool, added.liquidity) + 1n,
});

/** A position without some of its shares: what was deposited for it goes with them, in their proportion. */
export function afterRemoving(before: PositionItem, liquidity: bigint): PositionItem {
  const lpTokens = before.lpTokens - liquidity;
  const left = (amount: bigint) => (amount * lpTokens) / before.lpTokens;
  return {
    ...before,
    lpTokens,
    token0Deposited: left(before.token0Deposited),
    token1Deposited: left(before.token1Deposited),
    // Rounded up, so that rounding alone never looks like fees.
    rootDeposited: ceilDiv(before.rootDeposited * lpTokens, before.lpTokens),
  };
}

/** The actor's open positions and what they are worth now: nothing while no prices are known. */
export async function list(actor: UserActor): Promise<Position[]> {
  const [items, { pools }, prices] = await Promise.all([
    Table.queryAll({ pk: positionEntity.partition({ userId: actor.userId }), beginsWith: "LIQUIDITY#" }),
    readExchange(),
    pricesToShow(),
  ]);
  return items
    .map((item) => positionItem.parse(item))
    .filter(({ lpTokens }) => lpTokens > 0n)
    .map((item) => {
      const pair = getPair(item.pairId);
      return shown(pair, item, (pools.get(pair.id) ?? poolOf(pair, undefined)).state, prices);
    });
}
