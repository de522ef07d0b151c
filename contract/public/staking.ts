import * as z from "zod";
import { rewardKinds } from "../../core/defi/staking/schema.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { amount, asset, list, object, paging, shared, transactionHash, writing as write } from "./schemas.ts";

/**
 * Staking of the public API, by API key: PUBLIC.md, Resources. All amounts are of the platform's token. Also the
 * objects of its pools and positions.
 */

const route = defineFamily({ ...shared, id: "public.staking", path: "/v1/staking" });

export const poolId = z
  .string()
  .max(40)
  .meta({ description: "A pool's id", examples: ["locked-90"] });
export const positionId = z
  .string()
  .max(64)
  .meta({ examples: ["stk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const hash = transactionHash.regex(/^0x[0-9a-f]{64}$/).describe("Hash of the ledger entry");

export const pool = object("staking_pool", {
  name: z.string(),
  asset,
  apy_percent: z.string().meta({ description: "Simple interest in percent a year", examples: ["15"] }),
  staked: amount("Staked in the pool"),
  lock_days: z.int().describe("0 if stakes can be withdrawn at any time"),
  min_stake: amount("Minimum of one stake"),
  max_stake: amount("Maximum of one stake"),
  voting_multiplier: z.string().meta({ examples: ["1.5"] }),
  active: z.boolean().describe("Whether it accepts new stakes"),
  rewards_funded_until: timestamp
    .nullable()
    .describe(
      "Until when the rewards of all stakes are funded, for all pools together; null without a foreseeable end",
    ),
});

export const position = object("staking_position", {
  pool: poolId.describe("Changes to `flexible` within a minute of `unlocks_at`"),
  asset,
  amount: amount("Current stake, with compounded rewards"),
  pending_rewards: amount("Accrued until now, neither paid nor compounded"),
  unlocks_at: timestamp
    .nullable()
    .describe("From when on it can be withdrawn without a penalty; null if it always can"),
  status: z.enum(["active", "completed"]).describe("`completed` once the whole stake is withdrawn"),
  voting_power: amount("`amount` times the pool's multiplier"),
  compounding: z.boolean().describe("Whether rewards are added to the stake daily"),
  compounds_at: timestamp.nullable().describe("The next compounding"),
});

export const newPosition = position.extend({ transaction_hash: hash }).meta({ id: "NewStakingPosition" });

export const unstaked = object("unstake", {
  asset,
  amount: amount("Amount taken out of the position"),
  penalty: amount("The part of `amount` paid to the treasury"),
  received: amount("`amount` less `penalty`, paid to the wallet"),
  rewards_paid: amount("Rewards paid to the wallet in addition"),
  transaction_hash: hash,
  position,
});

export const claimed = object("reward_claim", {
  position: positionId,
  asset,
  claimed: amount("Rewards paid to the wallet"),
  pending_rewards: amount("Still owed: 0 unless the rewards account was short"),
  transaction_hash: hash.nullable().describe("Null if there was nothing to pay"),
});

const reward = object("staking_reward", {
  position: positionId,
  pool: poolId,
  asset,
  kind: z
    .enum(rewardKinds)
    .describe(
      "`claimed`; `unstaked`: paid with the last part of a position; `compounded`: added to the stake",
    ),
  amount: amount("Amount paid"),
  transaction_hash: hash,
});

const poolRewards = z
  .object({
    pool: poolId,
    asset,
    earned: amount("`paid` and `pending` together"),
    paid: amount("Claimed, paid on unstaking, or compounded"),
    compounded: amount("The compounded part of `paid`"),
    pending: amount("Accrued until now and not paid"),
  })
  .meta({ id: "PoolRewards" });

/** Settings shared by the routes that read, and by those that write. */
const names = { poolId: "pool", positionId: "position", unlockDate: "unlocks_at" } as const;
export const reading = { scope: "staking:read", names } as const;
export const writing = { ...write, scope: "staking:write", names } as const;

export const rewards = route({
  ...reading,
  id: "rewards",
  method: "GET",
  path: "/rewards",
  summary: "List staking rewards",
  description: "Returns every payment, and for each pool its earned, paid and owed rewards.",
  request: { query: z.strictObject(paging) },
  response: {
    description: "The payments, newest first, and the sums by pool",
    body: list(reward).extend({
      pools: z
        .array(poolRewards)
        .describe(
          "All rewards by pool. A stake counts in its current pool, a payment in the pool of that time",
        ),
    }),
  },
});
