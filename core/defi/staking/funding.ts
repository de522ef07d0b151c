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
 * The funding of rewards. All pools pay from one account, and their unpaid rewards are known without reading positions,
 * so that a stake is rejected if its rewards are not funded.
 */

/** New stakes are accepted while all stakes are funded for the longest lock. */
const HORIZON_SECONDS = BigInt(Math.max(...defaults.map(({ lockDays }) => lockDays)) * DAY_SECONDS);
/** A funding that lasts longer is stated as unlimited. */
const LONG_SECONDS = 100n * YEAR_SECONDS;

export const fundingKeys = (mode: Mode): Key[] => [...stateKeys(mode), ...shardKeys(rewardsAccount(mode))];

export interface Funding {
  readonly pools: readonly PoolState[];
  /** The balance of the rewards account. */
  readonly balance: bigint;
  /** The balance less unpaid rewards. Negative if the account is short. */
  readonly free: bigint;
  /** The rewards of all stakes in a year. */
  readonly perYear: bigint;
}

/** Parses the items at `fundingKeys`. */
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

/** Returns the time until which the rewards of all stakes are funded. Undefined if it is more than 100 years away. */
export function fundedUntil(funding: Funding): string | undefined {
  const seconds = fundedSeconds(funding);
  return seconds >= LONG_SECONDS ? undefined : toIso(Clock.nowMs() + Number(seconds) * 1000);
}

/** Returns the duration for which the rewards of all stakes are funded, at most 100 years. */
function fundedSeconds({ free, perYear }: Funding): bigint {
  if (perYear === 0n) return LONG_SECONDS;
  return free <= 0n ? 0n : Money.min((free * YEAR_SECONDS) / perYear, LONG_SECONDS);
}

/** Returns whether the rewards of all stakes and a new one are funded to the end of the longest lock. */
export const affords = ({ free, perYear }: Funding, amount: bigint, pool: Pick<PoolState, "rate">): boolean =>
  (perYear + rewardsPerYear(amount, pool.rate)) * HORIZON_SECONDS <= free * YEAR_SECONDS;

/** Returns the days for which the rewards account lasts with the current stakes, at most 100 years. */
export async function runwayDays(mode: Mode): Promise<number> {
  const funding = fundingOf(await read(mode));
  return funding.free < 0n ? 0 : Number(fundedSeconds(funding)) / DAY_SECONDS;
}

export interface FundedPools extends Pick<Funding, "pools"> {
  /** ISO 8601. Undefined if it is more than 100 years away. */
  readonly fundedUntil: string | undefined;
}

const read = (mode: Mode) => Table.getMany(fundingKeys(mode));
const liveFunding = recent(1000, () => read("live"));

/** Returns all pools and the end of their funding. For the live ledger, the result may be a second old. */
export async function list(mode: Mode): Promise<FundedPools> {
  const funding = fundingOf(await (mode === "live" ? liveFunding() : read(mode)));
  return { pools: funding.pools, fundedUntil: fundedUntil(funding) };
}

/** Returns one pool, and the end of the funding of all. @throws POOL_NOT_FOUND */
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

/** Returns the payable part of due rewards: all, unless a previous attempt found the account short. */
export function payable(mode: Mode, due: bigint, { shards }: Pick<Snapshot, "shards">): bigint {
  const balances = shards.get(refName(rewardsAccount(mode)));
  if (!balances) return due;
  return Money.min(Money.sum(balances), due);
}
