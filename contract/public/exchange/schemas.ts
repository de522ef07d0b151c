import * as z from "zod";
import { sides } from "../../../core/defi/exchange/schema.ts";
import { CONTENDED_SECONDS, timestamp } from "../../common.ts";
import { amount } from "../amount.ts";
import { asset, object, symbol } from "../schemas.ts";

/** The exchange of the public API: PUBLIC.md, Resources. A pair `BTC-USDC` trades its base, BTC, for its quote, USDC. */

export const pairId = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .meta({ description: "A pair's id: base and quote", examples: ["BTC-USDC"] });
export const swapId = z.string().meta({ examples: ["txn_01jd3v8y2m9t4k6q0s5w7x1z3b"] });
export const positionId = z
  .string()
  .max(80)
  .meta({ examples: ["liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });

/** The symbols of a swap, in a request. */
export const assetIn = symbol.meta({ description: "Symbol of what is given", examples: ["USDC"] });
export const assetOut = symbol.meta({ description: "Symbol of what is got", examples: ["BTC"] });

const usd = (description: string) =>
  z.string().meta({ description: `US dollars: ${description}`, examples: ["1250.00"] });
const percent = (description: string) =>
  z.string().meta({ description: `Percent: ${description}`, examples: ["0.5"] });
const transactionHash = z.string().meta({ description: "Hash of the ledger's entry" });
const route = z.array(z.string()).meta({ description: "Symbols from `asset_in` to `asset_out`" });

export const pair = object("pair", {
  base_asset: asset,
  quote_asset: asset,
  base_reserve: amount("What of the base is in the pool"),
  quote_reserve: amount("What of the quote is in the pool"),
  price: z.string().meta({ description: "Quote for one base; `0` of an empty pool", examples: ["64250.12"] }),
  change_24h_percent: percent("how the price changed in the last 24 hours"),
  volume_24h_usd: usd("what was traded in the last 24 hours"),
  tvl_usd: usd("what is in the pool"),
  apy_percent: percent("a year, what the fees of the last 24 hours bring those who provide liquidity"),
});

export const trade = object("trade", {
  pair: pairId,
  side: z.enum(sides).meta({ description: "`buy`: the base for the quote; `sell`: the other way round" }),
  base_asset: asset,
  quote_asset: asset,
  base_amount: amount("What of the base went in or out"),
  quote_amount: amount("What of the quote went out or in"),
  price: z.string().meta({ description: "Quote for one base", examples: ["64250.12"] }),
});

const exchanged = {
  asset_in: asset,
  asset_out: asset,
  amount_in: amount("What is given"),
  amount_out: amount("What is got"),
  fee: amount("What the pools on the way keep of `amount_in`, exactly; of `asset_in`"),
  price_impact_percent: percent("how much less it gives than the price before it, the fee included"),
  route,
};

export const quote = object("quote", {
  ...exchanged,
  min_amount_out: amount("The least output within the tolerance: for `min_amount_out` of a swap"),
  max_amount_in: amount("The most input within the tolerance; of a quote by `amount_out` alone").nullable(),
  expires_at: timestamp.meta({ description: "30 seconds from now: meant to be the swap's `deadline`" }),
});

export const swap = object("swap", { ...exchanged, transaction_hash: transactionHash });

export const position = object("liquidity_position", {
  pair: pairId,
  share_asset: asset.meta({ description: "What the pool's shares are called", examples: ["LP-BTC-USDC"] }),
  shares: amount("Shares of the pool; of a closed position 0"),
  farmed_shares: amount("Those of them that are in farms: they cannot be removed meanwhile"),
  base_asset: asset,
  quote_asset: asset,
  base_deposited: amount("What of the base was brought for the shares that are left"),
  quote_deposited: amount("What of the quote was brought for the shares that are left"),
  value_usd: usd("what removing all shares would give now; `0.00` while no prices are known"),
  fees_earned_usd: usd("the part of that which swaps' fees have brought"),
});

export const added = position
  .extend({
    shares_received: amount("What of the shares is new"),
    pool_share_percent: percent("of the pool that the position has now"),
    transaction_hash: transactionHash,
  })
  .meta({ id: "NewLiquidity" });

export const removed = object("liquidity_removal", {
  share_asset: asset,
  shares: amount("What was given back"),
  base_asset: asset,
  quote_asset: asset,
  base_amount: amount("What of the base came out of the pool"),
  quote_amount: amount("What of the quote came out of the pool"),
  transaction_hash: transactionHash,
  position: position.meta({ description: "With what is left of it" }),
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

/** What the routes that read, and those that write, state alike. */
export const reading = { scope: "exchange:read", grants: { table: "read" }, names } as const;
export const writing = {
  names,
  scope: "exchange:write",
  idempotent: true,
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
} as const;
