import * as z from "zod";
import {
  AboveMaximum,
  AmountExceedsStake,
  BelowMinimum,
  PoolInactive,
  PoolNotFound,
  PositionCompleted,
  PositionLimit,
  PositionLocked,
  PositionNotFound,
  RewardsNotFunded,
  StakeIsVoting,
} from "../../core/defi/staking/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountInDebt } from "../../core/policy/errors.ts";
import { amount, CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";

/**
 * Staking: spec 2, sections 2.3, 3, 4.3 and 7. Amounts are decimal strings in whole units of the platform's
 * token.
 */

const route = defineFamily({
  id: "defi.staking",
  path: "/api/defi/staking",
  family: "defi",
  auth: "session",
});

const rewards = z.string().meta({
  description: "Accrued up to now and not paid yet. At least two decimals are shown, as many as there are",
  examples: ["0.00"],
});

const votingPower = z.string().meta({
  description: "What is left of the stake times the pool's multiplier, exactly",
  examples: ["2250.75"],
});

const positionId = z
  .string()
  .max(64)
  .meta({ description: "A position's id", examples: ["stk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const pool = z
  .object({
    id: z.string().meta({ examples: ["locked-90"] }),
    name: z.string(),
    token: z.string().meta({ description: "Symbol of the platform's token" }),
    apy: z.string().meta({ description: "Percent a year, without the sign", examples: ["15"] }),
    tvl: z.string().meta({ description: "What is staked in the pool, in tokens" }),
    lockPeriod: z.int().meta({ description: "Days; 0 where a stake can be taken back at any time" }),
    minStake: amount,
    maxStake: amount,
    votingMultiplier: z.number(),
    active: z.boolean().meta({ description: "Whether it takes new stakes" }),
    rewardsFundedUntil: timestamp.nullable().meta({
      description:
        "Until when the rewards of all stakes there are now are in the account that pays them, the same for all pools; " +
        "null where no end is in sight",
    }),
  })
  .meta({ id: "DefiStakingPool" });

const position = z
  .object({
    id: positionId,
    poolId: z.string().meta({
      description: "Within a minute of its `unlockDate` a stake becomes one of the flexible pool",
      examples: ["locked-90"],
    }),
    amount: z.string().meta({ description: "What is left of the stake, in tokens" }),
    rewards,
    startDate: timestamp,
    unlockDate: timestamp.nullable().meta({
      description:
        "From this instant on it can be taken back freely, and accrues at the flexible pool's rate; null where it always can",
    }),
    status: z.enum(["active", "unstaking", "completed"]).meta({
      description:
        "`completed` once all was taken back. Taking back is immediate, so no position is ever seen `unstaking`",
    }),
    votingPower,
    compounding: z.boolean().meta({ description: "Whether its rewards are added to it daily (public API)" }),
  })
  .meta({ id: "DefiStakingPosition" });

const transactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ description: "Hash of the ledger's entry" });

export const pools = route({
  id: "pools",
  method: "GET",
  path: "/pools",
  summary: "The staking pools and their terms",
  description:
    "`apy` is simple interest in percent a year of 365 days; rewards accrue by the second. `minStake` (100) and `maxStake` " +
    "(10,000,000) bound each single stake, not the sum of a user's. Governance may change rate, bounds and `active`; a " +
    "changed rate counts from its change on, for stakes that there are too.",
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 1 },
  responses: {
    200: { description: "All pools", body: z.object({ pools: z.array(pool) }) },
  },
  grants: { table: "read" },
});

export const positions = route({
  id: "positions",
  method: "GET",
  path: "/positions",
  summary: "The caller's staking positions with their rewards as of now",
  description:
    "Newest first: every open position, and the 100 latest completed ones. The totals are of the positions shown.",
  responses: {
    200: {
      description: "The positions",
      body: z.object({
        positions: z.array(position),
        totalStaked: amount,
        totalRewards: rewards,
        totalVotingPower: votingPower,
      }),
    },
  },
  grants: { table: "read" },
});

export const stake = route({
  id: "stake",
  method: "POST",
  path: "/stake",
  summary: "Stake tokens of the caller's wallet in a pool",
  description:
    "The amount stays in the wallet and is shown there as locked. `unlockDate` is the start plus the pool's lock period in " +
    "days of 86,400 seconds. A pool that is not `active` takes no stakes (`POOL_INACTIVE`). An account may have 1,000 open " +
    "positions. Without a wallet of the token the answer is `INSUFFICIENT_BALANCE`. A stake is taken while the rewards of all " +
    "stakes, its own included, are funded for 365 days, the longest lock; otherwise `REWARDS_NOT_FUNDED`. Who owes money " +
    "(`ACCOUNT_IN_DEBT`) stakes nothing, and may unstake.",
  idempotent: true,
  request: {
    body: z.strictObject({
      poolId: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .meta({ examples: ["flexible"] }),
      amount,
    }),
  },
  responses: {
    200: { description: "The new position", body: z.object({ position, transactionHash }) },
  },
  errors: [
    PoolNotFound,
    PoolInactive,
    BelowMinimum,
    AboveMaximum,
    AccountInDebt,
    InsufficientBalance,
    InvalidAmount,
    PositionLimit,
    RewardsNotFunded,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const unstake = route({
  id: "unstake",
  method: "POST",
  path: "/unstake",
  summary: "Take a stake back, in part or whole",
  description:
    "At once. From `unlockDate` on, and always in a pool that does not lock, it is free and `forceEarly` changes nothing. " +
    "Before, it is refused with `POSITION_LOCKED` (which names `unlockDate` and the `penalty`) unless `forceEarly` is true: " +
    "then 10 % of the amount, rounded up, go to the treasury; while a vote of the caller's in which locks weigh is not over, not " +
    "even then (`STAKE_IS_VOTING`). The penalty takes nothing of the rewards. A part that is " +
    "left may be below the pool's minimum and goes on as before, with all rewards so far. Whoever takes back all of it is " +
    "paid the rewards in the same transaction, and the position is `completed`. Should the platform's rewards account be " +
    "short at that moment, the stake comes back all the same, and what was not paid of the rewards stays in the position to " +
    "be claimed later.",
  idempotent: true,
  request: {
    body: z.strictObject({ positionId, amount, forceEarly: z.boolean().optional() }),
  },
  responses: {
    200: {
      description: "What was taken back, and the position after it",
      body: z.object({
        transactionHash,
        amount: z.string().meta({ description: "What was taken out of the position" }),
        penalty: z.string().meta({ description: "What of that went to the treasury" }),
        received: z.string().meta({ description: "`amount` less `penalty`: what came back to the wallet" }),
        rewardsPaid: z.string().meta({ description: "Paid to the wallet on top of `received`" }),
        position,
      }),
    },
  },
  errors: [
    PositionNotFound,
    PositionCompleted,
    PositionLocked,
    StakeIsVoting,
    AmountExceedsStake,
    InvalidAmount,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const claim = route({
  id: "claim",
  method: "POST",
  path: "/claim",
  summary: "Have a position's rewards paid to the wallet",
  description:
    "Where nothing has accrued since the last claim, `claimed` is `0`, nothing is written, and `transactionHash` is empty: " +
    "there is no transaction. Locked positions can be claimed from too. Should the platform's rewards account be short, what " +
    "there is is paid, and the rest stays owed: `position.rewards` shows it, and it can be claimed once the account is filled.",
  idempotent: true,
  request: { body: z.strictObject({ positionId }) },
  responses: {
    200: {
      description: "What was paid",
      body: z.object({
        claimed: amount,
        transactionHash: z.union([transactionHash, z.literal("")]).meta({
          description: "Hash of the ledger's entry; empty where nothing was paid",
        }),
        position: z.object({
          id: positionId,
          rewards: rewards.meta({
            description: "What is still owed: `0.00`, unless the rewards account was short",
            examples: ["0.00"],
          }),
        }),
      }),
    },
  },
  errors: [PositionNotFound],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
