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
import { wholePartition } from "../../platform/table/list.ts";
import { weightAt, weightNow } from "../staking/weight.ts";
import { delegation, delegationCheckpoint, delegator, formerDelegator } from "./entity.ts";

/**
 * Voting power at an instant (spec 2, section 2.5): wallet balance + staked balance x multiplier + delegated
 * power. What is staked is still in its wallet, held, so the wallet's part is all else that is in it. Whoever
 * delegates gives all of that away but what the multipliers add, and keeps what others have delegated: there
 * are no chains. The bonus of a lock is for who stays locked, which only an own vote can hold somebody to.
 */

/** A user's own part, in base units, delegated away or not. */
interface Own {
  /** In the wallet and not staked. */
  readonly wallet: Money.BaseUnits;
  readonly staked: Money.BaseUnits;
  /** Staked times the multipliers of its pools. */
  readonly weighted: Money.BaseUnits;
}

export interface Power extends Own {
  /** Whom the own part is delegated to, by user id; then it is not part of the total. */
  readonly delegateId: string | undefined;
  /** The own parts of those who have delegated to the user, without what the multipliers of their stakes add. */
  readonly delegated: Money.BaseUnits;
  readonly total: Money.BaseUnits;
}

const walletOf = (owner: Owner) => accountOf(owner, Assets.native.symbol);

async function ownAt(owner: Owner, atMs: number): Promise<Own> {
  const [balances, weight] = await Promise.all([balanceAt(walletOf(owner), atMs), weightAt(owner, atMs)]);
  return ownOf(owner, balances, weight);
}

/** A user's own part as of now, delegated away or not. */
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
  // More staked than there is: a stake was taken back with a penalty between the reading of one and of the
  // other, or in the very millisecond that is asked for. Of an instant long ago it cannot be, unless the
  // servers' clocks disagree.
  if (rest < 0n) log.warn("more is staked than the wallet has", { mode, userId, available, held, staked });
  return { wallet: rest > 0n ? rest : 0n, staked, weighted };
}

/** What an own part weighs in a vote. */
const weightOf = ({ wallet, weighted }: Own): Money.BaseUnits => wallet + weighted;

/** What of an own part goes to a delegate: all but what the multipliers add. */
export const delegableOf = ({ wallet, staked }: Own): Money.BaseUnits => wallet + staked;

/** How many delegators are looked up at a time. */
const CONCURRENCY = 25;

/** What a delegate's delegators have of their own, together. */
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
  total: (delegateId === undefined ? weightOf(own) : 0n) + delegated,
});

/** A user's voting power at an instant. Final once the instant lies further back than a function may run. */
export async function powerAt(owner: Owner, atMs: number): Promise<Power> {
  const [own, delegateId, delegated] = await Promise.all([
    ownAt(owner, atMs),
    delegateAt(owner, atMs),
    delegatorsAt(owner, atMs).then((ids) => sumOf(owner, ids, (delegator) => ownAt(delegator, atMs))),
  ]);
  return powerOf(own, delegateId, delegated);
}

/** A user's voting power as of now: as `powerAt` of this instant, with fewer reads. */
export async function powerNow(owner: Owner): Promise<Power> {
  const [own, { delegateId }, delegated] = await Promise.all([
    ownNow(owner),
    delegationNow(owner),
    delegatorsNow(owner).then((ids) => sumOf(owner, ids, ownNow)),
  ]);
  return powerOf(own, delegateId, delegated);
}

/** Who had delegated to whom, now and at any instant before. `delegation.ts` changes it. */

/** Whom a user's power is delegated to now. */
export interface Delegation {
  /** A user's id; undefined where it is the user's own. */
  readonly delegateId?: string | undefined;
  /** When that began; 0 where it never was otherwise. */
  readonly sinceMs: number;
  readonly version: bigint;
}

export const delegationKey = ({ mode, userId }: Owner): Key => delegation.key({ mode, userId });

/** The delegation that an item is. */
export const delegationOf = (item: Table.Item | undefined): Delegation =>
  item ? delegation.parse(item) : { sinceMs: 0, version: 0n };

/** Whom a user has delegated to now. */
export const delegationNow = async (owner: Owner): Promise<Delegation> =>
  delegationOf(await Table.get(delegationKey(owner)));

/** Sort behind every version and instant, and before every user's id. */
const AFTER_ALL = "~";
const BEFORE_ALL = "!";

/** Whom a user had delegated to at an instant, by user id; changes of that very millisecond count. */
export async function delegateAt({ mode, userId }: Owner, atMs: number): Promise<string | undefined> {
  const { items } = await Table.query({
    pk: delegationCheckpoint.partition({ mode, userId }),
    upTo: delegationCheckpoint.key({ mode, userId, at: toIso(atMs), version: AFTER_ALL }).sk,
    newestFirst: true,
    limit: 1,
  });
  return items[0] && delegationCheckpoint.parse(items[0]).delegateId;
}

const activeOf = async ({ mode, userId: delegateId }: Owner) => {
  const items = await Table.queryAll(wholePartition(delegator, { mode, delegateId }));
  return items.map((item) => delegator.parse(item));
};

/** Whose delegation to a user ended after an instant. */
const endedAfter = async ({ mode, userId: delegateId }: Owner, atMs: number) => {
  const pk = formerDelegator.partition({ mode, delegateId });
  const from = (until: string) =>
    formerDelegator.key({ mode, delegateId, until, delegatorId: BEFORE_ALL }).sk;
  const items = await Table.queryAll({ pk, from: from(toIso(atMs + 1)), upTo: from(AFTER_ALL) });
  return items.map((item) => formerDelegator.parse(item));
};

/** Who has delegated to a user now, by user id. */
export const delegatorsNow = async (delegate: Owner): Promise<string[]> =>
  (await activeOf(delegate)).map(({ delegatorId }) => delegatorId);

/**
 * Who had delegated to a user at an instant, by user id. Those who have now are read first: who stops in
 * between is then among those who had, and read twice rather than never.
 */
export async function delegatorsAt(delegate: Owner, atMs: number): Promise<string[]> {
  const active = await activeOf(delegate);
  const ended = await endedAfter(delegate, atMs);
  const then = [...active, ...ended].filter(({ sinceMs }) => sinceMs <= atMs);
  return [...new Set(then.map(({ delegatorId }) => delegatorId))];
}

/** The two writes of a user's new delegation, over exactly the one that was read. */
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

/** One user's delegation to another: who, to whom, since when. */
interface Interval {
  readonly mode: Mode;
  readonly delegateId: string;
  readonly delegatorId: string;
  readonly sinceMs: number;
}

/** The write that makes a user a delegator of a delegate. */
export const startWrite = ({ mode, delegateId, delegatorId, sinceMs }: Interval): Table.Write => ({
  put: { ...delegator.key({ mode, delegateId, delegatorId }), delegatorId, sinceMs },
});

/** How long an ended delegation is kept: longer than any vote looks back. */
const KEPT_SECONDS = 60 * DAY_SECONDS;

/** The writes that end a delegation. Nothing is kept of one that began and ended at one instant. */
export function endWrites(interval: Interval, untilMs: number): Table.Write[] {
  const { delegatorId, sinceMs } = interval;
  const remove = { remove: delegator.key(interval) };
  if (untilMs <= sinceMs) return [remove];
  const key = formerDelegator.key({ ...interval, until: toIso(untilMs) });
  const ttl = Math.ceil(untilMs / 1000) + KEPT_SECONDS;
  return [remove, { put: { ...key, delegatorId, sinceMs, untilMs, ttl } }];
}
