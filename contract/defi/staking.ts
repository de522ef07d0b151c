import * as z from "zod";
import { PositionNotFound } from "../../core/defi/staking/errors.ts";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { amount, ledgerWrite, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { staysOwn } from "../proof.ts";
import { stakeErrors, unstakeErrors } from "./errors.ts";

/**
 * Staking: spec 2, sections 2.3, 3, 4.3 and 7. Amounts are decimal strings in whole units of the platform's token.
 */

const route = defineFamily({
  id: "defi.staking",
  path: "/api/defi/staking",
  family: "defi",
  auth: "session",
});

const writing = { ...ledgerWrite, method: "POST", idempotent: true, proof: staysOwn } as const;

const rewards = z.string().meta({
  description: "Accrued until now and not paid, with at least two decimals",
  examples: ["0.00"],
});

const votingPower = z
  .string()
  .meta({ description: "The exact stake times the pool's multiplier", examples: ["2250.75"] });

const positionId = z
  .string()
  .max(64)
  .meta({ description: "A position's id", examples: ["stk_01jd3v8y2m9t4k6q0s5w7x1z3b"] });

const pool = z
  .object({
    id: z.string().meta({ examples: ["locked-90"] }),
    name: z.string(),
    token: z.string().describe("Symbol of the platform's token"),
    apy: z.string().meta({ description: "Percent a year, without the sign", examples: ["15"] }),
    tvl: z.string().describe("Staked in the pool, in tokens"),
    lockPeriod: z.int().describe("Days; 0 if stakes can be withdrawn at any time"),
    minStake: amount,
    maxStake: amount,
    votingMultiplier: z.number(),
    active: z.boolean().describe("Whether it accepts new stakes"),
    rewardsFundedUntil: timestamp
      .nullable()
      .describe(
        "Until when the rewards of all stakes are funded, for all pools together; null without a foreseeable end",
      ),
  })
  .meta({ id: "DefiStakingPool" });

const position = z
  .object({
    id: positionId,
    poolId: z.string().meta({
      description: "Changes to the flexible pool within a minute of `unlockDate`",
      examples: ["locked-90"],
    }),
    amount: z.string().describe("Current stake, in tokens"),
    rewards,
    startDate: timestamp,
    unlockDate: timestamp
      .nullable()
      .describe(
        "From when on it can be withdrawn without a penalty, and accrues at the flexible pool's rate; null if it always can",
      ),
    status: z
      .enum(["active", "unstaking", "completed"])
      .describe(
        "`completed` once the whole stake is withdrawn. Withdrawals are immediate, so `unstaking` never occurs",
      ),
    votingPower,
    compounding: z.boolean().describe("Whether rewards are added to the stake daily (public API)"),
  })
  .meta({ id: "DefiStakingPosition" });

const transactionHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .describe("Hash of the ledger entry");

export const pools = route({
  id: "pools",
  method: "GET",
  path: "/pools",
  summary: "List the staking pools and their terms",
  description:
    "`apy` is simple interest in percent a year of 365 days, accrued per second. `minStake` (100) and `maxStake` (10,000,000) limit each " +
    "stake, not their sum. Governance may change rate, bounds and `active`; a new rate applies from its change on, to existing stakes too.",
  auth: "none",
  limit: limits.publicRead,
  cache: { seconds: 1 },
  response: { description: "All pools", body: z.object({ pools: z.array(pool) }) },
  grants: { table: "read" },
});

export const positions = route({
  id: "positions",
  method: "GET",
  path: "/positions",
  summary: "List the caller's staking positions with their current rewards",
  description:
    "Returns all open positions and the 100 latest completed ones, newest first. The totals are of these positions.",
  response: {
    description: "The positions",
    body: z.object({
      positions: z.array(position),
      totalStaked: amount,
      totalRewards: rewards,
      totalVotingPower: votingPower,
    }),
  },
  grants: { table: "read" },
});

export const stake = route({
  ...writing,
  id: "stake",
  path: "/stake",
  summary: "Stake tokens of the caller's wallet in a pool",
  description:
    "Locks the amount in the wallet. `unlockDate` is the start plus the pool's lock period in days of 86,400 seconds. Fails with " +
    "`POOL_INACTIVE` if the pool is not `active`, with `INSUFFICIENT_BALANCE` without a wallet of the token, with `REWARDS_NOT_FUNDED` unless " +
    "the rewards of all stakes, this one included, are funded for 365 days (the longest lock), and with `ACCOUNT_IN_DEBT` if the caller owes " +
    "money. An account can have 1,000 open positions.",
  request: {
    body: z.strictObject({
      poolId: trimmed(40).meta({ examples: ["flexible"] }),
      amount,
    }),
  },
  response: { description: "The new position", body: z.object({ position, transactionHash }) },
  errors: stakeErrors,
});

export const unstake = route({
  ...writing,
  id: "unstake",
  path: "/unstake",
  summary: "Withdraw a stake, in part or whole",
  description:
    "Withdraws immediately. Before `unlockDate` it fails with `POSITION_LOCKED`, which names `unlockDate` and the `penalty`, unless " +
    "`forceEarly` is true: then 10 % of the amount, rounded up, go to the treasury; rewards are not affected. During a vote of the caller " +
    "that counts the lock it always fails (`STAKE_IS_VOTING`). A remaining part may be below the pool's minimum and continues with its " +
    "rewards. Withdrawing everything also pays the rewards and completes the position; rewards that the rewards account cannot pay remain " +
    "in the position to be claimed later.",
  request: {
    body: z.strictObject({ positionId, amount, forceEarly: z.boolean().optional() }),
  },
  response: {
    description: "The withdrawal, and the position after it",
    body: z.object({
      transactionHash,
      amount: z.string().describe("Amount taken out of the position"),
      penalty: z.string().describe("The part of `amount` paid to the treasury"),
      received: z.string().describe("`amount` less `penalty`, paid to the wallet"),
      rewardsPaid: z.string().describe("Rewards paid to the wallet in addition"),
      position,
    }),
  },
  errors: unstakeErrors,
});

export const claim = route({
  ...writing,
  id: "claim",
  path: "/claim",
  summary: "Pay a position's rewards to the wallet",
  description:
    "Locked positions can be claimed from too. Without accrued rewards `claimed` is `0`, `transactionHash` is empty, and nothing is written. If " +
    "the rewards account is short, it pays the available part; `position.rewards` shows the rest, which can be claimed later.",
  request: { body: z.strictObject({ positionId }) },
  response: {
    description: "The payment",
    body: z.object({
      claimed: amount,
      transactionHash: z
        .union([transactionHash, z.literal("")])
        .describe("Hash of the ledger entry; empty if nothing was paid"),
      position: z.object({
        id: positionId,
        rewards: rewards.describe("Still owed: `0.00` unless the rewards account was short"),
      }),
    }),
  },
  errors: [PositionNotFound],
});
