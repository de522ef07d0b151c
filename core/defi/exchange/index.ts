import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { accountOf } from "../../ledger/accounts.ts";
import { amountOf } from "../../ledger/amount.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { exclusive } from "../../platform/mutex/index.ts";
import { maximumAmountIn, minimumReceived } from "./engine/bounds.ts";
import { swapExactIn } from "./engine/pool.ts";
import { priceImpact, type Route, routeFee, tokensOf } from "./engine/route.ts";
import { QuoteExpired, SlippageExceeded } from "./errors.ts";
import type { Token } from "./pairs.ts";
import { type Exchange, exchangeKeys, exchangeOf, mutexOf, poolWrite, readExchange } from "./pools.ts";
import { swapPostings } from "./postings.ts";
import { leastOf, mustHave, orRefuse, slippageOf, tokensOfSwap } from "./refuse.ts";
import { bestExactIn, bestExactOut } from "./routing.ts";
import type { Quote, Swapped } from "./schema.ts";
import { type Trade, tradeWrites } from "./trades.ts";
import { percentUp } from "./valuation.ts";

/**
 * The exchange: quotes and swaps (spec 2, sections 2.2 and 4.2) by the integer mathematics of Uniswap v2. A
 * swap is one journal entry through all the pools on its way, written over exactly the reserves that its
 * price was made of.
 */

/** How long a quote says that it holds (DESIGN section 4, Exchange). */
const QUOTE_SECONDS = 30;

export interface QuoteRequest {
  /** Symbols, in any letter case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** What goes in or what comes out, one of the two, as a decimal string. */
  readonly amountIn?: string | undefined;
  readonly amountOut?: string | undefined;
  /** The tolerance, in percent. */
  readonly slippage: string;
}

/**
 * What the best route gives now for an input, or takes for an output.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, INVALID_SLIPPAGE, INSUFFICIENT_LIQUIDITY
 */
export async function quote(mode: Mode, request: QuoteRequest): Promise<Quote> {
  const [tokenIn, tokenOut] = tokensOfSwap(request.tokenIn, request.tokenOut);
  const slippage = slippageOf(request.slippage);
  const isExactOut = request.amountOut !== undefined;
  const amount = isExactOut
    ? amountOf("amountOut", request.amountOut, tokenOut.decimals)
    : amountOf("amountIn", request.amountIn ?? "0", tokenIn.decimals);
  const exchange = await readExchange(mode);
  const route = (isExactOut ? bestExactOut : bestExactIn)(exchange, tokenIn, tokenOut, amount);
  return {
    tokenIn,
    tokenOut,
    amountIn: route.amountIn,
    amountOut: route.amountOut,
    priceImpact: percentUp(priceImpact(route)),
    fee: routeFee(route, exchange.feeBps, tokenIn.decimals),
    minimumReceived: minimumReceived(route.amountOut, slippage),
    maximumAmountIn: isExactOut ? maximumAmountIn(route.amountIn, slippage) : undefined,
    route: tokensOf(route),
    expiresAt: new Date(Clock.nowMs() + QUOTE_SECONDS * 1000).toISOString(),
  };
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
  readonly amountIn: bigint;
  readonly minAmountOut: bigint;
  readonly deadlineMs: number;
}

/**
 * Swaps a whole input for the most that the best route gives at that moment. A wallet of `tokenOut` that is
 * not there yet is opened.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, QUOTE_EXPIRED, INSUFFICIENT_LIQUIDITY,
 *   SLIPPAGE_EXCEEDED, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT unless it is into what is owed,
 *   WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
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
    amountIn: amountOf("amountIn", request.amountIn, tokenIn.decimals),
    minAmountOut: leastOf("minAmountOut", request.minAmountOut, tokenOut.decimals),
    deadlineMs: Date.parse(request.deadline),
  };
  const needs = {
    initiator: accountOf(actor, tokenIn.symbol).account,
    idempotency: claim,
    opens: [accountOf(actor, tokenOut.symbol)],
    reads: exchangeKeys(actor.mode),
    spending: { into: tokenOut.symbol },
  };
  return exclusive(mutexOf(actor.mode, tokenIn, tokenOut), () =>
    Ledger.post(needs, (snapshot) => draftOf(order, snapshot)),
  );
}

/** The swap at the reserves that were read, as an entry of the ledger. */
function draftOf(order: Order, { state, items }: Snapshot): Draft<Swapped> {
  const { actor, tokenIn, tokenOut, amountIn } = order;
  if (order.deadlineMs < Clock.nowMs())
    throw fail(QuoteExpired, { details: { deadline: new Date(order.deadlineMs).toISOString() } });
  const exchange = exchangeOf(actor.mode, items);
  const route = bestExactIn(exchange, tokenIn, tokenOut, amountIn);
  mustReach(order, route);
  mustHave(state, tokenIn, amountIn);
  const trades = tradesOf(exchange, route);
  return {
    type: "SWAP",
    postings: swapPostings(actor, route),
    actorId: actor.userId,
    reason: `swap ${tokensOf(route).join(" > ")}`,
    extraWrites: (entry) => [
      ...trades.map(({ pool, after }) => poolWrite(pool, after)),
      ...trades.flatMap((trade) => tradeWrites(trade, exchange.feeBps, entry)),
    ],
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
