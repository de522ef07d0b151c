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
import { assertBalance, formatAmounts, parseMinimum, tokensOfSwap, translateRejection } from "./requests.ts";
import type { Swapped } from "./schema.ts";
import { type Trade, tradeWrites } from "./trades.ts";
import { percentUp } from "./valuation.ts";

/**
 * Swaps (spec 2, section 4.2): one journal entry through all pools of the route, written over exactly the
 * reserves that determined its price.
 */

interface CommonRequest {
  /** Symbols, upper or lower case. */
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** The last instant at which the swap may be executed: ISO 8601. */
  readonly deadline: string;
}

/** Swaps a whole input. Amounts are decimal strings. */
export interface ExactInRequest extends CommonRequest {
  readonly amountIn: string;
  readonly minAmountOut: string;
}

/** Swaps for an exact output. Amounts are decimal strings. */
interface ExactOutRequest extends CommonRequest {
  readonly amountOut: string;
  readonly maxAmountIn: string;
}

interface PlannedSwap {
  readonly actor: UserActor;
  readonly tokenIn: Token;
  readonly tokenOut: Token;
  readonly deadlineMs: number;
  /**
   * Returns the best route at the given reserves.
   * @throws SLIPPAGE_EXCEEDED, and as `bestExactIn` or `bestExactOut`
   */
  readonly routeIn: (exchange: Exchange) => Route;
}

/**
 * Swaps an exact input for the maximum output, or the minimum input for an exact output. Opens a missing wallet of
 * `tokenOut`.
 * @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS, INVALID_AMOUNT, QUOTE_EXPIRED, INSUFFICIENT_LIQUIDITY,
 *   SLIPPAGE_EXCEEDED, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT unless the debt is in `tokenOut`,
 *   WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function swap(
  actor: UserActor,
  request: ExactInRequest | ExactOutRequest,
  claim?: Idempotency.Claim<Swapped>,
): Promise<Swapped> {
  const [tokenIn, tokenOut] = tokensOfSwap(request.tokenIn, request.tokenOut);
  const planned: PlannedSwap = {
    actor,
    tokenIn,
    tokenOut,
    deadlineMs: Date.parse(request.deadline),
    routeIn:
      "amountOut" in request ? exactOut(request, tokenIn, tokenOut) : exactIn(request, tokenIn, tokenOut),
  };
  const needs = { ...needsOf(actor, tokenIn, tokenOut), idempotency: claim };
  return withLocalMutex(mutexOf(actor.mode, tokenIn, tokenOut), () =>
    Policy.post(needs, (snapshot) => draftOf(planned, snapshot)),
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
  { tokenIn, tokenOut }: Pick<CommonRequest, "tokenIn" | "tokenOut">,
): Table.Reads => Policy.readsOf(needsOf(owner, ...tokensOfSwap(tokenIn, tokenOut)));

/** @throws INVALID_AMOUNT */
function exactIn(request: ExactInRequest, tokenIn: Token, tokenOut: Token): PlannedSwap["routeIn"] {
  const amountIn = amountOf("amountIn", request.amountIn, tokenIn.decimals);
  const minimum = parseMinimum("minAmountOut", request.minAmountOut, tokenOut.decimals);
  return (exchange) => {
    const route = Money.inField("amountIn", () => bestExactIn(exchange, tokenIn, tokenOut, amountIn));
    if (route.amountOut >= minimum) return route;
    throw slippageExceeded(tokenOut, { minAmountOut: minimum, amountOut: route.amountOut });
  };
}

/** @throws INVALID_AMOUNT */
function exactOut(request: ExactOutRequest, tokenIn: Token, tokenOut: Token): PlannedSwap["routeIn"] {
  const amountOut = amountOf("amountOut", request.amountOut, tokenOut.decimals);
  const maximum = amountOf("maxAmountIn", request.maxAmountIn, tokenIn.decimals);
  return (exchange) => {
    const route = Money.inField("amountOut", () => bestExactOut(exchange, tokenIn, tokenOut, amountOut));
    if (route.amountIn <= maximum) return route;
    throw slippageExceeded(tokenIn, { maxAmountIn: maximum, amountIn: route.amountIn });
  };
}

const slippageExceeded = ({ decimals }: Token, amounts: Readonly<Record<string, bigint>>): SvcError =>
  fail(SlippageExceeded, { details: formatAmounts(amounts, decimals) });

function draftOf(
  planned: PlannedSwap,
  { state, items }: Snapshot<ReturnType<typeof exchangeReads>>,
): Draft<Swapped> {
  const { actor, tokenIn, tokenOut } = planned;
  if (planned.deadlineMs < Clock.nowMs())
    throw fail(QuoteExpired, { details: { deadline: toIso(planned.deadlineMs) } });
  const exchange = exchangeOf(actor.mode, items);
  const route = planned.routeIn(exchange);
  assertBalance(state, tokenIn, route.amountIn);
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
  const swappedBy = ({ entryId, transactionHash, createdAt }: After): Swapped => ({
    ...made,
    ...{ entryId, transactionHash, executedAt: createdAt },
  });
  return {
    type: "SWAP",
    postings: swapPostings(actor, route),
    actorId: actor.userId,
    reason: `swap ${tokensOf(route).join(" > ")}`,
    extraWrites: (entry) => [
      ...trades.map(({ pool, after }) => poolWrite(pool, after)),
      ...trades.flatMap((trade) => tradeWrites(trade, exchange.feeBps, entry)),
      swapWrite(actor, swappedBy(entry)),
    ],
    events: (entry) => [swapEvent(actor, made, entry)],
    result: swappedBy,
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

/** Applies the route to each pool. The engine's swap checks k. */
const tradesOf = ({ pools, feeBps }: Exchange, { hops }: Route): Trade[] =>
  hops.map((hop) => {
    const pool = pools.get(hop.id);
    if (!pool) throw new TypeError(`the exchange has no pool ${hop.id}`);
    const side = hop.tokenIn === pool.pair.token0.symbol ? 0 : 1;
    return { pool, hop, after: translateRejection(() => swapOf(pool.state, side, hop, feeBps)) };
  });

const swapWrite = ({ mode, userId }: Owner, swap: Swapped): Table.Write => ({
  put: { ...swapEntity.key({ mode, userId, entryId: swap.entryId }), ...swap },
  where: Where.absent,
});

/** Returns a swap of the actor by its entry's id. @throws SWAP_NOT_FOUND, also for another user's */
export async function fromId({ mode, userId }: UserActor, entryId: string): Promise<Swapped> {
  if (!Ids.pattern("entry").test(entryId)) throw fail(SwapNotFound);
  const item = await Table.get(swapEntity.key({ mode, userId, entryId }));
  if (!item) throw fail(SwapNotFound);
  return swapEntity.parse(item);
}
