import type { Mode } from "../../kernel/mode.ts";
import type { Items } from "../../ledger/draft.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { recent } from "../../platform/table/recent.ts";
import { exchangeParameters } from "../parameters/index.ts";
import { EMPTY, type PoolState } from "./engine/pool.ts";
import type { Market } from "./engine/route.ts";
import { pool as poolEntity } from "./entity.ts";
import { type Pair, pairs, type Token } from "./pairs.ts";

/** Stored pools: one item each, written over the version that was read. */

export interface Pool {
  readonly mode: Mode;
  readonly pair: Pair;
  readonly state: PoolState;
  /** 0 if the pool is not stored yet. */
  readonly version: bigint;
}

export const poolKey = (mode: Mode, { id }: Pair): Key => poolEntity.key({ mode, pairId: id });

/** Parses a pool. Returns an empty one if the item does not exist. */
export function poolOf(mode: Mode, pair: Pair, item: Table.Item | undefined): Pool {
  if (!item) return { mode, pair, state: EMPTY, version: 0n };
  const { reserve0, reserve1, totalSupply, kLast, version } = poolEntity.parse(item);
  return { mode, pair, state: { reserve0, reserve1, totalSupply, kLast }, version };
}

export const poolWrite = ({ mode, pair, version }: Pool, state: PoolState): Table.Write => ({
  put: poolEntity.item({
    mode,
    pairId: pair.id,
    ...state,
    kLast: state.kLast.toString(),
    version: version + 1n,
  }),
  where: poolEntity.unchanged({ version }),
});

/** Returns the mutex for trades of two tokens, which usually use the same pool. */
export const mutexOf = (mode: Mode, token: Token, other: Token): string =>
  `pool ${mode} ${[token.symbol, other.symbol].sort().join("-")}`;

export interface Exchange {
  readonly pools: ReadonlyMap<string, Pool>;
  readonly feeBps: bigint;
}

/** Returns the keys of an exchange: every pool in the order of `pairs`, and the parameters. */
export const exchangeReads = (mode: Mode) => ({
  pools: pairs.map((pair) => poolKey(mode, pair)),
  parameters: exchangeParameters.key(mode),
});

export const exchangeOf = (mode: Mode, items: Items<ReturnType<typeof exchangeReads>>): Exchange => ({
  pools: new Map(pairs.map((pair, index) => [pair.id, poolOf(mode, pair, items.pools[index])])),
  feeBps: exchangeParameters.of(items.parameters).feeBps,
});

/** Reads the exchange in one round trip, strongly consistent. */
export async function readExchange(mode: Mode): Promise<Exchange> {
  const reads = exchangeReads(mode);
  const [group, ...pools] = await Table.getMany([reads.parameters, ...reads.pools]);
  return exchangeOf(mode, { pools, parameters: group });
}

const liveExchange = recent(1000, () => readExchange("live"));

/**
 * Returns the exchange as of at most a second ago, for display only. Only the live ledger is cached: the number of
 * sandboxes is unlimited.
 */
export const recentExchange = (mode: Mode): Promise<Exchange> =>
  mode === "live" ? liveExchange() : readExchange(mode);

/** Returns the pools as a router sees them. */
export const marketsOf = ({ pools }: Pick<Exchange, "pools">): Market[] =>
  [...pools.values()].map(({ pair, state }) => ({
    id: pair.id,
    token0: pair.token0.symbol,
    token1: pair.token1.symbol,
    reserve0: state.reserve0,
    reserve1: state.reserve1,
  }));
