import type { UserActor } from "../../identity/actor.ts";
import { accountOf, walletKey } from "../../ledger/accounts.ts";
import { MAX_POSTING, type Snapshot } from "../../ledger/draft.ts";
import { type AccountState, accountState } from "../../ledger/schema.ts";
import type { Key } from "../../platform/table/entity.ts";
import { type FeeSwitch, type PoolState, worthOf } from "./engine/pool.ts";
import type { Pair } from "./pairs.ts";
import { type Pool, poolKey, poolOf } from "./pools.ts";
import { positionKey, positionOf } from "./positions.ts";
import type { PriceList } from "./prices.ts";
import type { Position } from "./schema.ts";

/** Liquidity (spec 2, section 4.2): what adding to a pool and removing from it have in common. */

/**
 * The protocol's due never keeps anybody from a mint or a burn: it takes no more than an entry of the ledger
 * can post.
 */
export const POSTABLE_FEE: FeeSwitch = { mostFeeLiquidity: MAX_POSTING };

/** A position, its pool, and the wallets of both tokens. */
export interface Situation {
  readonly actor: UserActor;
  readonly pair: Pair;
  readonly pool: Pool;
  readonly position: Position;
  readonly wallet0: AccountState | undefined;
  readonly wallet1: AccountState | undefined;
  readonly prices: PriceList;
}

/** What an entry reads beside the actor's wallet of token0, which initiates it. */
export const readsOf = (actor: UserActor, pair: Pair): Key[] => [
  poolKey(actor.mode, pair),
  positionKey(actor, pair.id),
  walletKey(accountOf(actor, pair.token1.symbol)),
];

/** What was read at `readsOf`. */
export const situationOf = (
  actor: UserActor,
  pair: Pair,
  { state, items: [pool, position, wallet1] }: Snapshot,
  prices: PriceList,
): Situation => ({
  actor,
  pair,
  pool: poolOf(actor.mode, pair, pool),
  position: positionOf(actor, pair, position),
  wallet0: state,
  wallet1: wallet1 && accountState.parse(wallet1),
  prices,
});

/** Whether a position's shares would give something of both tokens. */
export function comesOut(pool: PoolState, { lpTokens }: Position): boolean {
  const { amount0, amount1 } = worthOf(pool, lpTokens);
  return amount0 > 0n && amount1 > 0n;
}
