import * as z from "zod";
import * as Staking from "../defi/staking/entity.ts";
import * as Schema from "../defi/staking/schema.ts";
import * as Ids from "../kernel/ids/index.ts";
import { mode } from "../kernel/mode.ts";
import { kindOf, strict } from "./kinds.ts";

/** The kinds of items of staking. Their schemas are strict. */

const due = {
  duePk: z.string().optional(),
  dueSk: z.string().optional(),
  ledgerDueAt: z.string().optional(),
};

const position = strict(Schema.position).extend({
  ...due,
  positionId: z.string().regex(Ids.pattern("stake")),
  userId: z.string().regex(Ids.pattern("user")),
});
const completed = position.extend({
  amount: z.literal(0n),
  rewards: z.literal(0n),
  status: z.literal("completed"),
});

export const openKind = kindOf(Staking.openPosition, position);
export const completedKind = kindOf(Staking.completedPosition, completed);
export const planKind = kindOf(Staking.compoundingStake, strict(Schema.compoundingPlan).extend(due));
export const paidKind = kindOf(Staking.paidReward, strict(Schema.paidReward));

// What only the keys of the others say is part of their content.

const ofPool = { mode, poolId: z.string() };
const ofUser = { mode, userId: z.string() };
const shard = z.string().regex(new RegExp(`^[0-${Staking.STAKED_SHARDS - 1}]$`));

export const poolKind = kindOf(Staking.stakingPool, strict(Schema.poolItem).extend(ofPool), {
  fromKey: ["mode", "poolId"],
});
export const stakedKind = kindOf(
  Staking.stakedShard,
  strict(Schema.stakedPart).extend({ ...ofPool, shard }),
  { fromKey: ["mode", "poolId", "shard"] },
);
export const totalsKind = kindOf(Staking.stakeTotals, strict(Schema.totals).extend(ofUser), {
  fromKey: ["mode", "userId"],
});
export const paidSumKind = kindOf(
  Staking.paidSum,
  strict(Schema.paidSum).extend({ ...ofUser, poolId: z.string() }),
  { fromKey: ["mode", "userId", "poolId"] },
);
