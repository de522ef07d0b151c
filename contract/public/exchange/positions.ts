import * as z from "zod";
import { amount } from "../../common.ts";
import { slippage } from "../../defi/dex.ts";
import { addLiquidityErrors, removeLiquidityErrors } from "../../defi/errors.ts";
import { defineFamily } from "../../family.ts";
import { pair, pairId, position, positionId, reading, writing } from "../exchange.ts";
import {
  asset,
  list as listOf,
  object,
  paging,
  percent,
  shared,
  amount as shown,
  transactionHash,
} from "../schemas.ts";

const route = defineFamily({ ...shared, id: "public.exchange.positions", path: "/v1/exchange/positions" });

const added = position
  .extend({
    shares_received: shown("New shares"),
    pool_share_percent: percent("the position's part of the pool"),
    transaction_hash: transactionHash,
  })
  .meta({ id: "NewLiquidity" });

const removed = object("liquidity_removal", {
  share_asset: asset,
  shares: shown("Shares returned"),
  base_asset: asset,
  quote_asset: asset,
  base_amount: shown("Base paid out of the pool"),
  quote_amount: shown("Quote paid out of the pool"),
  transaction_hash: transactionHash,
  position: position.describe("The position after the removal"),
});

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List liquidity positions",
  description: "Returns the caller's open positions, at most one per pair.",
  request: { query: z.strictObject(paging) },
  response: { description: "The positions, newest first", body: listOf(position) },
  expands: { pair: { scope: "exchange:read", body: pair } },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Provide liquidity",
  description:
    "Opens the position or adds to it. The pool takes one amount in full and the fitting part of the other. If that part is below " +
    "amount / (1 + slippage / 100), the request fails with `IMBALANCED_AMOUNTS`, and the details name the amounts that fit.",
  request: {
    body: z.strictObject({ pair: pairId, base_amount: amount, quote_amount: amount, slippage }),
  },
  response: { status: 201, description: "The position with its new shares", body: added },
  errors: addLiquidityErrors,
});

export const remove = route({
  ...writing,
  id: "remove",
  method: "POST",
  path: "/{id}/remove",
  summary: "Remove liquidity",
  description:
    "Exchanges shares for their part of the pool, fees included. Fails with `SLIPPAGE_EXCEEDED` if one amount is below its minimum, " +
    "and with `INSUFFICIENT_BALANCE` for shares in a farm: withdraw them first. A position without shares is closed and no longer listed.",
  request: {
    params: z.object({ id: positionId }),
    body: z.strictObject({ shares: amount, min_base_amount: amount, min_quote_amount: amount }),
  },
  response: { description: "The tokens are in the caller's wallets", body: removed },
  errors: removeLiquidityErrors,
});
