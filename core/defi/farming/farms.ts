import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { systemRef } from "../../ledger/accounts.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import { findPair } from "../exchange/pairs.ts";
import { token } from "../staking/token.ts";
import { EMPTY, type FarmState, lastTimeRewardApplicable } from "./engine/farm.ts";
import { farm as farmEntity } from "./entity.ts";
import { FarmNotFound } from "./errors.ts";
import { isFarmId, rewardsOf } from "./names.ts";
import type { Farm, FarmStatus } from "./schema.ts";

/**
 * Stored farms: one item each, written only if its version is unchanged. The initial farms are in code and
 * have an item after their first change; governance creates others.
 */

const TOKEN = 10n ** 18n;

export interface FirstFarm {
  readonly farmId: string;
  readonly pairId: string;
  /** The duration of a period, in seconds. */
  readonly rewardsDuration: bigint;
  /** The emission of its first period, funded by the rewards account, in base units. */
  readonly reward: bigint;
}

const first = (pairId: string, tokens: bigint): FirstFarm => ({
  farmId: pairId.toLowerCase(),
  pairId,
  rewardsDuration: BigInt(365 * DAY_SECONDS),
  reward: tokens * TOKEN,
});

export const firstFarms: readonly FirstFarm[] = [
  first("BTC-USDC", 2_000_000n),
  first("ETH-USDC", 2_000_000n),
  first(`${token.symbol}-USDC`, 4_000_000n),
];

/** Returns a farm before its first change. */
export const newFarm = (
  mode: Mode,
  { farmId, pairId, rewardsDuration }: Omit<FirstFarm, "reward">,
  createdAt: string,
): Farm => ({
  ...EMPTY,
  ...{ mode, farmId, pairId, rewardsDuration },
  ...{ emitted: 0n, paid: 0n, createdAt, version: 0n },
});

/** The creation time of the initial farms. */
const INITIAL_CREATED_AT = "2026-01-01T00:00:00.000Z";

export const farmKey = (mode: Mode, farmId: string): Key => farmEntity.key({ mode, farmId });

/** Parses a farm. If the item does not exist, returns the initial farm of that id, or undefined. */
export function farmOf(mode: Mode, farmId: string, item: Table.Item | undefined): Farm | undefined {
  if (item) return farmEntity.parse(item);
  const known = firstFarms.find((one) => one.farmId === farmId);
  return known && newFarm(mode, known, INITIAL_CREATED_AT);
}

/** @throws FARM_NOT_FOUND */
export function requireFarm(farm: Farm | undefined, farmId: string): Farm {
  if (farm && findPair(farm.pairId)) return farm;
  throw fail(FarmNotFound, { details: { farmId: farmId.slice(0, 60) } });
}

/** Returns the key of a farm by an id from a request. @throws FARM_NOT_FOUND for a malformed id */
export function keyOf(mode: Mode, farmId: string): Key {
  if (!isFarmId(farmId)) requireFarm(undefined, farmId);
  return farmKey(mode, farmId);
}

/** Reads all farms of a ledger, the initial ones first. */
export async function readFarms(mode: Mode): Promise<Farm[]> {
  const all = await listAll(farmEntity, { mode });
  const stored = new Map(all.map((farm) => [farm.farmId, farm]));
  const isFirst = ({ farmId }: Farm) => firstFarms.some((one) => one.farmId === farmId);
  const untouched = firstFarms.map((known) => newFarm(mode, known, INITIAL_CREATED_AT));
  return [
    ...untouched.map((farm) => stored.get(farm.farmId) ?? farm),
    ...[...stored.values()].filter((farm) => !isFirst(farm)),
  ];
}

export const mutexOf = (mode: Mode, farmId: string): string => `farm ${mode} ${farmId}`;

/** Returns a farm's current time in whole seconds. It never decreases, although servers' clocks differ. */
export function secondsOf({ lastUpdateTime }: Pick<FarmState, "lastUpdateTime">): bigint {
  const now = BigInt(Math.floor(Clock.nowMs() / 1000));
  return now > lastUpdateTime ? now : lastUpdateTime;
}

/** Returns the emission to stakers up to now: at least the sum of their rewards. */
export const emittedAt = (farm: Farm, now: bigint): bigint =>
  farm.totalSupply === 0n
    ? farm.emitted
    : farm.emitted + (lastTimeRewardApplicable(farm, now) - farm.lastUpdateTime) * farm.rewardRate;

/** Returns the maximum of unpaid rewards: emitted up to now and not paid. */
export const owedAt = (farm: Farm, now: bigint): bigint => emittedAt(farm, now) - farm.paid;

/** Returns the remaining emission of the current period. */
export const unemittedAt = ({ periodFinish, rewardRate }: FarmState, now: bigint): bigint =>
  now < periodFinish ? (periodFinish - now) * rewardRate : 0n;

export function statusOf({ paused, periodFinish }: FarmState, now: bigint): FarmStatus {
  if (paused) return "ended";
  return now < periodFinish ? "active" : "finished";
}

/** Applies the engine's result to a farm. */
export const afterChange = (before: Farm, state: FarmState, now: bigint, paid = 0n): Farm => ({
  ...before,
  ...state,
  emitted: emittedAt(before, now),
  paid: before.paid + paid,
});

export const fundsOf = ({ mode, farmId }: Pick<Farm, "mode" | "farmId">): AccountRef =>
  systemRef(mode, rewardsOf(farmId), token.symbol);

/** Returns the write of a changed farm if its version is unchanged. */
export const farmWrite = (before: Farm, changed: Farm): Table.Write => ({
  put: farmEntity.item({
    ...changed,
    rewardPerTokenStored: changed.rewardPerTokenStored.toString(),
    version: before.version + 1n,
  }),
  where: farmEntity.unchanged(before),
});
