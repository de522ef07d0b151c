import type { UserActor } from "../../identity/actor.ts";
import { wrongCursor } from "../../kernel/cursor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Table from "../../platform/table/index.ts";
import { list } from "../../platform/table/list.ts";
import { completedPosition, openPosition } from "./entity.ts";
import { poolKeys, poolsOf } from "./pools.ts";
import { positionKeys, positionOf, view } from "./position.ts";
import type { Position, PositionView } from "./schema.ts";

/** A user's positions, one or page by page. */

/** One of the actor's positions, open or completed. @throws POSITION_NOT_FOUND */
export async function fromId(actor: UserActor, positionId: string): Promise<PositionView> {
  const keys = positionKeys(actor, positionId);
  const [open, completed, ...pools] = await Table.getMany(keysOf(actor, positionId));
  const position = await positionOf(keys, open, completed);
  return view(position, poolsOf(pools)(position.poolId));
}

/** What `fromId` reads first. */
export const keysOf = (owner: Owner, positionId: string): Table.Key[] => [
  ...positionKeys(owner, positionId),
  ...poolKeys(owner.mode),
];

export interface Filter {
  readonly status?: Position["status"] | undefined;
  readonly limit: number;
  /** The position that the page before ended with. */
  readonly after?: string | undefined;
}

export interface PositionsPage {
  readonly positions: readonly PositionView[];
  /** The position that the page ends with, where there are more. */
  readonly next: string | undefined;
}

/**
 * A page of the actor's positions, newest first. A page stays where it is when one is made or completed.
 * @throws INVALID_REQUEST for a cursor that is no position's id
 */
export async function page(actor: UserActor, { status, limit, after }: Filter): Promise<PositionsPage> {
  if (after !== undefined && !Ids.pattern("stake").test(after)) throw wrongCursor();
  const { mode, userId } = actor;
  const isWanted = (one: Position) => status === undefined || one.status === status;
  const part = async (entity: typeof openPosition | typeof completedPosition): Promise<Position[]> => {
    const from = after === undefined ? undefined : entity.key({ mode, userId, positionId: after });
    return (await list(entity, { mode, userId }, { limit: limit + 1, after: from, isWanted })).items;
  };
  // The completed ones are read after the open ones: who moves meanwhile is among them then.
  const open = await part(openPosition);
  const [completed, poolAt] = await Promise.all([
    part(completedPosition),
    Table.getMany(poolKeys(mode)).then(poolsOf),
  ]);
  const all = new Map([...open, ...completed].map((one) => [one.positionId, one]));
  const wanted = [...all.values()].sort((a, b) => (a.positionId < b.positionId ? 1 : -1));
  const shown = wanted.slice(0, limit);
  return {
    positions: shown.map((one) => view(one, poolAt(one.poolId))),
    next: wanted.length > limit ? shown.at(-1)?.positionId : undefined,
  };
}
