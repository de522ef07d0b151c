import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { type ListPage, list as pageOf } from "../../platform/table/list.ts";
import { pointsLine } from "./entity.ts";
import * as Cards from "./index.ts";
import { balanceOf, earnedOf } from "./points.ts";
import { type Card, type Line, WARNED_DAYS } from "./schema.ts";
import { expiringOf, pointsAt } from "./standing.ts";
import { type Standing, standingOf } from "./tiers.ts";

/** How somebody stands: points, tier, what expires. */

export interface Overview extends Standing {
  /** What there is on the cards. */
  readonly points: bigint;
  /** What was earned within 12 months. */
  readonly earned: bigint;
  /** Taken back when it had been spent: the next points pay it. */
  readonly owed: bigint;
  /** What expires within 30 days, and when the first of it does: ISO 8601. */
  readonly expiring: { readonly points: bigint; readonly at: string | undefined };
}

/** How cards stand, together. */
export function overviewOf(cards: readonly Card[], now: string = Clock.nowIso()): Overview {
  const points = cards.map((card) => pointsAt(card, now));
  const earned = points.reduce((sum, one) => sum + earnedOf(one), 0n);
  const expiring = cards.map((card) => expiringOf(card, now, WARNED_DAYS));
  return {
    ...standingOf(earned),
    points: points.reduce((sum, one) => sum + balanceOf(one), 0n),
    earned,
    owed: points.reduce((sum, { owed }) => sum + owed, 0n),
    expiring: {
      points: expiring.reduce((sum, one) => sum + one.points, 0n),
      at: expiring.flatMap(({ at }) => at ?? []).sort()[0],
    },
  };
}

/** How the actor stands, over all programs. */
export const of = async ({ userId }: Pick<LiveActor, "userId">): Promise<Overview> =>
  overviewOf(await Cards.all(userId));

/**
 * A page of what happened to the actor's points, newest first.
 * @param after the id of the line that the page before ended with
 */
export const history = (
  { userId }: Pick<LiveActor, "userId">,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<ListPage<Line>> => pageOf(pointsLine, { userId }, lines({ userId }, { limit, after }));

const lines = (
  { userId }: Pick<LiveActor, "userId">,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
) => ({
  limit,
  after: after === undefined ? undefined : pointsLine.key({ userId, lineId: after }),
});
