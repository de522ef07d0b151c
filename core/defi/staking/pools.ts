import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import { MAX_POSTING } from "../../ledger/draft.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { defined, type Patch } from "../parameters/index.ts";
import { STAKED_SHARDS, stakedShard, stakingPool } from "./entity.ts";
import { InvalidPoolTerms, PoolNotFound } from "./errors.ts";
import { indexAt, type Rate, unearnedOf } from "./rewards.ts";
import { type PoolTerms, type Position, poolTerms, type StakedPart } from "./schema.ts";

/**
 * The staking pools (spec 2, section 2.3). The list of pools, their locks and multipliers are in code; governance may
 * change rates, bounds and whether a pool accepts stakes. Only a changed pool has an item, so a default rate below must
 * never change: its index counts from the epoch. Multipliers must never change either: stored weights contain them.
 */

const TOKEN = 10n ** 18n;

export interface Pool extends Omit<PoolTerms, "apyBps"> {
  readonly id: string;
  readonly name: string;
  /** 0 if a stake can be withdrawn at any time. */
  readonly lockDays: number;
  /** The voting multiplier times ten. */
  readonly multiplierTenths: bigint;
  readonly rate: Rate;
}

const pool = (
  id: string,
  name: string,
  lockDays: number,
  apyBps: bigint,
  multiplierTenths: bigint,
): Pool => ({
  id,
  name,
  lockDays,
  multiplierTenths,
  rate: { apyBps, index: 0n, sinceMs: 0n },
  minStake: 100n * TOKEN,
  maxStake: 10_000_000n * TOKEN,
  active: true,
});

/** The pool without a lock. A stake moves here when its lock ends. */
export const FLEXIBLE = "flexible";

/** The pools until governance changes them. */
export const defaults: readonly Pool[] = [
  pool(FLEXIBLE, "Flexible", 0, 800n, 10n),
  pool("locked-90", "Locked for 90 days", 90, 1500n, 15n),
  pool("locked-365", "Locked for 365 days", 365, 2500n, 20n),
];

/** @throws POOL_NOT_FOUND */
export function defaultOf(poolId: string): Pool {
  const byDefault = defaults.find(({ id }) => id === poolId);
  if (!byDefault) throw fail(PoolNotFound, { details: { poolId, pools: defaults.map(({ id }) => id) } });
  return byDefault;
}

/** @throws POOL_NOT_FOUND */
export const poolKey = (mode: Mode, poolId: string): Key =>
  stakingPool.key({ mode, poolId: defaultOf(poolId).id });

/** Returns the keys of all pools, in the order of `defaults`. */
export const poolKeys = (mode: Mode): Key[] => defaults.map(({ id }) => poolKey(mode, id));

/** Parses a pool. Returns the default if the item does not exist. */
export function poolOf(poolId: string, item: Table.Item | undefined): Pool {
  const byDefault = defaultOf(poolId);
  if (!item) return byDefault;
  const { apyBps, index, sinceMs, minStake, maxStake, active } = stakingPool.parse(item);
  return { ...byDefault, rate: { apyBps, index, sinceMs }, minStake, maxStake, active };
}

/** Returns a lookup of pools by id, from the items at `poolKeys`. */
export const poolsOf =
  (items: readonly (Table.Item | undefined)[]) =>
  (poolId: string): Pool =>
    poolOf(poolId, items[defaults.findIndex(({ id }) => id === poolId)]);

const bounds: readonly (readonly [keyof PoolTerms, Text, (terms: PoolTerms) => boolean])[] = [
  [
    "apyBps",
    text("must be 0 to 10000 basis points", "doit être de 0 à 10000 points de base"),
    ({ apyBps }) => apyBps >= 0n && apyBps <= 10_000n,
  ],
  ["minStake", text("must be more than 0", "doit être supérieur à 0"), ({ minStake }) => minStake > 0n],
  [
    "maxStake",
    text("must be at least minStake", "doit être au moins minStake"),
    ({ minStake, maxStake }) => maxStake >= minStake,
  ],
  [
    "maxStake",
    text("exceeds the maximum of a single transaction", "dépasse le maximum d'une seule transaction"),
    ({ maxStake }) => maxStake <= MAX_POSTING,
  ],
];

/** @throws INVALID_POOL_TERMS with the field and the rule */
function checkTerms(terms: PoolTerms): void {
  for (const [field, rule, holds] of bounds) {
    if (!holds(terms))
      throw fail(InvalidPoolTerms, {
        message: text(`${field} ${rule.en}.`, `${field} ${rule.fr}.`),
        details: { field, rule },
      });
  }
}

/**
 * Returns the write that changes some of a pool's terms if the pool is unchanged. A changed rate applies
 * from now on: the index contains the accrual before.
 * @throws POOL_NOT_FOUND, INVALID_POOL_TERMS
 */
export async function changeWrite(mode: Mode, poolId: string, patch: Patch<PoolTerms>): Promise<Table.Write> {
  const key = poolKey(mode, poolId);
  const item = await Table.get(key);
  const { rate, minStake, maxStake, active } = poolOf(poolId, item);
  const terms = poolTerms.parse({ apyBps: rate.apyBps, minStake, maxStake, active, ...defined(patch) });
  checkTerms(terms);
  const nowMs = BigInt(Clock.nowMs());
  const changedMs = nowMs > rate.sinceMs ? nowMs : rate.sinceMs;
  const { index, sinceMs } =
    terms.apyBps === rate.apyBps ? rate : { index: indexAt(rate, changedMs), sinceMs: changedMs };
  const version = item ? stakingPool.parse(item).version : 0n;
  return {
    put: { ...key, index, sinceMs, ...terms, version: version + 1n },
    where: stakingPool.unchanged({ version }),
  };
}

type Part = Pick<Position, "amount" | "rewards" | "index">;
/** The state before a position is in the pool, and after it left. */
export const NO_PART: Part = { amount: 0n, rewards: 0n, index: 0n };

/**
 * Returns the write that updates a pool's sums after a change of a position. All changes of a position go to one shard,
 * so its sum never falls below zero.
 */
export const stakedWrite = (
  { mode, poolId, positionId }: Pick<Position, "mode" | "poolId" | "positionId">,
  before: Part,
  after: Part,
): Table.Write => ({
  update: stakedShard.key({ mode, poolId, shard: Ids.shardOf(positionId, STAKED_SHARDS) }),
  add: {
    staked: after.amount - before.amount,
    unearned: unearnedOf(after) - unearnedOf(before),
  },
});

export interface PoolState extends Pool, StakedPart {}

export const stateKeys = (mode: Mode): Key[] => [
  ...poolKeys(mode),
  ...defaults.flatMap(({ id: poolId }) =>
    Array.from({ length: STAKED_SHARDS }, (_, shard) =>
      stakedShard.key({ mode, poolId, shard: String(shard) }),
    ),
  ),
];

/** Parses the items at `stateKeys`. */
export function statesOf(items: readonly (Table.Item | undefined)[]): readonly PoolState[] {
  const poolAt = poolsOf(items);
  return defaults.map(({ id }, index) => {
    const from = defaults.length + index * STAKED_SHARDS;
    const parts = items
      .slice(from, from + STAKED_SHARDS)
      .flatMap((item) => (item ? [stakedShard.parse(item)] : []));
    const sum = (figure: keyof StakedPart) => Money.sum(parts.map((part) => part[figure]));
    return { ...poolAt(id), staked: sum("staked"), unearned: sum("unearned") };
  });
}
