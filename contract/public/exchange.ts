import * as z from "zod";
import {
  IdenticalTokens,
  InsufficientLiquidity,
  InvalidSlippage,
  PairNotFound,
} from "../../core/defi/exchange/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { amount } from "../common.ts";
import { slippage } from "../defi/dex/schemas.ts";
import { defineFamily } from "../family.ts";
import { assetIn, assetOut, quote, reading } from "./exchange/schemas.ts";
import { shared } from "./schemas.ts";

/** The exchange of the public API: the DeFi family's, with a key. Pairs, swaps and positions are beside this. */

const route = defineFamily({ ...shared, id: "public.exchange", path: "/v1/exchange" });

export const quotes = route({
  ...reading,
  id: "quotes",
  method: "GET",
  path: "/quotes",
  summary: "Quote a swap",
  description:
    "By `amount_in` for what it gives, or by `amount_out` for what it takes; one of the two. The best route leads through at most " +
    "three pools. A quote reserves nothing and is not kept: `min_amount_out` and `max_amount_in` are what protects a swap.",
  request: {
    query: z
      .strictObject({
        asset_in: assetIn,
        asset_out: assetOut,
        amount_in: amount.optional(),
        amount_out: amount.optional(),
        slippage,
      })
      .refine((query) => (query.amount_in === undefined) !== (query.amount_out === undefined), {
        path: ["amount_in"],
        error: rule(
          "must be given, or amount_out in its place: one of the two, not both",
          "doit être donné, ou amount_out à sa place : l'un des deux, pas les deux",
        ),
      })
      .meta({ examples: [{ asset_in: "USDC", asset_out: "BTC", amount_in: "100", slippage: "0.5" }] }),
  },
  responses: { 200: { description: "The quote", body: quote } },
  errors: [PairNotFound, IdenticalTokens, InvalidAmount, InvalidSlippage, InsufficientLiquidity],
});
