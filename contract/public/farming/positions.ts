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
import { pair } from "../exchange/schemas.ts";
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

/** Farming positions of the public API. */

const route = defineFamily({ ...shared, id: "public.farming.positions", path: "/v1/farming/positions" });

const params = z.object({ id: positionId });

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List farming positions",
  description: "The caller's positions with shares or with rewards to harvest: one per farm.",
  request: { query: z.strictObject(paging) },
  responses: { 200: { description: "The positions, newest first", body: listOf(position) } },
  expands: { farm: { scope: "farming:read", body: farm }, pair: { scope: "exchange:read", body: pair } },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Farm shares",
  description:
    "Puts shares of the caller's liquidity position into a farm, beside those that are in it already. They earn from this second on " +
    "and cannot be removed from the pool meanwhile. Fewer free shares than that is `INSUFFICIENT_BALANCE`.",
  request: { body: z.strictObject({ farm: farmId, shares: amount }) },
  responses: { 201: { description: "The position with its new shares", body: staked } },
  errors: [FarmNotFound, FarmEnded, InvalidAmount, InsufficientBalance],
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a farming position",
  request: { params },
  responses: { 200: { description: "The position", body: position } },
  expands: { farm: { scope: "farming:read", body: farm }, pair: { scope: "exchange:read", body: pair } },
  errors: [FarmingPositionNotFound],
});

export const withdraw = route({
  ...writing,
  id: "withdraw",
  method: "POST",
  path: "/{id}/withdraw",
  summary: "Withdraw shares from a farm",
  description:
    "At once. With `shares`, so many; what they have earned stays to be harvested. Without, all of them, and what was earned is paid " +
    "in the same entry.",
  request: { params, body: z.strictObject({ shares: amount.optional() }).default({}) },
  responses: { 200: { description: "The position after it", body: withdrawn } },
  errors: [FarmingPositionNotFound, InvalidAmount, SharesExceeded, WalletLimit],
});

export const harvest = route({
  ...writing,
  id: "harvest",
  method: "POST",
  path: "/{id}/harvest",
  summary: "Harvest a position's rewards",
  description:
    "Paid to the wallet of the platform's token, which is opened where there is none. Where nothing was earned, `rewards_paid` is `0` " +
    "and `transaction_hash` null.",
  request: { params, body: z.strictObject({}).default({}) },
  responses: { 200: { description: "The position after it", body: harvested } },
  errors: [FarmingPositionNotFound, WalletLimit],
});
