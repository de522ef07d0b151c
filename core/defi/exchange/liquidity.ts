import type { Owner } from "../../kernel/mode.ts";
import { accountOf, walletKey } from "../../ledger/accounts.ts";
import { MAX_POSTING, type Snapshot } from "../../ledger/draft.ts";
import { walletAccount } from "../../ledger/entity.ts";
import type { AccountState } from "../../ledger/schema.ts";
import type { FeeSwitch } from "./engine/pool.ts";
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
  readonly owner: Owner;
  readonly pair: Pair;
  readonly pool: Pool;
  readonly position: Position;
  readonly wallet0: AccountState | undefined;
  readonly wallet1: AccountState | undefined;
  readonly prices: PriceList;
}

/** Returns the inputs of an entry beside the actor's wallet of token0, which initiates it. */
export const readsOf = (owner: Owner, pair: Pair) => ({
  pool: poolKey(owner.mode, pair),
  position: positionKey(owner, pair.id),
  wallet1: walletKey(accountOf(owner, pair.token1.symbol)),
});

/** Parses the inputs. */
export const situationOf = (
  owner: Owner,
  pair: Pair,
  { state, items: { pool, position, wallet1 } }: Snapshot<ReturnType<typeof readsOf>>,
  prices: PriceList,
): Situation => ({
  owner,
  pair,
  pool: poolOf(owner.mode, pair, pool),
  position: positionOf(owner, pair, position),
  wallet0: state,
  wallet1: wallet1 && walletAccount.parse(wallet1),
  prices,
});
