import * as z from "zod";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { delegation, delegationCheckpoint, delegator, formerDelegator } from "./entity.ts";

/** Who had delegated to whom, now and at any instant before. `delegation.ts` changes it. */

/** Whom a user's power is delegated to now. */
export interface Delegation {
  /** A user's id; undefined where it is the user's own. */
  readonly delegateId: string | undefined;
  /** When that began; 0 where it never was otherwise. */
  readonly sinceMs: number;
  readonly version: bigint;
}

const delegationItem = z.object({
  delegateId: z.string().optional(),
  sinceMs: z.coerce.number(),
  version: z.bigint(),
});

/** Where a user's delegation stands. */
export const delegationKey = (userId: string): Key => delegation.key({ userId });

/** The delegation that an item is. */
export function delegationOf(item: Table.Item | undefined): Delegation {
  if (!item) return { delegateId: undefined, sinceMs: 0, version: 0n };
  const { delegateId, sinceMs, version } = delegationItem.parse(item);
  return { delegateId, sinceMs, version };
}

/** Whom a user has delegated to now. */
export const delegationNow = async (userId: string): Promise<Delegation> =>
  delegationOf(await Table.get(delegationKey(userId)));

/** Sort behind every version and instant, and before every user's id. */
const AFTER_ALL = "~";
const BEFORE_ALL = "!";

const iso = (ms: number): string => new Date(ms).toISOString();

/** Whom a user had delegated to at an instant, by user id; changes of that very millisecond count. */
export async function delegateAt(userId: string, atMs: number): Promise<string | undefined> {
  const { items } = await Table.query({
    pk: delegationCheckpoint.partition({ userId }),
    upTo: delegationCheckpoint.key({ userId, at: iso(atMs), version: AFTER_ALL }).sk,
    newestFirst: true,
    limit: 1,
  });
  return items[0] && delegationItem.pick({ delegateId: true }).parse(items[0]).delegateId;
}

const interval = z.object({
  delegatorId: z.string(),
  sinceMs: z.coerce.number(),
  untilMs: z.coerce.number().optional(),
});

const activeOf = (delegateId: string): Promise<Table.Item[]> =>
  Table.queryAll({ pk: delegator.partition({ delegateId }), beginsWith: "ACTIVE#" });

/** Who has delegated to a user now, by user id. */
export const delegatorsNow = async (delegateId: string): Promise<string[]> =>
  (await activeOf(delegateId)).map((item) => interval.parse(item).delegatorId);

/**
 * Who had delegated to a user at an instant, by user id. Those who have now are read first: who stops in between is then
 * among those who had, and seen twice rather than never.
 */
export async function delegatorsAt(delegateId: string, atMs: number): Promise<string[]> {
  const pk = delegator.partition({ delegateId });
  const endedFrom = (until: string) => formerDelegator.key({ delegateId, until, delegatorId: BEFORE_ALL }).sk;
  const active = await activeOf(delegateId);
  const ended = await Table.queryAll({ pk, from: endedFrom(iso(atMs + 1)), upTo: endedFrom(AFTER_ALL) });
  const found = [...active, ...ended]
    .map((item) => interval.parse(item))
    .filter(({ sinceMs }) => sinceMs <= atMs);
  return [...new Set(found.map(({ delegatorId }) => delegatorId))];
}

/** The two writes that say whom a user delegates to from an instant on; refused where that is no longer what was read. */
export function delegated(userId: string, seen: Delegation, delegateId: string | undefined, atMs: number) {
  const version = seen.version + 1n;
  const checkpoint = delegationCheckpoint.key({
    userId,
    at: iso(atMs),
    version: version.toString().padStart(12, "0"),
  });
  const own: Table.Write = {
    put: { ...delegationKey(userId), delegateId, sinceMs: atMs, version },
    ...(seen.version === 0n
      ? { condition: "attribute_not_exists(pk)" }
      : { condition: "version = :seen", values: { ":seen": seen.version } }),
  };
  return [own, { put: { ...checkpoint, delegateId } }] satisfies Table.Write[];
}

/** How long an ended delegation is kept: longer than any vote looks back. */
const KEPT_SECONDS = 60 * 86_400;

/** The writes that end a user's being a delegator of a delegate. Nothing is kept of what began and ended at one instant. */
export function ended(
  delegateId: string,
  delegatorId: string,
  sinceMs: number,
  untilMs: number,
): Table.Write[] {
  const until = iso(untilMs);
  return [
    { remove: delegator.key({ delegateId, delegatorId }) },
    ...(untilMs > sinceMs
      ? [
          {
            put: {
              ...formerDelegator.key({ delegateId, until, delegatorId }),
              delegatorId,
              sinceMs,
              untilMs,
              ttl: Math.ceil(untilMs / 1000) + KEPT_SECONDS,
            },
          },
        ]
      : []),
  ];
}

/** The write that makes a user a delegator of a delegate. */
export const begun = (delegateId: string, delegatorId: string, sinceMs: number): Table.Write => ({
  put: { ...delegator.key({ delegateId, delegatorId }), delegatorId, sinceMs },
});
