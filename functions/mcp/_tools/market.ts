import * as z from "zod";
import * as LiquidityRoutes from "../../../contract/defi/dex/liquidity.ts";
import * as DexRoutes from "../../../contract/defi/dex.ts";
import * as PriceContract from "../../../contract/defi/prices.ts";
import * as StakingContract from "../../../contract/defi/staking.ts";
import * as Adding from "../../../core/defi/exchange/add-liquidity.ts";
import * as Exchange from "../../../core/defi/exchange/index.ts";
import * as Market from "../../../core/defi/exchange/market.ts";
import * as Positions from "../../../core/defi/exchange/positions.ts";
import * as Removing from "../../../core/defi/exchange/remove-liquidity.ts";
import * as Swaps from "../../../core/defi/exchange/swap.ts";
import * as Funding from "../../../core/defi/staking/funding.ts";
import * as Staking from "../../../core/defi/staking/index.ts";
import * as Stakes from "../../../core/defi/staking/positions.ts";
import * as Unstake from "../../../core/defi/staking/unstake.ts";
import * as History from "../../../core/prices/history.ts";
import * as Prices from "../../../core/prices/listing.ts";
import * as ExchangeView from "../../_views/exchange.ts";
import * as PriceView from "../../_views/prices.ts";
import * as StakingView from "../../_views/staking.ts";
import { open, personal, type Tool, writing } from "./tool.ts";

const getPrices = open({
  name: "svc_get_prices",
  description:
    "The current prices of all assets in US dollars and euros, with the change over 24 hours and 7 days, volume and market value. Refreshed every 5 seconds.",
  output: PriceContract.list.responses[200].body,
  run: async () => PriceView.listing(await Prices.list()),
});

const getPrice = open({
  name: "svc_get_price",
  description:
    "All price data of one asset: price in US dollars, euros, bitcoin and ether, changes, supplies, all-time high and low.",
  input: z.strictObject(PriceContract.read.request.params.shape),
  output: PriceContract.read.responses[200].body,
  run: async (input) => PriceView.detail(await Prices.fromSymbol(input.symbol)),
});

/** More candles would fill an LLM's context with little use. */
const MAX_CANDLES = 500;

const getPriceHistory = open({
  name: "svc_get_price_history",
  description:
    "Candles of an asset's price (open, high, low, close, volume), oldest first, up to 365 days back. interval defaults to 1h, from to the last 100 candles. " +
    "At most the latest 500 are returned: omitted is the number of older ones. If it is above 0, choose a longer interval.",
  input: z.strictObject({
    ...PriceContract.read.request.params.shape,
    ...PriceContract.history.request.query.shape,
  }),
  output: PriceContract.history.responses[200].body.extend({ omitted: z.int() }),
  run: async ({ symbol: asset, interval, from, to }) => {
    const history = PriceView.candles(
      await History.read({ symbol: asset, interval, fromMs: from, toMs: to }),
    );
    const omitted = Math.max(0, history.data.length - MAX_CANDLES);
    const data = history.data.slice(omitted);
    return { ...history, from: data[0]?.timestamp ?? history.from, data, omitted };
  },
});

export const priceTools: readonly Tool[] = [getPrices, getPrice, getPriceHistory];

const listPairs = open({
  name: "svc_list_pairs",
  title: "List trading pairs",
  description:
    "Every pair of the exchange with its reserves, price, and volume, value and yield of the last 24 hours.",
  output: DexRoutes.pairs.responses[200].body,
  run: async () => ExchangeView.pairs(await Market.list("live")),
});

const getQuote = open({
  name: "svc_get_quote",
  description:
    "The result of a swap at the current prices by the best route. Send either amountIn or amountOut. Valid for 30 seconds (expiresAt); reserves nothing. Get a quote before " +
    "svc_swap: its minimumReceived is the swap's minAmountOut, its expiresAt the swap's deadline.",
  input: DexRoutes.quote.request.query.strict(),
  output: DexRoutes.quote.responses[200].body,
  run: async (input) => ExchangeView.quote(await Exchange.quote("live", input)),
});

const swap = writing({
  name: "svc_swap",
  description:
    "Swaps an exact amount of one asset of the key's owner for at least minAmountOut of another, at the best route's price. Moves money and cannot be undone: " +
    "show the user a quote (svc_get_quote) and ask first.",
  destructive: true,
  input: DexRoutes.swap.request.body,
  output: DexRoutes.swap.responses[200].body,
  run: (actor, input, claim) => Swaps.swap(actor, input, claim),
  render: ExchangeView.swapped,
});

const getLiquidityPositions = personal({
  name: "svc_get_liquidity_positions",
  description:
    "A user's open positions in the exchange's pools: shares, deposits, current value and fees earned.",
  output: LiquidityRoutes.positions.responses[200].body,
  run: async (person) => ({ positions: (await Positions.list(person)).map(ExchangeView.position) }),
});

const addLiquidity = writing({
  name: "svc_add_liquidity",
  description:
    "Deposits both tokens of a pair from the key's owner's wallets into its pool, for shares that earn fees. One amount is deposited in full, the other in the pool's ratio. " +
    "Ask the user first: the value of a position can fall below that of its tokens held separately.",
  destructive: true,
  input: LiquidityRoutes.add.request.body,
  output: LiquidityRoutes.add.responses[200].body,
  run: (actor, input, claim) => Adding.addLiquidity(actor, input, claim),
  render: ExchangeView.added,
});

const removeLiquidity = writing({
  name: "svc_remove_liquidity",
  description:
    "Redeems shares of a position for their part of the pool's tokens, fees included. Fails if it would return less than minAmount0 or minAmount1. Ask the user first.",
  destructive: true,
  input: LiquidityRoutes.remove.request.body,
  output: LiquidityRoutes.remove.responses[200].body,
  run: (actor, input, claim) => Removing.removeLiquidity(actor, input, claim),
  render: ExchangeView.removed,
});

export const exchangeTools: readonly Tool[] = [
  listPairs,
  getQuote,
  swap,
  getLiquidityPositions,
  addLiquidity,
  removeLiquidity,
];

const listPools = open({
  name: "svc_list_staking_pools",
  description:
    "The staking pools: annual yield, lock period, minimum and maximum stake, voting multiplier, total staked.",
  output: StakingContract.pools.responses[200].body,
  run: async () => StakingView.pools(await Funding.list("live")),
});

const getStakes = personal({
  name: "svc_get_stakes",
  description:
    "A user's stakes with their current rewards and unlock dates: all open ones and the latest 100 completed ones.",
  output: StakingContract.positions.responses[200].body,
  run: async (person) => StakingView.positions(await Stakes.list(person)),
});

const stake = writing({
  name: "svc_stake",
  description:
    "Stakes an amount of the platform's token of the key's owner in a pool. Unstaking from a locked pool before the unlock date costs a penalty of 10 %: inform the user, and ask first.",
  destructive: true,
  input: StakingContract.stake.request.body,
  output: StakingContract.stake.responses[200].body,
  run: (actor, input, claim) => Staking.stake(actor, input, claim),
  render: StakingView.staked,
});

const unstake = writing({
  name: "svc_unstake",
  description:
    "Unstakes an amount immediately. Before the unlock date it fails unless forceEarly is true, which costs 10 % of the amount: ask the user before you set it.",
  destructive: true,
  input: StakingContract.unstake.request.body,
  output: StakingContract.unstake.responses[200].body,
  run: (actor, input, claim) => Unstake.unstake(actor, input, claim),
  render: StakingView.unstaked,
});

const claimRewards = writing({
  name: "svc_claim_rewards",
  description: "Pays a stake's accrued rewards to the key's owner's wallet. The stake continues.",
  input: StakingContract.claim.request.body,
  output: StakingContract.claim.responses[200].body,
  run: (actor, { positionId }, claim) => Staking.claim(actor, positionId, claim),
  render: StakingView.claimed,
});

export const stakingTools: readonly Tool[] = [listPools, getStakes, stake, unstake, claimRewards];
