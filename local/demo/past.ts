import { addLiquidity } from "../../core/defi/exchange/add-liquidity.ts";
import { proportional } from "../../core/defi/exchange/engine/amounts.ts";
import * as Exchange from "../../core/defi/exchange/index.ts";
import { type Pair, pairs } from "../../core/defi/exchange/pairs.ts";
import { readExchange } from "../../core/defi/exchange/pools.ts";
import * as Swaps from "../../core/defi/exchange/swap.ts";
import { AlreadyVoted } from "../../core/defi/governance/errors.ts";
import * as Governance from "../../core/defi/governance/index.ts";
import * as Proposals from "../../core/defi/governance/proposals.ts";
import type { VoteType } from "../../core/defi/governance/schema.ts";
import { vote } from "../../core/defi/governance/vote.ts";
import * as Staking from "../../core/defi/staking/index.ts";
import { claim } from "../../core/defi/staking/index.ts";
import * as Stakes from "../../core/defi/staking/positions.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { SvcError } from "../../core/kernel/errors.ts";
import * as Money from "../../core/kernel/money/index.ts";
import * as Prices from "../../core/prices/index.ts";
import { grant } from "../liquidity.ts";
import { arbitrageur, dana, foundation } from "./people.ts";
import type { Step } from "./steps.ts";

/** The month of history of the demo: its accounts' actions on the exchange, in staking and in governance. */

const native = Assets.native.symbol;

type Amounts = Readonly<Record<string, string>>;

async function fund(actor: UserActor, amounts: Amounts, reason: string): Promise<void> {
  const units = Object.entries(amounts).map(
    ([symbol, amount]) => [symbol, Money.parse(amount, Assets.get(symbol).decimals)] as const,
  );
  await grant(actor, new Map(units), reason);
}

/** Funds a trader with the same value of every asset. */
async function stock(trader: UserActor, usd: number): Promise<void> {
  const prices = await Prices.snapshot();
  const amounts = [...prices].map(([symbol, price]) => {
    const { decimals } = Assets.get(symbol);
    return [symbol, price.usd.pow(-1).times(usd).toFixed(Math.min(decimals, 6))] as const;
  });
  await fund(trader, Object.fromEntries(amounts), "stock for trading");
}

async function swap(actor: UserActor, tokenIn: string, tokenOut: string, amountIn: string): Promise<void> {
  const deadline = new Date(Clock.nowMs() + 60_000).toISOString();
  await Swaps.swap(actor, { tokenIn, tokenOut, amountIn, minAmountOut: "0", deadline });
}

/** Adds liquidity to a pool: an amount of token0, and token1 in proportion. */
async function provide(actor: UserActor, pairId: string, amount0: string): Promise<void> {
  const pool = (await readExchange(actor.mode)).pools.get(pairId);
  if (!pool) throw new Error(`pool ${pairId} does not exist`);
  const { token0, token1 } = pool.pair;
  const units = proportional(Money.parse(amount0, token0.decimals), pool.state.reserve0, pool.state.reserve1);
  await addLiquidity(actor, {
    pairId,
    amount0,
    amount1: Money.format(units, token1.decimals),
    slippage: "1",
  });
}

const proposals = {
  rewards: {
    title: "Publish a report on rewards every quarter",
    description:
      "Rewards are promised from what is funded. Once a quarter the platform says **what was promised, " +
      "what was paid and what is left**.",
    category: "ecosystem",
    actions: [],
  },
  burn: {
    title: "Burn a tenth of the treasury",
    description: "Fewer tokens, each worth more. The treasury would last a year less.",
    category: "treasury",
    actions: [],
  },
  pairs: {
    title: "Ask for a pair of the euro and the dollar",
    description:
      "Three of four swaps from EUR to USD go by way of USDC and pay the fee twice.\n\n" +
      "- For: the pair is asked for\n- Against: liquidity stays where it is",
    category: "protocol",
    actions: [],
  },
} as const;

const propose = async (actor: UserActor, name: keyof typeof proposals): Promise<void> => {
  await Governance.create(actor, proposals[name]);
};

async function cast(actor: UserActor, name: keyof typeof proposals, voteType: VoteType, reason?: string) {
  const { proposals: all } = await Proposals.list("live", { page: 1, limit: 100 });
  const proposal = all.find(({ title }) => title === proposals[name].title);
  if (!proposal) return;
  await vote(actor, proposal.state.proposalId, { voteType, reason }).catch((error: unknown) => {
    // If the platform was killed between a vote and its mark, the step votes again.
    if (!(error instanceof SvcError && error.is(AlreadyVoted))) throw error;
  });
}

async function claimAll(actor: UserActor): Promise<void> {
  const { positions } = await Stakes.list(actor);
  for (const { id, rewards } of positions) if (rewards > 0n) await claim(actor, id);
}

/** Dana's swaps by day. */
const swaps: readonly (readonly [daysAgo: number, tokenIn: string, tokenOut: string, amountIn: string])[] = [
  [26.4, "EUR", "BTC", "1200"],
  [24.1, "USDC", "ETH", "2500"],
  [21.7, "EUR", native, "400"],
  [19.2, "BTC", "USDC", "0.02"],
  [16.5, "ETH", "EUR", "0.35"],
  [13.3, "USDC", "BTC", "1800"],
  [10.6, native, "USDC", "9000"],
  [8.2, "EUR", "USDC", "950"],
  [5.4, "USDC", "ETH", "1300"],
  [3.1, "BTC", "EUR", "0.015"],
  [1.6, "USDC", native, "600"],
  [0.3, "EUR", "ETH", "250"],
];

/**
 * Trades in a pair for an amount in US dollars, in the direction for which its own pool is the best route, so that other pairs do
 * not get the trade. One direction always is: a pool that is dear in one is cheap in the other.
 */
async function trade(pair: Pair, usd: number): Promise<void> {
  const [trader, prices] = [arbitrageur, await Prices.snapshot()];
  for (const [from, to] of [
    [pair.token0, pair.token1],
    [pair.token1, pair.token0],
  ] as const) {
    const price = prices.get(from.symbol)?.usd;
    if (!price) continue;
    const amountIn = price.pow(-1).times(usd).toFixed(Math.min(from.decimals, 6));
    const tokens = { tokenIn: from.symbol, tokenOut: to.symbol, slippage: "1" };
    const { route } = await Exchange.quote(trader.mode, { ...tokens, amountIn });
    if (route.length === 2) return swap(trader, from.symbol, to.symbol, amountIn);
  }
}

/** Trades of the last day, in every pair. */
const market: readonly Step[] = Array.from({ length: 24 }, (_, index) => {
  const pair = pairs[index % pairs.length];
  return {
    name: `market ${index}`,
    daysAgo: 0.97 - index * 0.04,
    run: async () => pair && trade(pair, 4_000 + 900 * ((index * 7) % 11)),
  };
});

const asDana = (work: (actor: UserActor) => Promise<unknown>) => async () => {
  await work(await dana());
};

/** In any order; each step runs at its own day. */
export const past: readonly Step[] = [
  {
    name: "money",
    daysAgo: 31,
    run: asDana((actor) =>
      fund(
        actor,
        { EUR: "9400", USDC: "25000", BTC: "0.4", ETH: "6", [native]: "2500000" },
        "Transfer from my bank",
      ),
    ),
  },
  {
    name: "votes of others",
    daysAgo: 31,
    run: () => fund(foundation(), { [native]: "60000000" }, "endowment of the foundation"),
  },
  {
    name: "stock live",
    daysAgo: 31,
    run: () => stock(arbitrageur, 2_000_000),
  },
  {
    name: "locked stake",
    daysAgo: 30,
    run: asDana((actor) => Staking.stake(actor, { poolId: "locked-90", amount: "400000" })),
  },
  {
    name: "stake",
    daysAgo: 29,
    run: asDana((actor) => Staking.stake(actor, { poolId: "flexible", amount: "50000" })),
  },
  { name: "bitcoin's pool", daysAgo: 28, run: asDana((actor) => provide(actor, "BTC-USDC", "0.05")) },
  { name: "ether's pool", daysAgo: 23, run: asDana((actor) => provide(actor, "ETH-USDC", "1.2")) },
  ...swaps.map(([daysAgo, tokenIn, tokenOut, amount]) => ({
    name: `swap ${daysAgo}`,
    daysAgo,
    run: asDana((actor) => swap(actor, tokenIn, tokenOut, amount)),
  })),
  { name: "proposal", daysAgo: 16, run: asDana((actor) => propose(actor, "rewards")) },
  { name: "vote", daysAgo: 12, run: asDana((actor) => cast(actor, "rewards", "for", "Long overdue.")) },
  { name: "second vote", daysAgo: 11.2, run: () => cast(foundation(), "rewards", "for") },
  { name: "lost proposal", daysAgo: 14, run: () => propose(foundation(), "burn") },
  {
    name: "vote against",
    daysAgo: 11,
    run: asDana((actor) => cast(actor, "burn", "against", "We will need it.")),
  },
  { name: "open proposal", daysAgo: 5, run: asDana((actor) => propose(actor, "pairs")) },
  {
    name: "vote on it",
    daysAgo: 1.5,
    run: () => cast(foundation(), "pairs", "for", "Cheaper for everybody."),
  },
  { name: "rewards", daysAgo: 6, run: asDana(claimAll) },
  ...market,
];
