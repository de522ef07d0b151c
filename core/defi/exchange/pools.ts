import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { EMPTY, type PoolState } from "./engine/pool.ts";
import type { Market } from "./engine/route.ts";
import { pool as poolEntity } from "./entity.ts";
import { type Pair, pairs, type Token } from "./pairs.ts";
import { parameters } from "./parameters.ts";
import { poolItem } from "./schema.ts";

/** Pools as they stand in the table: one item each, written over exactly the version that was read. */

export interface Pool {
  readonly pair: Pair;
  readonly state: PoolState;
  /** 0 where the table has no such pool yet. */
  readonly version: bigint;
}

export const poolKey = ({ id }: Pair): Key => poolEntity.key({ pairId: id });

/** The pool that an item is; empty where there is none. */
export function poolOf(pair: Pair, item: Table.Item | undefined): Pool {
  if (!item) return { pair, state: EMPTY, version: 0n };
  const { reserve0, reserve1, totalSupply, kLast, version } = poolItem.parse(item);
  return { pair, state: { reserve0, reserve1, totalSupply, kLast }, version };
}

/** The write that changes a pool from what was read to another state; refused when another writer was faster. */
export const poolWrite = ({ pair, version }: Pool, state: PoolState): Table.Write => ({
  put: {
    ...poolKey(pair),
    pairId: pair.id,
    reserve0: state.reserve0,
    reserve1: state.reserve1,
    totalSupply: state.totalSupply,
    kLast: state.kLast.toString(),
    version: version + 1n,
  },
  ...unchanged(version),
});

/** The condition that an item has the version that was read, or is still not there. */
export const unchanged = (version: bigint): Table.Condition =>
  version === 0n
    ? { condition: "attribute_not_exists(pk)" }
    : { condition: "version = :version", values: { ":version": version } };

/**
 * What callers of this process take turns by (`core/platform/turns`): those of the same two tokens mostly meet in the same
 * pool.
 */
export const turnOf = (one: Token, other: Token): string =>
  `pool:${[one.symbol, other.symbol].sort().join("-")}`;

/** All pools and the fee, as of one read. */
export interface Exchange {
  readonly pools: ReadonlyMap<string, Pool>;
  readonly feeBps: bigint;
}

/** What to read for `exchangeOf`: every pool, and the parameters. */
export const exchangeKeys: readonly Key[] = [...pairs.map(poolKey), parameters.key];

/** The exchange that the items of `exchangeKeys` are, in that order. */
export const exchangeOf = (items: readonly (Table.Item | undefined)[]): Exchange => ({
  pools: new Map(pairs.map((pair, index) => [pair.id, poolOf(pair, items[index])])),
  feeBps: parameters.of(items[pairs.length]).feeBps,
});

/** Reads the exchange in one round trip, strongly consistent. */
export const readExchange = async (): Promise<Exchange> => exchangeOf(await Table.getMany(exchangeKeys));

/** The pools as a router sees them. */
export const marketsOf = ({ pools }: Pick<Exchange, "pools">): Market[] =>
  [...pools.values()].map(({ pair, state }) => ({
    id: pair.id,
    token0: pair.token0.symbol,
    token1: pair.token1.symbol,
    reserve0: state.reserve0,
    reserve1: state.reserve1,
  }));
