import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

/** When a position reaches its unlock date, until its owner has the e-mail. */
export const unlockDue = Due.define("UNLOCK", 4, "ledger");

/** When a position's rewards are added to it. */
export const compoundDue = Due.define("COMPOUND", 4, "ledger");

/** A pool's sums are spread over this many items. */
export const STAKED_SHARDS = 8;

export const stakingPool = entity({
  name: "StakingPool",
  about:
    "A staking pool as governance has set it, with its rate index; absent as long as the defaults in code hold.",
  pk: "STAKINGPOOL#{mode}#{poolId}",
  sk: "POOL",
  schema: Schema.poolItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "a staking pool's terms": "GetItem pk, sk" },
});

export const stakedShard = entity({
  name: "StakedShard",
  about:
    "One of the parts that the sum staked in a pool is spread over, so that no item is hot; the sum is theirs.",
  pk: "STAKINGPOOL#{mode}#{poolId}#{shard}",
  sk: "STAKED",
  schema: Schema.stakedPart,
  holds: "nothing",
  erasure: "stays",
  answers: { "how much is staked in a pool": `BatchGetItem of its ${STAKED_SHARDS} shards` },
});

export const openPosition = entity({
  name: "StakingPosition",
  about: "A stake of which something is left, or whose rewards are still to be paid.",
  pk: "STAKES#{mode}#{userId}",
  sk: "OPEN#{positionId}",
  schema: Schema.position,
  indexes: { due: unlockDue.keys },
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: {
    "a user's stakes": "Query pk, sk begins with OPEN#",
    "a stake": "GetItem pk, sk",
    "which stakes have come to their unlock date": "Query due, duePk = UNLOCK#<0..3>, dueSk up to now",
  },
});

export const completedPosition = entity({
  name: "CompletedStakingPosition",
  about:
    "A stake that was taken back whole, rewards paid: apart, so that a list of open ones never reads them.",
  pk: "STAKES#{mode}#{userId}",
  sk: "DONE#{positionId}",
  schema: Schema.position,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: {
    "a user's latest completed stakes": "Query pk, sk begins with DONE#, newest first",
    "a completed stake": "GetItem pk, sk",
  },
});

export const stakeTotals = entity({
  name: "StakeTotals",
  about: "What a user has staked now, weighted and not, in how many positions, and when it last changed.",
  pk: "STAKES#{mode}#{userId}",
  sk: "TOTALS",
  schema: Schema.totals,
  holds: "nothing",
  erasure: "stays",
  answers: { "what has a user staked": "GetItem pk, sk; written under its version with each change" },
});

export const stakeCheckpoint = entity({
  name: "StakeCheckpoint",
  about:
    "What a user had staked from an instant on, weighted and not. Written with the change, never changed.",
  pk: "STAKED#{mode}#{userId}",
  sk: "AT#{at}#{version}",
  schema: Schema.totals.pick({ staked: true, tenths: true }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "what had a user staked at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

export const compoundingStake = entity({
  name: "CompoundingStake",
  about:
    "That a stake's rewards are added to it daily. Written with the position, which says itself when next; this is how the schedule finds it.",
  pk: "STAKES#{mode}#{userId}",
  sk: "COMPOUNDING#{positionId}",
  schema: Schema.compoundingPlan,
  indexes: { due: compoundDue.keys },
  holds: "nothing",
  erasure: "stays",
  answers: {
    "which stakes' rewards are to be added to them": "Query due, duePk = COMPOUND#<0..3>, dueSk up to now",
  },
});

export const paidReward = entity({
  name: "PaidReward",
  about: "Rewards of a stake that one entry has paid. Written with the entry, never changed.",
  pk: "STAKEREWARDS#{mode}#{userId}",
  sk: "PAID#{entryId}",
  schema: Schema.paidReward,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: { "what a user was paid in rewards": "Query pk, sk begins with PAID#, newest first" },
});

export const paidSum = entity({
  name: "PaidRewards",
  about: "All that a user was paid in rewards by one pool, and what of that was added to stakes.",
  pk: "STAKEREWARDS#{mode}#{userId}",
  sk: "SUM#{poolId}",
  schema: Schema.paidSum,
  holds: "nothing",
  erasure: "stays",
  answers: { "how much a user was paid in rewards": "BatchGetItem pk, sk of each pool" },
});
