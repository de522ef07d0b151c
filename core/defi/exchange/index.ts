import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { exclusive } from "../../platform/mutex/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import { maximumAmountIn, minimumReceived } from "./engine/bounds.ts";
import { swapExactIn } from "./engine/pool.ts";
import {
  exactIn,
  exactOut,
  type Leg,
  priceImpact,
  type Route,
  routeFee,
  routesExactIn,
  routesExactOut,
  tokensOf,
  ways,
} from "./engine/route.ts";
import { PairNotFound, QuoteExpired, SlippageExceeded } from "./errors.ts";
import { poolAccount, type Token } from "./pairs.ts";
import {
  type Exchange,
  exchangeKeys,
  exchangeOf,
  marketsOf,
  poolWrite,
  readExchange,
  turnOf,
} from "./pools.ts";
import { amountOf, leastOf, orRefuse, postable, slippageOf, tokensOfSwap } from "./refuse.ts";
import type { Quote, Swapped } from "./schema.ts";
import { recordings, type Trade } from "./trades.ts";
import { percentUp } from "./valuation.ts";
import { accountOf, mustHave, needWallet, openingWallets, walletKeyOf } from "./wallet.ts";

/**
 * The exchange: quotes and swaps (spec 2, sections 2.2 and 4.2) by the integer mathematics of Uniswap v2. A swap is one
 * journal entry through all the pools on its way, written over exactly the reserves that its price was made of.
 */

/** How long a quote says that it holds (DESIGN section 4, Exchange). */
export const QUOTE_SECONDS = 30;

export interface QuoteRequest {
  /** Symbols, in any letter case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** What to give or what to get, one of the two, as a decimal string. */
  readonly amountIn?: string | undefined;
  readonly amountOut?: string | undefined;
  /** The tolerance, in percent. */
  readonly slippage: string;
}

/**
 * What the best route gives now for an input, or takes for an output.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, INVALID_SLIPPAGE, INSUFFICIENT_LIQUIDITY
 */
export async function quote(request: QuoteRequest): Promise<Quote> {
  const [tokenIn, tokenOut] = tokensOfSwap(request.tokenIn, request.tokenOut);
  const slippage = slippageOf(request.slippage);
  const wanted =
    request.amountOut === undefined ? undefined : amountOf("amountOut", request.amountOut, tokenOut.decimals);
  const given = wanted === undefined ? amountOf("amountIn", request.amountIn ?? "0", tokenIn.decimals) : 0n;
  const exchange = await readExchange();
  const legs = waysBetween(exchange, tokenIn, tokenOut);
  const route =
    wanted === undefined ? bestFor(legs, given, exchange.feeBps) : bestTo(legs, wanted, exchange.feeBps);
  return {
    tokenIn,
    tokenOut,
    amountIn: route.amountIn,
    amountOut: route.amountOut,
    priceImpact: percentUp(priceImpact(route)),
    fee: routeFee(route, exchange.feeBps, tokenIn.decimals),
    minimumReceived: minimumReceived(route.amountOut, slippage),
    maximumAmountIn: wanted === undefined ? undefined : maximumAmountIn(route.amountIn, slippage),
    route: tokensOf(route),
    expiresAt: new Date(Clock.nowMs() + QUOTE_SECONDS * 1000).toISOString(),
  };
}

/** @throws PAIR_NOT_FOUND where no pairs lead from one to the other */
function waysBetween(exchange: Exchange, tokenIn: Token, tokenOut: Token): Leg[][] {
  const legs = ways(marketsOf(exchange), tokenIn.symbol, tokenOut.symbol);
  if (legs.length > 0) return legs;
  throw fail(PairNotFound, {
    message: `No pairs lead from ${tokenIn.symbol} to ${tokenOut.symbol}.`,
    details: { tokenIn: tokenIn.symbol, tokenOut: tokenOut.symbol },
  });
}

/** The route that gives most. @throws INSUFFICIENT_LIQUIDITY, INVALID_AMOUNT when the input comes to nothing */
function bestFor(legs: readonly (readonly Leg[])[], given: bigint, feeBps: bigint): Route {
  const [best] = routesExactIn(legs, given, feeBps);
  return sound(best ?? orRefuse(() => exactIn(withReserves(legs), given, feeBps)));
}

/** The route that takes least. @throws INSUFFICIENT_LIQUIDITY */
function bestTo(legs: readonly (readonly Leg[])[], wanted: bigint, feeBps: bigint): Route {
  const [best] = routesExactOut(legs, wanted, feeBps);
  return sound(best ?? orRefuse(() => exactOut(withReserves(legs), wanted, feeBps)));
}

/** Where no way is possible: one whose refusal says most, the first that leads through pools which hold something. */
const withReserves = (legs: readonly (readonly Leg[])[]): readonly Leg[] =>
  legs.find((way) => way.every(({ reserveIn }) => reserveIn > 0n)) ?? legs[0] ?? [];

/** @throws INVALID_AMOUNT where an amount on the way is more than an entry of the ledger can hold */
function sound(route: Route): Route {
  postable(...route.hops.flatMap(({ amountIn, amountOut }) => [amountIn, amountOut]));
  return route;
}

export interface SwapOrder {
  /** Symbols, in any letter case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** Decimal strings. */
  readonly amountIn: string;
  readonly minAmountOut: string;
  /** Until when the caller wants it, this instant included: ISO 8601. */
  readonly deadline: string;
}

interface Order {
  readonly actor: UserActor;
  readonly tokenIn: Token;
  readonly tokenOut: Token;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly amountIn: bigint;
  readonly minAmountOut: bigint;
  readonly deadlineMs: number;
}

/**
 * Swaps a whole input for the most that the best route gives at that moment. A wallet of `tokenOut` that is not there yet
 * is opened.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, QUOTE_EXPIRED, INSUFFICIENT_LIQUIDITY, SLIPPAGE_EXCEEDED,
 *   INSUFFICIENT_BALANCE, WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function swap(
  actor: UserActor,
  request: SwapOrder,
  claim?: Idempotency.Claim<Swapped>,
): Promise<Swapped> {
  const [tokenIn, tokenOut] = tokensOfSwap(request.tokenIn, request.tokenOut);
  const order: Order = {
    actor,
    tokenIn,
    tokenOut,
    from: accountOf(actor, tokenIn),
    to: accountOf(actor, tokenOut),
    amountIn: amountOf("amountIn", request.amountIn, tokenIn.decimals),
    minAmountOut: leastOf("minAmountOut", request.minAmountOut, tokenOut.decimals),
    deadlineMs: Date.parse(request.deadline),
  };
  const needs = {
    initiator: order.from.account,
    idempotency: claim,
    reads: readsOf(order),
  };
  return exclusive(turnOf(tokenIn, tokenOut), () =>
    openingWallets(actor, () => Ledger.decide(needs, (known) => draft(order, known, claim))),
  );
}

/** What a swap reads beside the wallet that it takes from, in the order that `readOf` takes it in. */
const readsOf = ({ actor, tokenOut }: Order): Key[] => [walletKeyOf(actor, tokenOut), ...exchangeKeys];

/** What was read at `readsOf`. */
const readOf = ({ items: [walletOut, ...exchange] }: Snapshot) => ({
  walletOut,
  exchange: exchangeOf(exchange),
});

/** The swap at the reserves that were read, as an entry of the ledger. */
function draft(order: Order, known: Snapshot, claim: Idempotency.Claim<Swapped> | undefined): Draft<Swapped> {
  const { actor, tokenIn, tokenOut, amountIn } = order;
  if (order.deadlineMs < Clock.nowMs())
    throw fail(QuoteExpired, { details: { deadline: new Date(order.deadlineMs).toISOString() } });
  const { exchange, walletOut } = readOf(known);
  const route = bestFor(waysBetween(exchange, tokenIn, tokenOut), amountIn, exchange.feeBps);
  mustReach(order, route);
  mustHave(known.state?.available ?? 0n, tokenIn, amountIn);
  needWallet(walletOut, tokenOut);
  const trades = tradesOf(exchange, route);
  return {
    type: "SWAP",
    postings: postingsOf(order, route),
    initiator: order.from.account,
    actorId: actor.userId,
    reason: `swap ${tokensOf(route).join(" > ")}`,
    idempotency: claim,
    extraWrites: (entry) => [
      ...trades.map(({ pool, after }) => poolWrite(pool, after)),
      ...trades.flatMap((trade) => recordings(trade, exchange.feeBps, entry)),
    ],
    refused: () => "again",
    result: ({ transactionHash, createdAt }) => ({
      transactionHash,
      tokenIn: tokenIn.symbol,
      tokenOut: tokenOut.symbol,
      amountIn,
      amountOut: route.amountOut,
      fee: routeFee(route, exchange.feeBps, tokenIn.decimals),
      priceImpact: percentUp(priceImpact(route)),
      executedAt: createdAt,
    }),
  };
}

/** @throws SLIPPAGE_EXCEEDED */
function mustReach({ minAmountOut, tokenOut }: Order, { amountOut }: Route): void {
  if (amountOut >= minAmountOut) return;
  throw fail(SlippageExceeded, {
    details: {
      minAmountOut: Money.format(minAmountOut, tokenOut.decimals),
      amountOut: Money.format(amountOut, tokenOut.decimals),
    },
  });
}

/** What the route does to each pool on its way, by the engine's own swap: it holds k. */
const tradesOf = ({ pools, feeBps }: Exchange, { hops }: Route): Trade[] =>
  hops.map((hop) => {
    const pool = pools.get(hop.id);
    if (!pool) throw new TypeError(`the exchange has no pool ${hop.id}`);
    const side = hop.tokenIn === pool.pair.token0.symbol ? 0 : 1;
    return { pool, hop, after: orRefuse(() => swapExactIn(pool.state, side, hop.amountIn, feeBps)).pool };
  });

const postingsOf = ({ from, to }: Order, { hops, amountIn, amountOut }: Route): Posting[] => [
  { ...from, bucket: "available", amount: -amountIn },
  ...hops.flatMap((hop): Posting[] => [
    { account: poolAccount(hop.id), asset: hop.tokenIn, bucket: "available", amount: hop.amountIn },
    { account: poolAccount(hop.id), asset: hop.tokenOut, bucket: "available", amount: -hop.amountOut },
  ]),
  { ...to, bucket: "available", amount: amountOut },
];
