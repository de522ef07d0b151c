import * as z from "zod";
import {
  FarmEnded,
  FarmingPositionNotFound,
  FarmNotFound,
  SharesExceeded,
} from "../../../core/defi/farming/errors.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../../core/ledger/errors.ts";
import { WalletLimit } from "../../../core/wallets/errors.ts";
import { amount } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { pair } from "../exchange.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import {
  farm,
  farmId,
  harvested,
  position,
  positionId,
  reading,
  staked,
  withdrawn,
  writing,
} from "./schemas.ts";

const route = defineFamily({ ...shared, id: "public.farming.positions", path: "/v1/farming/positions" });

const params = z.object({ id: positionId });
const expands = {
  farm: { scope: "farming:read", body: farm },
  pair: { scope: "exchange:read", body: pair },
} as const;

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List farming positions",
  description: "Returns the caller's positions with shares or rewards, at most one per farm.",
  request: { query: z.strictObject(paging) },
  response: { description: "The positions, newest first", body: listOf(position) },
  expands,
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Farm shares",
  description:
    "Stakes shares of the caller's liquidity position in a farm, in addition to those already there. They earn from this second on, and " +
    "cannot be removed from the pool while they are farmed. Fails with `INSUFFICIENT_BALANCE` if there are fewer free shares.",
  request: { body: z.strictObject({ farm: farmId, shares: amount }) },
  response: { status: 201, description: "The position with its new shares", body: staked },
  errors: [FarmNotFound, FarmEnded, InvalidAmount, InsufficientBalance],
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a farming position",
  request: { params },
  response: { description: "The position", body: position },
  expands,
  errors: [FarmingPositionNotFound],
});

export const withdraw = route({
  ...writing,
  id: "withdraw",
  method: "POST",
  path: "/{id}/withdraw",
  summary: "Withdraw shares from a farm",
  description:
    "Withdraws `shares` immediately; their rewards remain to be harvested. Without `shares`, withdraws all of them and pays the " +
    "rewards in the same entry.",
  request: { params, body: z.strictObject({ shares: amount.optional() }).default({}) },
  response: { description: "The position after it", body: withdrawn },
  errors: [FarmingPositionNotFound, InvalidAmount, SharesExceeded, WalletLimit],
});

export const harvest = route({
  ...writing,
  id: "harvest",
  method: "POST",
  path: "/{id}/harvest",
  summary: "Harvest a position's rewards",
  description:
    "Pays the rewards to the wallet of the platform's token, which is opened if it is missing. Without rewards `rewards_paid` is `0` " +
    "and `transaction_hash` null.",
  request: { params, body: z.strictObject({}).default({}) },
  response: { description: "The position after it", body: harvested },
  errors: [FarmingPositionNotFound, WalletLimit],
});
