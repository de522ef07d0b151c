import * as z from "zod";
import { rewardKinds } from "../../../core/defi/staking/schema.ts";
import { CONTENDED_SECONDS, timestamp } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, list, object } from "../schemas.ts";

/** Staking of the public API: PUBLIC.md, Resources. All amounts are of the platform's token. */

export const poolId = z
  .string()
  .max(40)
  .meta({ description: "A pool's id", examples: ["locked-90"] });
export const positionId = z
  .string()
  .max(64)
  .meta({ examples: ["stk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const transactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ description: "Hash of the ledger's entry" });

export const pool = object("staking_pool", {
  name: z.string(),
  asset,
  apy_percent: z.string().meta({ description: "Simple interest in percent a year", examples: ["15"] }),
  staked: amount("What is staked in the pool"),
  lock_days: z.int().meta({ description: "0 where a stake can be taken back at any time" }),
  min_stake: amount("The least of one stake"),
  max_stake: amount("The most of one stake"),
  voting_multiplier: z.string().meta({ examples: ["1.5"] }),
  active: z.boolean().meta({ description: "Whether it takes new stakes" }),
  rewards_funded_until: timestamp.nullable().meta({
    description:
      "Until when the rewards of all stakes are in the account that pays them, the same for all pools; null where no end is in sight",
  }),
});

export const position = object("staking_position", {
  pool: poolId.meta({ description: "Within a minute of `unlocks_at` a stake becomes one of `flexible`" }),
  asset,
  amount: amount("What is left of the stake, with the rewards that were added to it"),
  pending_rewards: amount("Accrued up to now, neither paid nor added to the stake"),
  unlocks_at: timestamp.nullable().meta({
    description: "From when on it can be taken back freely; null where it always can",
  }),
  status: z.enum(["active", "completed"]).meta({ description: "`completed` once all was taken back" }),
  voting_power: amount("`amount` times the pool's multiplier"),
  compounding: z.boolean().meta({ description: "Whether its rewards are added to it daily" }),
  compounds_at: timestamp.nullable().meta({ description: "When they are next" }),
});

export const newPosition = position
  .extend({ transaction_hash: transactionHash })
  .meta({ id: "NewStakingPosition" });

export const unstaked = object("unstake", {
  asset,
  amount: amount("What was taken out of the position"),
  penalty: amount("What of that went to the treasury"),
  received: amount("`amount` less `penalty`: what came back to the wallet"),
  rewards_paid: amount("Paid to the wallet on top of `received`"),
  transaction_hash: transactionHash,
  position,
});

export const claimed = object("reward_claim", {
  position: positionId,
  asset,
  claimed: amount("What was paid to the wallet"),
  pending_rewards: amount("What is still owed: 0 unless the rewards account was short"),
  transaction_hash: transactionHash.nullable().meta({ description: "null where there was nothing to pay" }),
});

export const reward = object("staking_reward", {
  position: positionId,
  pool: poolId,
  asset,
  kind: z.enum(rewardKinds).meta({
    description:
      "`claimed`, paid with the last of an `unstaked` position, or `compounded`: added to the stake",
  }),
  amount: amount("What was paid"),
  transaction_hash: transactionHash,
});

const poolRewards = z
  .object({
    pool: poolId,
    asset,
    earned: amount("`paid` and `pending` together"),
    paid: amount("Claimed, paid on unstaking, or added to stakes"),
    compounded: amount("What of `paid` was added to stakes"),
    pending: amount("Accrued up to now and not paid yet"),
  })
  .meta({ id: "PoolRewards" });

export const rewards = list(reward).extend({
  pools: z.array(poolRewards).meta({
    description:
      "All that the caller has earned; a stake counts in the pool that it is in, or was in when it was paid",
  }),
});

/** What the routes that read, and those that write, state alike. */
const names = { poolId: "pool", positionId: "position", unlockDate: "unlocks_at" } as const;
export const reading = { scope: "staking:read", grants: { table: "read" }, names } as const;
export const writing = {
  names,
  scope: "staking:write",
  idempotent: true,
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
} as const;
