import type { Mode, Owner } from "../../kernel/mode.ts";
import { toIso } from "../../kernel/time.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { wholePartition } from "../../platform/table/list.ts";
import { unchanged } from "../version.ts";
import { delegation, delegationCheckpoint, delegator, formerDelegator } from "./entity.ts";

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
  const { items } = await Table.query(delegateRange({ mode, userId }, atMs));
  return items[0] && delegationCheckpoint.parse(items[0]).delegateId;
}

/** What `delegateAt` reads. */
export const delegateRange = ({ mode, userId }: Owner, atMs: number): Table.QueryInput => ({
  pk: delegationCheckpoint.partition({ mode, userId }),
  upTo: delegationCheckpoint.key({ mode, userId, at: toIso(atMs), version: AFTER_ALL }).sk,
  newestFirst: true,
  limit: 1,
});

/** The delegations to a user that are. */
export const delegatorsOf = ({ mode, userId: delegateId }: Owner): Table.QueryInput =>
  wholePartition(delegator, { mode, delegateId });

const activeOf = async (owner: Owner) => {
  const items = await Table.queryAll(delegatorsOf(owner));
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
      where: unchanged(before.version),
    },
    { put: { ...delegationCheckpoint.key(checkpoint), delegateId } },
  ];
}

/** One user's delegation to another: who, to whom, since when. */
export interface Interval {
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
const KEPT_SECONDS = 60 * 86_400;

/** The writes that end a delegation. Nothing is kept of one that began and ended at one instant. */
export function endWrites(interval: Interval, untilMs: number): Table.Write[] {
  const { delegatorId, sinceMs } = interval;
  const remove = { remove: delegator.key(interval) };
  if (untilMs <= sinceMs) return [remove];
  const key = formerDelegator.key({ ...interval, until: toIso(untilMs) });
  const ttl = Math.ceil(untilMs / 1000) + KEPT_SECONDS;
  return [remove, { put: { ...key, delegatorId, sinceMs, untilMs, ttl } }];
}
