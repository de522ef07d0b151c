import * as z from "zod";
import { PositionCompleted, PositionNotFound } from "../../../core/defi/staking/errors.ts";
import { Contention } from "../../../core/kernel/errors.ts";
import { amount } from "../../common.ts";
import { stakeErrors, unstakeErrors } from "../../defi/errors.ts";
import { defineFamily } from "../../family.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import {
  claimed,
  newPosition,
  pool,
  poolId,
  position,
  positionId,
  reading,
  unstaked,
  writing,
} from "../staking.ts";

const route = defineFamily({ ...shared, id: "public.staking.positions", path: "/v1/staking/positions" });

const params = z.object({ id: positionId });
const expands = { pool: { scope: "staking:read", body: pool } } as const;

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List staking positions",
  request: { query: z.strictObject({ ...paging, status: z.enum(["active", "completed"]).optional() }) },
  response: { description: "The caller's positions, newest first", body: listOf(position) },
  expands,
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Stake",
  description:
    "Locks an amount in the caller's wallet. An account can have 1,000 open positions. Fails with `REWARDS_NOT_FUNDED` unless the " +
    "rewards of all stakes, this one included, are funded for 365 days, and with `ACCOUNT_IN_DEBT` if the caller owes money.",
  request: { body: z.strictObject({ pool: poolId, amount }) },
  response: { status: 201, description: "The new position", body: newPosition },
  errors: stakeErrors,
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a staking position",
  request: { params },
  response: { description: "The position", body: position },
  expands,
  errors: [PositionNotFound],
});

export const unstake = route({
  ...writing,
  id: "unstake",
  method: "POST",
  path: "/{id}/unstake",
  summary: "Withdraw a stake",
  description:
    "Withdraws a part or all of a stake immediately. Before `unlocks_at` it fails with `POSITION_LOCKED` unless `force_early` is set: " +
    "then 10 % of the amount, rounded up, go to the treasury. During a vote that counts the lock it always fails (`STAKE_IS_VOTING`). " +
    "Withdrawing everything also pays the rewards; an amount that the rewards account cannot pay can be claimed later.",
  request: { params, body: z.strictObject({ amount, force_early: z.boolean().optional() }) },
  response: { description: "The withdrawal, and the position after it", body: unstaked },
  errors: unstakeErrors,
});

export const claim = route({
  ...writing,
  id: "claim",
  method: "POST",
  path: "/{id}/claim",
  summary: "Claim a position's rewards",
  description:
    "Pays the accrued rewards. Without any, `claimed` is `0`, `transaction_hash` is null and `id` is the position's. If the rewards " +
    "account is short, it pays the available part and owes the rest.",
  request: { params, body: z.strictObject({}).default({}) },
  response: { description: "The payment", body: claimed },
  errors: [PositionNotFound],
});

export const compounding = route({
  ...writing,
  id: "compounding",
  method: "PUT",
  path: "/{id}/compounding",
  summary: "Turn compounding on or off",
  description:
    "While it is on, accrued rewards are added to the stake every 24 hours from now, and locked with it. Missed days are made up one " +
    "after another. Rewards beyond the pool's `max_stake` or the rewards account stay in `pending_rewards`; so do all of them while the " +
    "pool is not `active`, the rewards are not funded for 365 days, or the account owes money.",
  request: { params, body: z.strictObject({ enabled: z.boolean() }) },
  response: { description: "The position", body: position },
  expands,
  errors: [PositionNotFound, PositionCompleted, Contention],
});
