import * as z from "zod";
import {
  IdenticalTokens,
  ImbalancedAmounts,
  InsufficientLiquidity,
  InvalidSlippage,
  LiquidityPositionNotFound,
  PairNotFound,
  QuoteExpired,
  SlippageExceeded,
} from "../../core/defi/exchange/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { WalletLimit } from "../../core/ledger/wallets/errors.ts";
import { amount, CONTENDED_SECONDS, timestamp } from "../common.ts";
import { route } from "../route.ts";
import {
  decimal,
  hash,
  instant,
  position,
  slippage,
  swapQuote,
  symbol,
  tradingPair,
} from "./exchange-schemas.ts";

/** The exchange: spec 2, sections 2.2, 4.2, 7 and 8. Amounts are decimal strings, in whole units of their token. */

export const pairs = route({
  id: "defi.dex.pairs",
  method: "GET",
  path: "/api/defi/dex/pairs",
  family: "defi",
  summary: "Every trading pair with its reserves, price and last 24 hours",
  description:
    "A pair without liquidity is listed with zeros. The last 24 hours are rolling, to the millisecond; their figures may be " +
    "3 seconds old. Reserves are as of the request. A token without a known price counts as worth nothing: `volume24h`, `tvl` " +
    "and `apy` are then lower, and `0.00` while no prices are known at all.",
  auth: "none",
  responses: { 200: { description: "The pairs", body: z.object({ pairs: z.array(tradingPair) }) } },
  grants: { table: "read" },
});

export const quote = route({
  id: "defi.dex.quote",
  method: "GET",
  path: "/api/defi/dex/quote",
  family: "defi",
  summary: "What a swap would give now, by the best route",
  description:
    "By `amountIn`, or by `amountOut` for the input that gives at least that; one of the two. The best route leads through " +
    "at most three pools. A token that no pair has is a 404 `PAIR_NOT_FOUND`. A quote is valid for 30 seconds: its " +
    "`expiresAt` is meant to be the swap's `deadline`. It reserves nothing; `minAmountOut` is what protects.",
  auth: "none",
  request: {
    query: z
      .object({
        tokenIn: symbol,
        tokenOut: symbol,
        amountIn: amount.optional(),
        amountOut: amount.optional(),
        slippage,
      })
      .refine((query) => (query.amountIn === undefined) !== (query.amountOut === undefined), {
        path: ["amountIn"],
        error: "give amountIn or amountOut, one of the two",
      }),
  },
  responses: { 200: { description: "The quote", body: swapQuote } },
  errors: [PairNotFound, IdenticalTokens, InvalidAmount, InvalidSlippage, InsufficientLiquidity],
  grants: { table: "read" },
});

export const swap = route({
  id: "defi.dex.swap",
  method: "POST",
  path: "/api/defi/dex/swap",
  family: "defi",
  summary: "Swap an exact input for the most that the best route gives",
  description:
    "All or nothing, as one journal entry, through at most three pools. Less than `minAmountOut` is `SLIPPAGE_EXCEEDED`; " +
    "later than `deadline` is `QUOTE_EXPIRED`, the deadline itself is still in time. 0.3 % of each pool's input stays in " +
    "it (governance may change this). A wallet of tokenOut that is not there is opened; without a wallet of tokenIn it is " +
    "`INSUFFICIENT_BALANCE`.",
  auth: "session",
  idempotent: true,
  request: {
    body: z.strictObject({
      tokenIn: symbol,
      tokenOut: symbol,
      amountIn: amount,
      minAmountOut: amount,
      deadline: instant.meta({ description: "ISO 8601", examples: ["2026-11-21T09:30:00.000Z"] }),
    }),
  },
  responses: {
    200: {
      description: "The swap was made",
      body: z.object({
        transactionHash: hash,
        tokenIn: z.string(),
        tokenOut: z.string(),
        amountIn: amount,
        amountOut: amount,
        fee: decimal("What the pools on the way kept together of amountIn, exactly"),
        priceImpact: decimal("Percent, as in the quote"),
        executedAt: timestamp,
      }),
    },
  },
  errors: [
    PairNotFound,
    IdenticalTokens,
    InvalidAmount,
    QuoteExpired,
    InsufficientLiquidity,
    SlippageExceeded,
    InsufficientBalance,
    WalletLimit,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const positions = route({
  id: "defi.dex.liquidity.positions",
  method: "GET",
  path: "/api/defi/dex/liquidity/positions",
  family: "defi",
  summary: "The caller's open liquidity positions",
  description:
    "A user has at most one position in a pair: adding to it again makes it larger. While no prices are known, " +
    "`currentValue` and `unclaimedFees` are `0.00`.",
  auth: "session",
  responses: {
    200: { description: "The positions", body: z.object({ positions: z.array(position) }) },
  },
  grants: { table: "read" },
});

export const addLiquidity = route({
  id: "defi.dex.liquidity.add",
  method: "POST",
  path: "/api/defi/dex/liquidity/add",
  family: "defi",
  summary: "Bring both tokens of a pair into its pool, for shares",
  description:
    "The pool takes one of the amounts whole and of the other what fits its ratio, as Uniswap v2's router does; where that is " +
    "less than amount / (1 + slippage), it is `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. The first to " +
    "bring liquidity sets the price; 1,000 base units of the first shares are locked for ever. Shares have the mean of the " +
    "tokens' decimals. Both wallets must be there and hold the amounts.",
  auth: "session",
  idempotent: true,
  request: {
    body: z.strictObject({
      pairId: z.string().trim().min(1).max(40),
      amount0: amount,
      amount1: amount,
      slippage,
    }),
  },
  responses: {
    200: {
      description: "The shares are the caller's",
      body: z.object({
        transactionHash: hash,
        lpTokensReceived: amount,
        poolShare: decimal(
          "Percent of the pool that the position has now, rounded down to at most 6 decimals",
        ),
        position,
      }),
    },
  },
  errors: [PairNotFound, InvalidAmount, InvalidSlippage, ImbalancedAmounts, InsufficientBalance],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const removeLiquidity = route({
  id: "defi.dex.liquidity.remove",
  method: "POST",
  path: "/api/defi/dex/liquidity/remove",
  family: "defi",
  summary: "Give shares back for their part of the pool, fees included",
  description:
    "Pays both tokens, rounded down. Less of one than its minimum is `SLIPPAGE_EXCEEDED`; more shares than the position has " +
    "is `INSUFFICIENT_BALANCE`. Somebody else's position, or a closed one, is a 404. A position without shares is closed and " +
    "no longer listed; adding to the pair again opens it anew.",
  auth: "session",
  idempotent: true,
  request: {
    body: z.strictObject({
      positionId: z.string().trim().min(1).max(80),
      lpTokens: amount,
      minAmount0: amount,
      minAmount1: amount,
    }),
  },
  responses: {
    200: {
      description: "The tokens are in the caller's wallets",
      body: z.object({
        transactionHash: hash,
        lpTokensBurned: amount,
        amount0: amount,
        amount1: amount,
        position: position.meta({ description: "With what is left of it" }),
      }),
    },
  },
  errors: [LiquidityPositionNotFound, InvalidAmount, InsufficientBalance, SlippageExceeded, WalletLimit],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
