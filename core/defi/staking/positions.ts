import type { UserActor } from "../../identity/actor.ts";
import { wrongCursor } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll, list as listOf } from "../../platform/table/list.ts";
import { completedPosition, openPosition, paidReward, paidSum } from "./entity.ts";
import { defaults, poolKeys, poolsOf } from "./pools.ts";
import { completedRange, openRange, positionKeys, positionOf, view } from "./position.ts";
import type { PaidSum, Position, Positions, PositionView, RewardsPage } from "./schema.ts";

/** Reads a user's positions and paid rewards. */

const LATEST_COMPLETED = 100;

/** Returns the actor's open positions and the latest completed ones, newest first, with their current rewards. */
export async function list(actor: UserActor): Promise<Positions> {
  const [open, completed, poolAt] = await Promise.all([
    Table.queryAll(openRange(actor)),
    Table.query(latestCompleted(actor)),
    Table.getMany(poolKeys(actor.mode)).then(poolsOf),
  ]);
  const all = [...open.map(openPosition.parse), ...completed.items.map(completedPosition.parse)]
    .map((position) => view(position, poolAt(position.poolId)))
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const sum = (figure: "amount" | "rewards" | "powerTenths") => Money.sum(all.map((one) => one[figure]));
  return {
    positions: all,
    totalStaked: sum("amount"),
    totalRewards: sum("rewards"),
    totalPowerTenths: sum("powerTenths"),
  };
}

const latestCompleted = (owner: Owner): Table.QueryInput => ({
  ...completedRange(owner),
  newestFirst: true,
  limit: LATEST_COMPLETED,
});

export const listReads = (owner: Owner): Table.Reads => ({
  keys: poolKeys(owner.mode),
  ranges: [openRange(owner), latestCompleted(owner)],
});

/** Returns one of the actor's positions, open or completed. @throws POSITION_NOT_FOUND */
export async function fromId(actor: UserActor, positionId: string): Promise<PositionView> {
  const keys = positionKeys(actor, positionId);
  const [open, completed, ...pools] = await Table.getMany([...keys, ...poolKeys(actor.mode)]);
  const position = await positionOf(keys, open, completed);
  return view(position, poolsOf(pools)(position.poolId));
}

interface Filter {
  readonly status?: Position["status"] | undefined;
  readonly limit: number;
  /** The last position of the previous page. */
  readonly after?: string | undefined;
}

/**
 * Returns a page of the actor's positions, newest first. New and completed positions do not shift it.
 * @throws INVALID_REQUEST for a cursor that is not a position's id
 */
export async function page(
  actor: UserActor,
  { status, limit, after }: Filter,
): Promise<{ readonly positions: readonly PositionView[]; readonly next: string | undefined }> {
  if (after !== undefined && !Ids.pattern("stake").test(after)) throw wrongCursor();
  const { mode, userId } = actor;
  const isWanted = (one: Position) => status === undefined || one.status === status;
  const part = async (entity: typeof openPosition | typeof completedPosition): Promise<Position[]> => {
    const from = after === undefined ? undefined : entity.key({ mode, userId, positionId: after });
    return (await listOf(entity, { mode, userId }, { limit: limit + 1, after: from, isWanted })).items;
  };
  // Completed positions are read second, so that a position that completes between the two reads is not missed.
  const open = await part(openPosition);
  const [completed, poolAt] = await Promise.all([
    part(completedPosition),
    Table.getMany(poolKeys(mode)).then(poolsOf),
  ]);
  const all = new Map([...open, ...completed].map((one) => [one.positionId, one]));
  const found = [...all.values()].sort((a, b) => (a.positionId < b.positionId ? 1 : -1));
  const shown = found.slice(0, limit);
  return {
    positions: shown.map((one) => view(one, poolAt(one.poolId))),
    next: found.length > limit ? shown.at(-1)?.positionId : undefined,
  };
}

const NOTHING: PaidSum = { paid: 0n, compounded: 0n };

/**
 * Returns the actor's rewards: paid and pending sums by pool, and a page of the payments. A payment belongs to the pool
 * in which the stake was at that time.
 * @param page.after the last entry of the previous page
 * @throws INVALID_REQUEST if that is not an entry's id
 */
export async function rewards(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<RewardsPage> {
  if (after !== undefined && !Ids.pattern("entry").test(after)) throw wrongCursor();
  const { mode, userId } = actor;
  const [open, items, page] = await Promise.all([
    listAll(openPosition, { mode, userId }),
    Table.getMany([
      ...poolKeys(mode),
      ...defaults.map(({ id }) => paidSum.key({ mode, userId, poolId: id })),
    ]),
    listOf(
      paidReward,
      { mode, userId },
      {
        limit,
        after: after === undefined ? undefined : paidReward.key({ mode, userId, entryId: after }),
      },
    ),
  ]);
  const poolAt = poolsOf(items);
  const views = open.map((one) => view(one, poolAt(one.poolId)));
  return {
    pools: defaults.map(({ id: poolId }, index) => {
      const item = items[defaults.length + index];
      const pending = Money.sum(views.filter((one) => one.poolId === poolId).map((one) => one.rewards));
      return { poolId, ...(item ? paidSum.parse(item) : NOTHING), pending };
    }),
    rewards: page.items,
    next: page.next?.entryId,
  };
}
