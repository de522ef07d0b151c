import { comesOut } from "../defi/exchange/engine/pool.ts";
import { position as liquidityPosition, pool } from "../defi/exchange/entity.ts";
import { position as farmingPosition } from "../defi/farming/entity.ts";
import { openPosition } from "../defi/staking/entity.ts";
import * as Table from "../platform/table/index.ts";

/**
 * What somebody has in stakes, pools and farms of the live ledger, rewards that are still to be paid included. Shares of a
 * pool that give less than a base unit of one of its tokens are none: nobody can take them out.
 */
export async function positionsOf(userId: string) {
  const owner = { mode: "live", userId } as const;
  const [stakes, pools, farms] = await Promise.all([
    Table.queryAll({ pk: openPosition.partition(owner), beginsWith: openPosition.prefix }),
    Table.queryAll({ pk: liquidityPosition.partition(owner), beginsWith: liquidityPosition.prefix }),
    Table.queryAll({ pk: farmingPosition.partition(owner), beginsWith: farmingPosition.prefix }),
  ]);
  return {
    stakes: stakes.map(openPosition.parse),
    pools: await removable(pools.map(liquidityPosition.parse)),
    farms: farms.map(farmingPosition.parse).filter(({ balance, rewards }) => balance > 0n || rewards > 0n),
  };
}

async function removable(all: readonly ReturnType<typeof liquidityPosition.parse>[]) {
  const open = all.filter(({ lpTokens }) => lpTokens > 0n);
  const pools = await Table.getMany(open.map(({ mode, pairId }) => pool.key({ mode, pairId })));
  return open.filter(({ lpTokens }, at) => {
    const item = pools[at];
    return item === undefined || comesOut(pool.parse(item), lpTokens);
  });
}
