import * as z from "zod";
import { PairNotFound } from "../../../core/defi/exchange/errors.ts";
import { defineFamily } from "../../family.ts";
import { pair, pairId, reading, trade } from "../exchange.ts";
import { list as listOf, paging, shared } from "../schemas.ts";

const route = defineFamily({
  ...shared,
  ...reading,
  id: "public.exchange.pairs",
  path: "/v1/exchange/pairs",
  method: "GET",
});

const params = z.object({ id: pairId });

export const list = route({
  id: "list",
  summary: "List trading pairs",
  description:
    "Pairs without liquidity are listed with zeros. Figures of the last 24 hours are rolling and up to 3 seconds old. A token " +
    "without a known price counts as worthless. `created_at` is when the ledger began.",
  request: { query: z.strictObject(paging) },
  response: { description: "The pairs", body: listOf(pair) },
});

export const read = route({
  id: "read",
  path: "/{id}",
  summary: "Retrieve a trading pair",
  request: { params },
  response: { description: "The pair", body: pair },
  errors: [PairNotFound],
});

export const trades = route({
  id: "trades",
  path: "/{id}/trades",
  summary: "List a pair's trades",
  description:
    "Returns the swaps through the pair's pool of the last 30 days, without their owners. A swap through several pools is a trade " +
    "in each.",
  request: { params, query: z.strictObject(paging) },
  response: { description: "The trades, newest first", body: listOf(trade) },
  errors: [PairNotFound],
});
