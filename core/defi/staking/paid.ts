import type { UserActor } from "../../identity/actor.ts";
import { wrongCursor } from "../../kernel/cursor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { After } from "../../ledger/draft.ts";
import * as Table from "../../platform/table/index.ts";
import { list } from "../../platform/table/list.ts";
import { openPosition, paidReward, paidSum } from "./entity.ts";
import { defaults, poolKeys, poolsOf } from "./pools.ts";
import { openOf, view } from "./position.ts";
import type { PaidSum, Position, RewardKind, RewardsPage } from "./schema.ts";

/** What stakes have been paid in rewards: each payment, and the sums of a user's by pool. */

/** The writes that go with an entry that pays rewards; none where it pays none. */
export const paidWrites = (
  { mode, userId, positionId, poolId }: Pick<Position, "mode" | "userId" | "positionId" | "poolId">,
  kind: RewardKind,
  amount: bigint,
  { entryId, transactionHash, createdAt }: Pick<After, "entryId" | "transactionHash" | "createdAt">,
): Table.Write[] => {
  if (amount === 0n) return [];
  const paid = { mode, userId, entryId, positionId, poolId, kind, amount, transactionHash, createdAt };
  return [
    { put: paidReward.item(paid) },
    {
      update: paidSum.key({ mode, userId, poolId }),
      add: { paid: amount, compounded: kind === "compounded" ? amount : 0n },
    },
  ];
};

const NOTHING: PaidSum = { paid: 0n, compounded: 0n };

/**
 * What the actor has earned: by pool, with what is pending now, and a page of the payments. A stake counts in the
 * pool that it is in, or was in when it was paid.
 * @param page.after the entry that the page before ended with
 * @throws INVALID_REQUEST where that is no entry's id
 */
export async function rewards(
  actor: UserActor,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<RewardsPage> {
  if (after !== undefined && !Ids.pattern("entry").test(after)) throw wrongCursor();
  const { mode, userId } = actor;
  const [open, items, page] = await Promise.all([
    Table.queryAll(openOf(actor)),
    Table.getMany([
      ...poolKeys(mode),
      ...defaults.map(({ id }) => paidSum.key({ mode, userId, poolId: id })),
    ]),
    list(
      paidReward,
      { mode, userId },
      {
        limit,
        after: after === undefined ? undefined : paidReward.key({ mode, userId, entryId: after }),
      },
    ),
  ]);
  const poolAt = poolsOf(items);
  const views = open.map(openPosition.parse).map((one) => view(one, poolAt(one.poolId)));
  return {
    pools: defaults.map(({ id: poolId }, index) => {
      const item = items[defaults.length + index];
      const pending = views
        .filter((one) => one.poolId === poolId)
        .reduce((sum, one) => sum + one.rewards, 0n);
      return { poolId, ...(item ? paidSum.parse(item) : NOTHING), pending };
    }),
    rewards: page.items,
    next: page.next?.entryId,
  };
}
