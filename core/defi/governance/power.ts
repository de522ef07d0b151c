import pMap from "p-map";
import * as Assets from "../../kernel/assets/index.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { DAY_SECONDS, toIso } from "../../kernel/time.ts";
import { accountOf } from "../../ledger/accounts.ts";
import { balanceAt, balanceNow } from "../../ledger/balance-at.ts";
import type { Balances } from "../../ledger/schema.ts";
import { log } from "../../platform/log.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import { weightAt, weightNow } from "../staking/weight.ts";
import { delegation, delegationCheckpoint, delegator, formerDelegator } from "./entity.ts";

/**
 * Voting power at an instant (spec 2, section 2.5): wallet balance + staked balance x multiplier + delegated power.
 * Staked tokens are held in the wallet, so the wallet's part excludes them. A delegation transfers the own power except
 * the bonus of the multipliers, and never power that others have delegated. The bonus remains with the owner, since
 * only an own vote can hold the lock.
 */

/** A user's own power in base units, whether delegated or not. */
interface Own {
  /** The wallet's balance without staked tokens. */
  readonly wallet: Money.BaseUnits;
  readonly staked: Money.BaseUnits;
  /** Staked amounts times the multipliers of their pools. */
  readonly weighted: Money.BaseUnits;
}

export interface Power extends Own {
  /** The delegate's user id. If it is set, the own power is not part of the total. */
  readonly delegateId: string | undefined;
  /** The own powers of the user's delegators, without the bonus of the multipliers. */
  readonly delegated: Money.BaseUnits;
  readonly total: Money.BaseUnits;
}

const walletOf = (owner: Owner) => accountOf(owner, Assets.native.symbol);

async function ownAt(owner: Owner, atMs: number): Promise<Own> {
  const [balances, weight] = await Promise.all([balanceAt(walletOf(owner), atMs), weightAt(owner, atMs)]);
  return ownOf(owner, balances, weight);
}

/** Returns a user's own power now. */
export async function ownNow(owner: Owner): Promise<Own> {
  const [balances, weight] = await Promise.all([balanceNow(walletOf(owner)), weightNow(owner)]);
  return ownOf(owner, balances, weight);
}

function ownOf(
  { mode, userId }: Owner,
  { available, held }: Balances,
  { staked, weighted }: Omit<Own, "wallet">,
): Own {
  const rest = available + held - staked;
  // Negative if a stake was withdrawn with a penalty between the two reads, or in the same millisecond. For a past
  // instant it may mean that the clocks of two servers differ.
  if (rest < 0n)
    log.warn("governance: stakes exceed the wallet's balance, its own unstaked part counts as zero", {
      mode,
      userId,
      available,
      held,
      staked,
    });
  return { wallet: rest > 0n ? rest : 0n, staked, weighted };
}

/** Returns the part of an own power that goes to a delegate. */
export const delegableOf = ({ wallet, staked }: Own): Money.BaseUnits => wallet + staked;

const CONCURRENCY = 25;

/** Returns the sum of the delegators' own powers. */
async function sumOf(
  { mode }: Owner,
  delegatorIds: readonly string[],
  read: (owner: Owner) => Promise<Own>,
): Promise<Money.BaseUnits> {
  const parts = await pMap(delegatorIds, (userId) => read({ mode, userId }), { concurrency: CONCURRENCY });
  return Money.sum(parts.map(delegableOf));
}

const powerOf = (own: Own, delegateId: string | undefined, delegated: Money.BaseUnits): Power => ({
  ...own,
  delegateId,
  delegated,
  total: (delegateId === undefined ? own.wallet + own.weighted : 0n) + delegated,
});

/** Returns a user's voting power at an instant. It is final if the instant is longer ago than a function may run. */
export async function powerAt(owner: Owner, atMs: number): Promise<Power> {
  const [own, delegateId, delegated] = await Promise.all([
    ownAt(owner, atMs),
    delegateAt(owner, atMs),
    delegatorsAt(owner, atMs).then((ids) => sumOf(owner, ids, (delegator) => ownAt(delegator, atMs))),
  ]);
  return powerOf(own, delegateId, delegated);
}

/** Returns a user's voting power now, with fewer reads than `powerAt`. */
export async function powerNow(owner: Owner): Promise<Power> {
  const [own, { delegateId }, delegated] = await Promise.all([
    ownNow(owner),
    delegationNow(owner),
    delegatorsNow(owner).then((ids) => sumOf(owner, ids, ownNow)),
  ]);
  return powerOf(own, delegateId, delegated);
}

export interface Delegation {
  /** A user's id. Undefined if the user has not delegated. */
  readonly delegateId?: string | undefined;
  /** Its start; 0 if the user never delegated. */
  readonly sinceMs: number;
  readonly version: bigint;
}

export const delegationKey = ({ mode, userId }: Owner): Key => delegation.key({ mode, userId });

export const delegationOf = (item: Table.Item | undefined): Delegation =>
  item ? delegation.parse(item) : { sinceMs: 0, version: 0n };

export const delegationNow = async (owner: Owner): Promise<Delegation> =>
  delegationOf(await Table.get(delegationKey(owner)));

/** Sort after every version and instant, and before every user id. */
const AFTER_ALL = "~";
const BEFORE_ALL = "!";

/** Returns a user's delegate at an instant, including changes in the same millisecond. */
export async function delegateAt({ mode, userId }: Owner, atMs: number): Promise<string | undefined> {
  const { items } = await Table.query({
    pk: delegationCheckpoint.partition({ mode, userId }),
    upTo: delegationCheckpoint.key({ mode, userId, at: toIso(atMs), version: AFTER_ALL }).sk,
    newestFirst: true,
    limit: 1,
  });
  return items[0] && delegationCheckpoint.parse(items[0]).delegateId;
}

const activeOf = ({ mode, userId: delegateId }: Owner) => listAll(delegator, { mode, delegateId });

/** Returns the delegations to a user that ended after an instant. */
const endedAfter = async ({ mode, userId: delegateId }: Owner, atMs: number) => {
  const pk = formerDelegator.partition({ mode, delegateId });
  const from = (until: string) =>
    formerDelegator.key({ mode, delegateId, until, delegatorId: BEFORE_ALL }).sk;
  const items = await Table.queryAll({ pk, from: from(toIso(atMs + 1)), upTo: from(AFTER_ALL) });
  return items.map((item) => formerDelegator.parse(item));
};

/** Returns the ids of a user's current delegators. */
export const delegatorsNow = async (delegate: Owner): Promise<string[]> =>
  (await activeOf(delegate)).map(({ delegatorId }) => delegatorId);

/**
 * Returns the ids of a user's delegators at an instant. Reads current delegations first, so that one that
 * ends between the two reads is found twice rather than never.
 */
export async function delegatorsAt(delegate: Owner, atMs: number): Promise<string[]> {
  const active = await activeOf(delegate);
  const ended = await endedAfter(delegate, atMs);
  const then = [...active, ...ended].filter(({ sinceMs }) => sinceMs <= atMs);
  return [...new Set(then.map(({ delegatorId }) => delegatorId))];
}

/** Returns the two writes of a user's new delegation if the previous one is unchanged. */
export function delegationWrites(
  { mode, userId }: Owner,
  before: Delegation,
  { delegateId, sinceMs, version }: Delegation,
): Table.Write[] {
  const at = toIso(sinceMs);
  const checkpoint = { mode, userId, at, version: version.toString().padStart(12, "0") };
  return [
    {
      put: { ...delegation.key({ mode, userId }), delegateId, sinceMs, version },
      where: delegation.unchanged(before),
    },
    { put: { ...delegationCheckpoint.key(checkpoint), delegateId } },
  ];
}

/** One user's delegation to another. */
interface Interval {
  readonly mode: Mode;
  readonly delegateId: string;
  readonly delegatorId: string;
  readonly sinceMs: number;
}

export const startWrite = ({ mode, delegateId, delegatorId, sinceMs }: Interval): Table.Write => ({
  put: { ...delegator.key({ mode, delegateId, delegatorId }), delegatorId, sinceMs },
});

/** Longer than the age of any snapshot. */
const RETENTION_SECONDS = 60 * DAY_SECONDS;

/** Returns the writes that end a delegation. A delegation that began at the same instant is not recorded. */
export function endWrites(interval: Interval, untilMs: number): Table.Write[] {
  const { delegatorId, sinceMs } = interval;
  const remove = { remove: delegator.key(interval) };
  if (untilMs <= sinceMs) return [remove];
  const key = formerDelegator.key({ ...interval, until: toIso(untilMs) });
  const ttl = Math.ceil(untilMs / 1000) + RETENTION_SECONDS;
  return [remove, { put: { ...key, delegatorId, sinceMs, untilMs, ttl } }];
}
