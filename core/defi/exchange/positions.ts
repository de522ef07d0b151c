import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import { keysIn } from "../../ledger/known-items.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { listAll, wholePartition } from "../../platform/table/list.ts";
import { newestKeys } from "../../prices/newest.ts";
import { ceilDiv } from "./engine/amounts.ts";
import { EMPTY, type PoolState, rootOf } from "./engine/pool.ts";
import { position as positionEntity } from "./entity.ts";
import { getPair, type Pair, positionId } from "./pairs.ts";
import { exchangeReads, readExchange } from "./pools.ts";
import type { Position, PositionView } from "./schema.ts";
import { positionView, pricesOrNone } from "./valuation.ts";

/** Stored positions: one per user and pool. A closed position remains stored, hidden, so that its version continues. */

export const positionKey = ({ mode, userId }: Owner, pairId: string): Key =>
  positionEntity.key({ mode, userId, pairId });

/** Parses a position. Returns the user's empty one if the item does not exist. */
export function positionOf(
  { mode, userId }: Owner,
  { id: pairId }: Pair,
  item: Table.Item | undefined,
): Position {
  if (item) return positionEntity.parse(item);
  return {
    positionId: positionId({ mode, userId }, pairId),
    mode,
    userId,
    pairId,
    lpTokens: 0n,
    farmed: 0n,
    token0Deposited: 0n,
    token1Deposited: 0n,
    rootDeposited: 0n,
    createdAt: Clock.nowIso(),
    version: 0n,
  };
}

/** Returns the write of a changed position, over the version that was read. */
export const positionWrite = (before: Position, after: Position): Table.Write => ({
  put: positionEntity.item({ ...after, version: before.version + 1n }),
  where: positionEntity.unchanged(before),
});

/** Adds new shares to a position. @param pool the pool after the mint */
export const afterAdding = (
  before: Position,
  pool: PoolState,
  added: { readonly liquidity: bigint; readonly amount0: bigint; readonly amount1: bigint },
): Position => ({
  ...before,
  createdAt: before.lpTokens === 0n ? Clock.nowIso() : before.createdAt,
  lpTokens: before.lpTokens + added.liquidity,
  token0Deposited: before.token0Deposited + added.amount0,
  token1Deposited: before.token1Deposited + added.amount1,
  rootDeposited: before.rootDeposited + rootOf(pool, added.liquidity) + 1n,
});

/** Removes shares from a position. The deposited amounts decrease in proportion. */
export function afterRemoving(before: Position, liquidity: bigint): Position {
  const lpTokens = before.lpTokens - liquidity;
  const remaining = (amount: bigint) => (amount * lpTokens) / before.lpTokens;
  return {
    ...before,
    lpTokens,
    token0Deposited: remaining(before.token0Deposited),
    token1Deposited: remaining(before.token1Deposited),
    // Rounded up, so that rounding is never shown as fees.
    rootDeposited: ceilDiv(before.rootDeposited * lpTokens, before.lpTokens),
  };
}

const openPositions = async ({ mode, userId }: Owner): Promise<Position[]> =>
  (await listAll(positionEntity, { mode, userId })).filter(({ lpTokens }) => lpTokens > 0n);

export const listReads = (owner: Owner): Table.Reads => ({
  keys: [...keysIn(exchangeReads(owner.mode)), ...newestKeys()],
  ranges: [wholePartition(positionEntity, { mode: owner.mode, userId: owner.userId })],
});

/** Returns the actor's open positions. Their values are zero while no prices are known. */
export async function list(actor: UserActor): Promise<PositionView[]> {
  const [positions, { pools }, prices] = await Promise.all([
    openPositions(actor),
    readExchange(actor.mode),
    pricesOrNone(),
  ]);
  return positions.map((position) => {
    const pair = getPair(position.pairId);
    return positionView(pair, position, pools.get(pair.id)?.state ?? EMPTY, prices);
  });
}
