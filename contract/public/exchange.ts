import * as z from "zod";
import { sides } from "../../core/defi/exchange/schema.ts";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { amount as requested, timestamp } from "../common.ts";
import { slippage } from "../defi/dex.ts";
import { quoteErrors } from "../defi/errors.ts";
import { defineFamily } from "../family.ts";
import {
  amount,
  asset,
  object,
  percent,
  shared,
  symbol,
  transactionHash,
  usd,
  writing as write,
} from "./schemas.ts";

/**
 * The exchange of the public API, by API key: PUBLIC.md, Resources. A pair `BTC-USDC` trades its base, BTC, for its
 * quote, USDC. Also the objects of its pairs, swaps and positions.
 */

const route = defineFamily({ ...shared, id: "public.exchange", path: "/v1/exchange" });

export const pairId = trimmed(40).meta({
  description: "A pair's id: base and quote",
  examples: ["BTC-USDC"],
});
export const positionId = z
  .string()
  .max(80)
  .meta({ examples: ["liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });

/** The symbols of a swap, in a request. */
export const assetIn = symbol.meta({ description: "Symbol of the asset that you give", examples: ["USDC"] });
export const assetOut = symbol.meta({ description: "Symbol of the asset that you get", examples: ["BTC"] });

const price = z.string().meta({ description: "Quote for one base", examples: ["64250.12"] });

export const pair = object("pair", {
  base_asset: asset,
  quote_asset: asset,
  base_reserve: amount("Base in the pool"),
  quote_reserve: amount("Quote in the pool"),
  price: price.describe("Quote for one base; `0` if the pool is empty"),
  change_24h_percent: percent("change of the price in the last 24 hours"),
  volume_24h_usd: usd("volume of the last 24 hours"),
  tvl_usd: usd("worth of the pool"),
  apy_percent: percent("yearly yield of the fees of the last 24 hours for liquidity providers"),
});

export const trade = object("trade", {
  pair: pairId,
  side: z.enum(sides).describe("`buy`: quote for base; `sell`: base for quote"),
  base_asset: asset,
  quote_asset: asset,
  base_amount: amount("Base that went in or out"),
  quote_amount: amount("Quote that went out or in"),
  price,
});

const exchanged = {
  asset_in: asset,
  asset_out: asset,
  amount_in: amount("Amount sold"),
  amount_out: amount("Amount received"),
  fee: amount("The exact fee of all pools on the route, in `asset_in`; part of `amount_in`"),
  price_impact_percent: percent("how much less you get than at the price before, fee included"),
  route: z.array(z.string()).describe("Symbols from `asset_in` to `asset_out`"),
};

const quote = object("quote", {
  ...exchanged,
  min_amount_out: amount("The least output within the tolerance: the `min_amount_out` of a swap"),
  max_amount_in: amount("The most input within the tolerance; only for a quote by `amount_out`").nullable(),
  expires_at: timestamp.describe("30 seconds from now: use it as the swap's `deadline`"),
});

export const swap = object("swap", { ...exchanged, transaction_hash: transactionHash });

export const position = object("liquidity_position", {
  pair: pairId,
  share_asset: asset.meta({ description: "Symbol of the pool's shares", examples: ["LP-BTC-USDC"] }),
  shares: amount("Shares of the pool; 0 if the position is closed"),
  farmed_shares: amount("Shares staked in farms, which cannot be removed"),
  base_asset: asset,
  quote_asset: asset,
  base_deposited: amount("Base deposited for the remaining shares"),
  quote_deposited: amount("Quote deposited for the remaining shares"),
  base_amount: amount("Base paid out if all shares were removed now"),
  quote_amount: amount("Quote paid out if all shares were removed now"),
  value_usd: usd("proceeds if all shares were removed now; `0.00` if no prices are known"),
  fees_earned_usd: usd("the part of `value_usd` that swap fees earned"),
});

/** A pair's base is the first of core's tokens, its quote the second. */
const names = {
  token: "asset",
  tokens: "assets",
  tokenIn: "asset_in",
  tokenOut: "asset_out",
  amount0: "base_amount",
  amount1: "quote_amount",
  minAmount0: "min_base_amount",
  minAmount1: "min_quote_amount",
  reserve0: "base_reserve",
  reserve1: "quote_reserve",
  lpTokens: "shares",
  pairId: "pair",
} as const;

/** Settings shared by the routes that read, and by those that write. */
export const reading = { scope: "exchange:read", names } as const;
export const writing = { ...write, scope: "exchange:write", names } as const;

export const quotes = route({
  ...reading,
  id: "quotes",
  method: "GET",
  path: "/quotes",
  summary: "Quote a swap",
  description:
    "Give either `amount_in` or `amount_out`. The best route leads through at most three pools. A quote reserves nothing and is not " +
    "stored: protect the swap by `min_amount_out` or `max_amount_in`.",
  request: {
    query: z
      .strictObject({
        asset_in: assetIn,
        asset_out: assetOut,
        amount_in: requested.optional(),
        amount_out: requested.optional(),
        slippage,
      })
      .refine((query) => (query.amount_in === undefined) !== (query.amount_out === undefined), {
        path: ["amount_in"],
        error: rule(
          "or amount_out is required, but not both",
          "ou amount_out est obligatoire, mais pas les deux",
        ),
      })
      .meta({ examples: [{ asset_in: "USDC", asset_out: "BTC", amount_in: "100", slippage: "0.5" }] }),
  },
  response: { description: "The quote", body: quote },
  errors: quoteErrors,
});
