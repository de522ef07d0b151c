import * as z from "zod";
import { STAKED_SHARDS } from "../defi/staking/entity.ts";
import * as Schema from "../defi/staking/schema.ts";
import * as Ids from "../kernel/ids/index.ts";
import { SANDBOX } from "../kernel/mode.ts";

/** The items of staking, strict: a field added by hand is seen too. */

const MODE = `(live|${SANDBOX})`;

export const position = z.strictObject({
  ...Schema.position.shape,
  pk: z.string(),
  sk: z.string(),
  positionId: z.string().regex(Ids.pattern("stake")),
  userId: z.string().regex(Ids.pattern("user")),
  duePk: z.string().optional(),
  dueSk: z.string().optional(),
  ledgerDueAt: z.string().optional(),
});

export const completed = position.extend({
  amount: z.literal(0n),
  rewards: z.literal(0n),
  status: z.literal("completed"),
});

export const totals = z.strictObject({
  ...Schema.totals.shape,
  pk: z.string().regex(new RegExp(`^STAKES#${MODE}#[^#]+$`)),
  sk: z.literal("TOTALS"),
});

export const plan = z.strictObject({
  ...Schema.compoundingPlan.shape,
  pk: z.string(),
  sk: z.string(),
  duePk: z.string().optional(),
  dueSk: z.string().optional(),
  ledgerDueAt: z.string().optional(),
});

export const paid = z.strictObject({ ...Schema.paidReward.shape, pk: z.string(), sk: z.string() });

export const paidSum = z.strictObject({
  ...Schema.paidSum.shape,
  pk: z.string().regex(new RegExp(`^STAKEREWARDS#${MODE}#[^#]+$`)),
  sk: z.string().regex(/^SUM#[^#]+$/),
});

export const pool = z.strictObject({
  ...Schema.poolItem.shape,
  pk: z.string().regex(new RegExp(`^STAKINGPOOL#${MODE}#[^#]+$`)),
  sk: z.literal("POOL"),
});

export const shard = z.strictObject({
  ...Schema.stakedPart.shape,
  pk: z.string().regex(new RegExp(`^STAKINGPOOL#${MODE}#[^#]+#[0-${STAKED_SHARDS - 1}]$`)),
  sk: z.literal("STAKED"),
});
