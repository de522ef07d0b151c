import * as z from "zod";
import { PairNotFound } from "../../../core/defi/exchange/errors.ts";
import { defineFamily } from "../../family.ts";
import { list as listOf, paging, shared } from "../schemas.ts";
import { pair, pairId, reading, trade } from "./schemas.ts";

/** Trading pairs of the public API. */

const route = defineFamily({ ...shared, id: "public.exchange.pairs", path: "/v1/exchange/pairs" });

const params = z.object({ id: pairId });

export const list = route({
  ...reading,
  id: "list",
  method: "GET",
  summary: "List trading pairs",
  description:
    "A pair without liquidity is listed with zeros. Figures of the last 24 hours are rolling and may be 3 seconds old. A token " +
    "without a known price counts as worth nothing. `created_at` is when the ledger began.",
  request: { query: z.strictObject(paging) },
  responses: { 200: { description: "The pairs", body: listOf(pair) } },
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a trading pair",
  request: { params },
  responses: { 200: { description: "The pair", body: pair } },
  errors: [PairNotFound],
});

export const trades = route({
  ...reading,
  id: "trades",
  method: "GET",
  path: "/{id}/trades",
  summary: "List a pair's trades",
  description:
    "What swaps have moved through the pair's pool in the last 30 days. A swap through several pools is a trade in each. Nobody " +
    "learns whose they were.",
  request: { params, query: z.strictObject(paging) },
  responses: { 200: { description: "The trades, newest first", body: listOf(trade) } },
  errors: [PairNotFound],
});
