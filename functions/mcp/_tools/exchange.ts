import * as z from "zod";
import * as LiquidityRoutes from "../../../contract/defi/dex/liquidity.ts";
import * as DexRoutes from "../../../contract/defi/dex.ts";
import * as Adding from "../../../core/defi/exchange/add-liquidity.ts";
import * as Exchange from "../../../core/defi/exchange/index.ts";
import * as Market from "../../../core/defi/exchange/market.ts";
import * as Positions from "../../../core/defi/exchange/positions.ts";
import * as Removing from "../../../core/defi/exchange/remove-liquidity.ts";
import type { Added, Removed, Swapped } from "../../../core/defi/exchange/schema.ts";
import * as Swaps from "../../../core/defi/exchange/swap.ts";
import * as View from "../../_views/exchange.ts";
import { open, personal, type Tool, writing } from "./tool.ts";

/** The exchange: pairs, quotes, swaps, liquidity. */

const listPairs = open({
  name: "svc_list_pairs",
  title: "List trading pairs",
  description:
    "Every pair of the exchange with its reserves, price, and volume, value and yield of the last 24 hours.",
  input: z.strictObject({}),
  output: DexRoutes.pairs.responses[200].body,
  run: async () => View.pairs(await Market.list("live")),
});

const getQuote = open({
  name: "svc_get_quote",
  title: "Get quote",
  description:
    "What a swap would give now, by the best route: give amountIn or amountOut, one of the two. Holds for 30 seconds (expiresAt); reserves nothing. Ask for one before " +
    "svc_swap: its minimumReceived is the swap's minAmountOut, its expiresAt the swap's deadline.",
  input: DexRoutes.quote.request.query.strict(),
  output: DexRoutes.quote.responses[200].body,
  run: async (input) => View.quote(await Exchange.quote("live", input)),
});

const swap = writing({
  name: "svc_swap",
  title: "Swap",
  description:
    "Swaps an exact amount of one asset of the key's owner for at least minAmountOut of another, at the best route's price. Moves money and cannot be undone: " +
    "show the user a quote (svc_get_quote) and ask first.",
  destructive: true,
  input: DexRoutes.swap.request.body,
  output: DexRoutes.swap.responses[200].body,
  run: (actor, input, claim) => Swaps.swap(actor, input, claim),
  render: (result: Swapped) => View.swapped(result),
});

const getLiquidityPositions = personal({
  name: "svc_get_liquidity_positions",
  title: "Get liquidity positions",
  description:
    "A person's open positions in the exchange's pools: shares, what was brought in, what they are worth now, fees earned.",
  input: z.strictObject({}),
  output: LiquidityRoutes.positions.responses[200].body,
  run: async (person) => ({ positions: (await Positions.list(person)).map(View.position) }),
});

const addLiquidity = writing({
  name: "svc_add_liquidity",
  title: "Add liquidity",
  description:
    "Brings both tokens of a pair from the key's owner's wallets into its pool, for shares that earn fees. One amount is taken whole, of the other what fits the pool's ratio. " +
    "Ask the user first: the value of a position can fall below that of its tokens held apart.",
  destructive: true,
  input: LiquidityRoutes.add.request.body,
  output: LiquidityRoutes.add.responses[200].body,
  run: (actor, input, claim) => Adding.addLiquidity(actor, input, claim),
  render: (result: Added) => View.added(result),
});

const removeLiquidity = writing({
  name: "svc_remove_liquidity",
  title: "Remove liquidity",
  description:
    "Gives shares of a position back for their part of the pool's tokens, fees included. Less than minAmount0 or minAmount1 is refused. Ask the user first.",
  destructive: true,
  input: LiquidityRoutes.remove.request.body,
  output: LiquidityRoutes.remove.responses[200].body,
  run: (actor, input, claim) => Removing.removeLiquidity(actor, input, claim),
  render: (result: Removed) => View.removed(result),
});

export const exchangeTools: readonly Tool[] = [
  listPairs,
  getQuote,
  swap,
  getLiquidityPositions,
  addLiquidity,
  removeLiquidity,
];
