import * as z from "zod";
import * as Ids from "../../kernel/ids/index.ts";
import { STAKED_SHARDS } from "./entity.ts";
import { poolItem } from "./pools.ts";
import { positionItem } from "./schema.ts";
import { totalsItem } from "./weight.ts";

/** How the items of staking stand in the table, for the audit: strict, so that a field added by hand is seen too. */

export const position = z.strictObject({
  ...positionItem.shape,
  pk: z.string(),
  sk: z.string(),
  positionId: z.string().regex(Ids.pattern("stake")),
  userId: z.string().regex(Ids.pattern("user")),
});

export const completed = position.extend({
  amount: z.literal(0n),
  rewards: z.literal(0n),
  status: z.literal("completed"),
});

export const totals = z.strictObject({
  ...totalsItem.shape,
  pk: z.string().regex(/^USER#[^#]+$/),
  sk: z.literal("STAKETOTALS"),
});

export const pool = z.strictObject({
  ...poolItem.shape,
  pk: z.string().regex(/^STAKINGPOOL#[^#]+$/),
  sk: z.literal("POOL"),
});

export const shard = z.strictObject({
  pk: z.string().regex(new RegExp(`^STAKINGPOOL#[^#]+#[0-${STAKED_SHARDS - 1}]$`)),
  sk: z.literal("STAKED"),
  staked: z.bigint(),
});
