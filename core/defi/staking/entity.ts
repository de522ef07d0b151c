import * as Due from "../../platform/due/index.ts";
import { entity } from "../../platform/table/entity.ts";
import * as Schema from "./schema.ts";

/** The unlock date of a position, until its owner is notified. */
export const unlockDue = Due.define("UNLOCK", 4, "ledger");

/** The next time at which a position's rewards are added to it. */
export const compoundDue = Due.define("COMPOUND", 4, "ledger");

export const STAKED_SHARDS = 8;

export const stakingPool = entity({
  name: "StakingPool",
  about:
    "A staking pool's terms set by governance, with its rate index; absent while the defaults in code apply.",
  pk: "STAKINGPOOL#{mode}#{poolId}",
  sk: "POOL",
  schema: Schema.poolItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "a staking pool's terms": "GetItem pk, sk" },
});

export const stakedShard = entity({
  name: "StakedShard",
  about: "A shard of the amount staked in a pool, so that no item is hot.",
  pk: "STAKINGPOOL#{mode}#{poolId}#{shard}",
  sk: "STAKED",
  schema: Schema.stakedPart,
  holds: "nothing",
  erasure: "stays",
  answers: { "the amount staked in a pool": `BatchGetItem of its ${STAKED_SHARDS} shards` },
});

export const openPosition = entity({
  name: "StakingPosition",
  about: "A stake with a remaining amount or unpaid rewards.",
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
    "which stakes have reached their unlock date": "Query due, duePk = UNLOCK#<0..3>, dueSk up to now",
  },
});

export const completedPosition = entity({
  name: "CompletedStakingPosition",
  about:
    "A stake that was withdrawn completely, with its rewards. Stored separately, so that a list of open stakes never reads it.",
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
  about:
    "A user's current staked amount and its weight, the number of positions, and the time of the last change.",
  pk: "STAKES#{mode}#{userId}",
  sk: "TOTALS",
  schema: Schema.totals,
  holds: "nothing",
  erasure: "stays",
  answers: { "a user's staked amount": "GetItem pk, sk; written under its version with each change" },
});

export const stakeCheckpoint = entity({
  name: "StakeCheckpoint",
  about: "A user's staked amount and its weight from an instant on. Written with the change, never changed.",
  pk: "STAKED#{mode}#{userId}",
  sk: "AT#{at}#{version}",
  schema: Schema.totals.pick({ staked: true, tenths: true }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "a user's staked amount at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

export const compoundingStake = entity({
  name: "CompoundingStake",
  about:
    "Lists a stake whose rewards are added to it daily, for the schedule. Written with the position, which states the next time.",
  pk: "STAKES#{mode}#{userId}",
  sk: "COMPOUNDING#{positionId}",
  schema: Schema.compoundingPlan,
  indexes: { due: compoundDue.keys },
  holds: "nothing",
  erasure: "stays",
  answers: {
    "which stakes are due for compounding": "Query due, duePk = COMPOUND#<0..3>, dueSk up to now",
  },
});

export const paidReward = entity({
  name: "PaidReward",
  about: "Rewards of a stake paid by one entry. Written with the entry, never changed.",
  pk: "STAKEREWARDS#{mode}#{userId}",
  sk: "PAID#{entryId}",
  schema: Schema.paidReward,
  holds: "nothing",
  erasure: "stays",
  exported: "all",
  answers: { "the payments of a user's rewards": "Query pk, sk begins with PAID#, newest first" },
});

export const paidSum = entity({
  name: "PaidRewards",
  about: "The sum of rewards that one pool paid a user, and the part added to stakes.",
  pk: "STAKEREWARDS#{mode}#{userId}",
  sk: "SUM#{poolId}",
  schema: Schema.paidSum,
  holds: "nothing",
  erasure: "stays",
  answers: { "the sums of a user's rewards": "BatchGetItem pk, sk of each pool" },
});
