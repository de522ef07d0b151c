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
} from "../../../core/defi/staking/errors.ts";
import { Contention } from "../../../core/kernel/errors.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../../core/ledger/errors.ts";
import { AccountInDebt } from "../../../core/policy/errors.ts";
import { amount } from "../../common.ts";
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
} from "./schemas.ts";

/** Staking positions of the public API. */

const route = defineFamily({ ...shared, id: "public.staking.positions", path: "/v1/staking/positions" });

const params = z.object({ id: positionId });

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List staking positions",
  request: { query: z.strictObject({ ...paging, status: z.enum(["active", "completed"]).optional() }) },
  responses: { 200: { description: "The caller's positions, newest first", body: listOf(position) } },
  expands: { pool: { scope: "staking:read", body: pool } },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Stake",
  description:
    "The amount stays in the wallet, locked. An account may have 1,000 open positions. A stake is taken while the rewards of all " +
    "stakes, its own included, are funded for 365 days (`REWARDS_NOT_FUNDED`). Who owes money stakes nothing (`ACCOUNT_IN_DEBT`).",
  request: { body: z.strictObject({ pool: poolId, amount }) },
  responses: { 201: { description: "The new position", body: newPosition } },
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
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a staking position",
  request: { params },
  responses: { 200: { description: "The position", body: position } },
  expands: { pool: { scope: "staking:read", body: pool } },
  errors: [PositionNotFound],
});

export const unstake = route({
  ...writing,
  id: "unstake",
  method: "POST",
  path: "/{id}/unstake",
  summary: "Take a stake back",
  description:
    "In part or whole, at once. Before `unlocks_at` it is `POSITION_LOCKED` unless `force_early`: then 10 % of the amount, rounded " +
    "up, go to the treasury; while a vote in which locks weigh is not over, not even then (`STAKE_IS_VOTING`). Who takes back all " +
    "is paid the rewards too; what the rewards account cannot pay at that moment stays to be claimed.",
  request: { params, body: z.strictObject({ amount, force_early: z.boolean().optional() }) },
  responses: { 200: { description: "What was taken back, and the position after it", body: unstaked } },
  errors: [
    PositionNotFound,
    PositionCompleted,
    PositionLocked,
    StakeIsVoting,
    AmountExceedsStake,
    InvalidAmount,
  ],
});

export const claim = route({
  ...writing,
  id: "claim",
  method: "POST",
  path: "/{id}/claim",
  summary: "Claim a position's rewards",
  description:
    "Where nothing has accrued, `claimed` is `0`, nothing is written, `transaction_hash` is null and `id` is the position's. Where " +
    "the rewards account is short, what there is is paid, and the rest stays owed.",
  request: { params, body: z.strictObject({}).default({}) },
  responses: { 200: { description: "What was paid", body: claimed } },
  errors: [PositionNotFound],
});

export const compounding = route({
  ...writing,
  id: "compounding",
  method: "PUT",
  path: "/{id}/compounding",
  summary: "Turn compounding on or off",
  description:
    "While it is on, what has accrued is added to the stake every 24 hours from now, exactly as of that time; days that the " +
    "schedule has missed are made up for one after another. What cannot be added stays in `pending_rewards`, to be claimed or " +
    "added another day: what is beyond the pool's `max_stake` or not in the rewards account; and all of it while the pool is not " +
    "`active`, while the rewards of so much more stake are not funded for 365 days, or while the account owes money. What is " +
    "added is locked as the stake is.",
  request: { params, body: z.strictObject({ enabled: z.boolean() }) },
  responses: { 200: { description: "The position", body: position } },
  expands: { pool: { scope: "staking:read", body: pool } },
  errors: [PositionNotFound, PositionCompleted, Contention],
});
