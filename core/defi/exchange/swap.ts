import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { toIso } from "../../kernel/time.ts";
import { accountOf, systemRef } from "../../ledger/accounts.ts";
import { type After, amountOf, type Draft, posting, type Snapshot } from "../../ledger/draft.ts";
import type { Posting } from "../../ledger/schema.ts";
import * as ApiEvents from "../../platform/api-events/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Policy from "../../policy/index.ts";
import { swapOf } from "./engine/pool.ts";
import { priceImpact, type Route, routeFee, tokensOf } from "./engine/route.ts";
import { swap as swapEntity } from "./entity.ts";
import { QuoteExpired, SlippageExceeded, SwapNotFound } from "./errors.ts";
import { bestExactIn, bestExactOut } from "./index.ts";
import { poolAccount, type Token } from "./pairs.ts";
import { type Exchange, exchangeOf, exchangeReads, mutexOf, poolWrite } from "./pools.ts";
import { formatAmounts, leastOf, mustHave, orRefuse, tokensOfSwap } from "./refuse.ts";
import { type Swapped, swapped } from "./schema.ts";
import { type Trade, tradeWrites } from "./trades.ts";
import { percentUp } from "./valuation.ts";

/**
 * Swaps (spec 2, section 4.2): one journal entry through all pools of the route, written over exactly the
 * reserves that determined its price.
 */

interface AnyOrder {
  /** Symbols, in any letter case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** The last instant at which the swap may happen: ISO 8601. */
  readonly deadline: string;
}

/** Swaps a whole input. Amounts are decimal strings. */
export interface SwapOrder extends AnyOrder {
  readonly amountIn: string;
  readonly minAmountOut: string;
}

/** Swaps for an exact output. Amounts are decimal strings. */
interface ExactOutOrder extends AnyOrder {
  readonly amountOut: string;
  readonly maxAmountIn: string;
}

interface Order {
  readonly actor: UserActor;
  readonly tokenIn: Token;
  readonly tokenOut: Token;
  readonly deadlineMs: number;
  /**
   * Returns the best route at the reserves that were read.
   * @throws SLIPPAGE_EXCEEDED, and as `bestExactIn` or `bestExactOut`
   */
  readonly routeIn: (exchange: Exchange) => Route;
}

/**
 * Swaps a whole input for the most output, or the least input for an exact output. Opens a missing wallet of
 * `tokenOut`.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, QUOTE_EXPIRED, INSUFFICIENT_LIQUIDITY,
 *   SLIPPAGE_EXCEEDED, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT unless it is into what is owed,
 *   WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function swap(
  actor: UserActor,
  request: SwapOrder | ExactOutOrder,
  claim?: Idempotency.Claim<Swapped>,
): Promise<Swapped> {
  const [tokenIn, tokenOut] = tokensOfSwap(request.tokenIn, request.tokenOut);
  const order: Order = {
    actor,
    tokenIn,
    tokenOut,
    deadlineMs: Date.parse(request.deadline),
    routeIn:
      "amountOut" in request ? exactOut(request, tokenIn, tokenOut) : exactIn(request, tokenIn, tokenOut),
  };
  const needs = { ...needsOf(actor, tokenIn, tokenOut), idempotency: claim };
  return withLocalMutex(mutexOf(actor.mode, tokenIn, tokenOut), () =>
    Policy.post(needs, (snapshot) => draftOf(order, snapshot)),
  );
}

const needsOf = (owner: Owner, tokenIn: Token, tokenOut: Token) => ({
  initiator: accountOf(owner, tokenIn.symbol).account,
  opens: [accountOf(owner, tokenOut.symbol)],
  reads: exchangeReads(owner.mode),
  rejectIfInDebt: { into: tokenOut.symbol },
});

/** @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS */
export const swapReads = (
  owner: Owner,
  { tokenIn, tokenOut }: Pick<AnyOrder, "tokenIn" | "tokenOut">,
): Table.Reads => Policy.readsOf(needsOf(owner, ...tokensOfSwap(tokenIn, tokenOut)));

/** @throws INVALID_AMOUNT */
function exactIn(request: SwapOrder, tokenIn: Token, tokenOut: Token): Order["routeIn"] {
  const amountIn = amountOf("amountIn", request.amountIn, tokenIn.decimals);
  const least = leastOf("minAmountOut", request.minAmountOut, tokenOut.decimals);
  return (exchange) => {
    const route = Money.inField("amountIn", () => bestExactIn(exchange, tokenIn, tokenOut, amountIn));
    if (route.amountOut >= least) return route;
    throw exceeded(tokenOut, { minAmountOut: least, amountOut: route.amountOut });
  };
}

/** @throws INVALID_AMOUNT */
function exactOut(request: ExactOutOrder, tokenIn: Token, tokenOut: Token): Order["routeIn"] {
  const amountOut = amountOf("amountOut", request.amountOut, tokenOut.decimals);
  const most = amountOf("maxAmountIn", request.maxAmountIn, tokenIn.decimals);
  return (exchange) => {
    const route = Money.inField("amountOut", () => bestExactOut(exchange, tokenIn, tokenOut, amountOut));
    if (route.amountIn <= most) return route;
    throw exceeded(tokenIn, { maxAmountIn: most, amountIn: route.amountIn });
  };
}

const exceeded = ({ decimals }: Token, amounts: Readonly<Record<string, bigint>>): SvcError =>
  fail(SlippageExceeded, { details: formatAmounts(amounts, decimals) });

/** Returns the entry of a swap at the reserves that were read. */
function draftOf(order: Order, { state, items }: Snapshot<ReturnType<typeof exchangeReads>>): Draft<Swapped> {
  const { actor, tokenIn, tokenOut } = order;
  if (order.deadlineMs < Clock.nowMs())
    throw fail(QuoteExpired, { details: { deadline: toIso(order.deadlineMs) } });
  const exchange = exchangeOf(actor.mode, items);
  const route = order.routeIn(exchange);
  mustHave(state, tokenIn, route.amountIn);
  const trades = tradesOf(exchange, route);
  const made: SwapMade = {
    tokenIn: tokenIn.symbol,
    tokenOut: tokenOut.symbol,
    amountIn: route.amountIn,
    amountOut: route.amountOut,
    fee: routeFee(route, exchange.feeBps, tokenIn.decimals),
    priceImpact: percentUp(priceImpact(route)),
    route: tokensOf(route),
  };
  return {
    type: "SWAP",
    postings: swapPostings(actor, route),
    actorId: actor.userId,
    reason: `swap ${tokensOf(route).join(" > ")}`,
    extraWrites: (entry) => [
      ...trades.map(({ pool, after }) => poolWrite(pool, after)),
      ...trades.flatMap((trade) => tradeWrites(trade, exchange.feeBps, entry)),
      swapWrite(actor, { ...made, ...entry, executedAt: entry.createdAt }),
    ],
    events: (entry) => [swapEvent(actor, made, entry)],
    result: ({ entryId, transactionHash, createdAt }) => ({
      entryId,
      transactionHash,
      ...made,
      executedAt: createdAt,
    }),
  };
}

/**
 * Returns the postings: the input into the first pool, from each pool into the next, the output to the
 * trader.
 */
const swapPostings = (owner: Owner, { hops, amountIn, amountOut }: Route): Posting[] => {
  const [first, last] = [hops[0]?.tokenIn ?? "", hops.at(-1)?.tokenOut ?? ""];
  return [
    posting(accountOf(owner, first), -amountIn),
    ...hops.flatMap((hop) => [
      posting(systemRef(owner.mode, poolAccount(hop.id), hop.tokenIn), hop.amountIn),
      posting(systemRef(owner.mode, poolAccount(hop.id), hop.tokenOut), -hop.amountOut),
    ]),
    posting(accountOf(owner, last), amountOut),
  ];
};

type SwapMade = Omit<Swapped, "entryId" | "transactionHash" | "executedAt">;

const swapEvent = (
  owner: Owner,
  made: SwapMade,
  { entryId, createdAt, transactionHash }: After,
): Table.Write =>
  ApiEvents.eventWrite(owner, "swap.completed", {
    ...ApiEvents.objectOf("swap", owner, { id: entryId, createdAt }),
    asset_in: made.tokenIn,
    amount_in: ApiEvents.amountOf(made.amountIn, made.tokenIn),
    asset_out: made.tokenOut,
    amount_out: ApiEvents.amountOf(made.amountOut, made.tokenOut),
    fee: { value: made.fee, asset: made.tokenIn },
    price_impact_percent: made.priceImpact,
    route: [...made.route],
    transaction_hash: transactionHash,
  });

/** Returns what the route does to each pool. The engine's own swap checks k. */
const tradesOf = ({ pools, feeBps }: Exchange, { hops }: Route): Trade[] =>
  hops.map((hop) => {
    const pool = pools.get(hop.id);
    if (!pool) throw new TypeError(`the exchange has no pool ${hop.id}`);
    const side = hop.tokenIn === pool.pair.token0.symbol ? 0 : 1;
    return { pool, hop, after: orRefuse(() => swapOf(pool.state, side, hop, feeBps)) };
  });

/** Returns the write that stores a swap. */
const swapWrite = ({ mode, userId }: Owner, made: Swapped): Table.Write => ({
  put: { ...swapEntity.key({ mode, userId, entryId: made.entryId }), ...swapped.parse(made) },
  where: Where.absent,
});

/** Returns one of the actor's swaps, by its entry's id. @throws SWAP_NOT_FOUND, also for another user's */
export async function fromId({ mode, userId }: UserActor, entryId: string): Promise<Swapped> {
  if (!Ids.pattern("entry").test(entryId)) throw fail(SwapNotFound);
  const item = await Table.get(swapEntity.key({ mode, userId, entryId }));
  if (!item) throw fail(SwapNotFound);
  return swapEntity.parse(item);
}
