import * as Clock from "../../kernel/clock/ledger.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { DAY_SECONDS, toIso } from "../../kernel/time.ts";
import { shardKeys } from "../../ledger/accounts.ts";
import { refName, type Snapshot } from "../../ledger/draft.ts";
import { systemShard } from "../../ledger/entity.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { recent } from "../../platform/table/recent.ts";
import { defaultOf, defaults, type PoolState, stateKeys, statesOf } from "./pools.ts";
import { owedAt, rewardsPerYear, YEAR_SECONDS } from "./rewards.ts";
import { rewardsAccount } from "./token.ts";

/**
 * What rewards are paid from, and how long it lasts. All pools pay from one account. What they owe is known
 * without reading a position, so a promise that cannot be kept is not made.
 */

/** Stakes are taken while all of them are paid for so long: no lock lasts longer. */
const HORIZON_SECONDS = BigInt(Math.max(...defaults.map(({ lockDays }) => lockDays)) * DAY_SECONDS);
/** Beyond so many years nobody needs to know when it ends. */
const LONG_SECONDS = 100n * YEAR_SECONDS;

/** The keys of all that the funding follows from. */
export const fundingKeys = (mode: Mode): Key[] => [...stateKeys(mode), ...shardKeys(rewardsAccount(mode))];

export interface Funding {
  readonly pools: readonly PoolState[];
  /** What is in the rewards account. */
  readonly balance: bigint;
  /** What is in the rewards account and not owed yet; below zero where it is short. */
  readonly free: bigint;
  /** What all stakes together earn in a year. */
  readonly perYear: bigint;
}

/** The funding that was read at `fundingKeys`. */
export function fundingOf(items: readonly (Table.Item | undefined)[]): Funding {
  const pools = statesOf(items);
  const nowMs = BigInt(Clock.nowMs());
  const shards = items.slice(stateKeys("live").length);
  const balance = Money.sum(shards.map((item) => (item ? systemShard.parse(item).balance : 0n)));
  const sum = (of: (pool: PoolState) => bigint) => Money.sum(pools.map(of));
  return {
    pools,
    balance,
    free: balance - sum((pool) => owedAt(pool, pool.rate, nowMs)),
    perYear: sum(({ staked, rate }) => rewardsPerYear(staked, rate)),
  };
}

/** Until when the rewards of all stakes are paid for; undefined where no end is in sight. */
export function fundedUntil({ free, perYear }: Funding): string | undefined {
  const nowMs = Clock.nowMs();
  if (free <= 0n && perYear > 0n) return toIso(nowMs);
  const seconds = perYear === 0n ? LONG_SECONDS : (free * YEAR_SECONDS) / perYear;
  return seconds >= LONG_SECONDS ? undefined : toIso(nowMs + Number(seconds) * 1000);
}

/** Whether the rewards of all stakes are paid for to the end of the longest lock, a new one's included. */
export const affords = ({ free, perYear }: Funding, amount: bigint, pool: Pick<PoolState, "rate">): boolean =>
  (perYear + rewardsPerYear(amount, pool.rate)) * HORIZON_SECONDS <= free * YEAR_SECONDS;

/**
 * For how many days the rewards account pays what all stakes earn today, after what is owed by now; at most a hundred
 * years.
 */
export async function runwayDays(mode: Mode): Promise<number> {
  const { free, perYear } = fundingOf(await read(mode));
  if (free <= 0n) return perYear === 0n && free === 0n ? Number(LONG_SECONDS) / DAY_SECONDS : 0;
  const seconds = perYear === 0n ? LONG_SECONDS : (free * YEAR_SECONDS) / perYear;
  return Number(Money.min(seconds, LONG_SECONDS)) / DAY_SECONDS;
}

export interface FundedPools extends Pick<Funding, "pools"> {
  /** ISO 8601; undefined where no end is in sight. */
  readonly fundedUntil: string | undefined;
}

const read = (mode: Mode) => Table.getMany(fundingKeys(mode));
const ofEverybody = recent(1000, () => read("live"));

/**
 * All pools with what is staked in them, and until when their rewards are funded; in one round trip. Of the live
 * ledger it may be a second old.
 */
export async function list(mode: Mode): Promise<FundedPools> {
  const funding = fundingOf(await (mode === "live" ? ofEverybody() : read(mode)));
  return { pools: funding.pools, fundedUntil: fundedUntil(funding) };
}

/** One pool, and until when the rewards of all are funded. @throws POOL_NOT_FOUND */
export async function fromId(
  mode: Mode,
  poolId: string,
): Promise<{ readonly one: PoolState; readonly fundedUntil: string | undefined }> {
  const { id } = defaultOf(poolId);
  const funded = await list(mode);
  const one = funded.pools.find((pool) => pool.id === id);
  if (!one) throw new TypeError(`the pool ${id} has no state`);
  return { one, fundedUntil: funded.fundedUntil };
}

/**
 * How much of what is due can be paid: all, unless an attempt before has shown that the account is too short.
 */
export function payable(mode: Mode, due: bigint, { shards }: Pick<Snapshot, "shards">): bigint {
  const balances = shards.get(refName(rewardsAccount(mode)));
  if (!balances) return due;
  return Money.min(Money.sum(balances), due);
}
