import * as z from "zod";
import {
  ImbalancedAmounts,
  InvalidSlippage,
  LiquidityPositionNotFound,
  PairNotFound,
  SlippageExceeded,
} from "../../../core/defi/exchange/errors.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../../core/ledger/errors.ts";
import { AccountInDebt } from "../../../core/policy/errors.ts";
import { WalletLimit } from "../../../core/wallets/errors.ts";
import { amount } from "../../common.ts";
import { slippage } from "../../defi/dex/schemas.ts";
import { defineFamily } from "../../family.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import { added, pair, pairId, position, positionId, reading, removed, writing } from "./schemas.ts";

/** Liquidity positions of the public API. */

const route = defineFamily({ ...shared, id: "public.exchange.positions", path: "/v1/exchange/positions" });

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List liquidity positions",
  description: "The caller's open positions. There is at most one in a pair: adding to it makes it larger.",
  request: { query: z.strictObject(paging) },
  responses: { 200: { description: "The positions, newest first", body: listOf(position) } },
  expands: { pair: { scope: "exchange:read", body: pair } },
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Provide liquidity",
  description:
    "The pool takes one of the amounts whole and of the other what fits its ratio; where that is less than amount / (1 + slippage / " +
    "100), it is `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. Opens the position, or adds to it.",
  request: {
    body: z.strictObject({ pair: pairId, base_amount: amount, quote_amount: amount, slippage }),
  },
  responses: { 201: { description: "The position with its new shares", body: added } },
  errors: [
    PairNotFound,
    InvalidAmount,
    InvalidSlippage,
    ImbalancedAmounts,
    InsufficientBalance,
    AccountInDebt,
  ],
});

export const remove = route({
  ...writing,
  id: "remove",
  method: "POST",
  path: "/{id}/remove",
  summary: "Remove liquidity",
  description:
    "Gives shares back for their part of the pool, fees included. Less of one token than its minimum is `SLIPPAGE_EXCEEDED`. Shares " +
    "in a farm are withdrawn from it first (`INSUFFICIENT_BALANCE`). A position without shares is closed and no longer listed.",
  request: {
    params: z.object({ id: positionId }),
    body: z.strictObject({ shares: amount, min_base_amount: amount, min_quote_amount: amount }),
  },
  responses: { 200: { description: "The tokens are in the caller's wallets", body: removed } },
  errors: [LiquidityPositionNotFound, InvalidAmount, InsufficientBalance, SlippageExceeded, WalletLimit],
});
