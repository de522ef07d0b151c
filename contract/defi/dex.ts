import * as z from "zod";
import {
  IdenticalTokens,
  InsufficientLiquidity,
  InvalidSlippage,
  PairNotFound,
  QuoteExpired,
  SlippageExceeded,
} from "../../core/defi/exchange/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountInDebt } from "../../core/policy/errors.ts";
import { WalletLimit } from "../../core/wallets/errors.ts";
import { amount, CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { decimal, hash, slippage } from "./dex/schemas.ts";

/**
 * The exchange: spec 2, sections 2.2, 4.2, 7 and 8. Amounts are decimal strings, in whole units of their
 * token.
 */

const route = defineFamily({
  id: "defi.dex",
  path: "/api/defi/dex",
  family: "defi",
  auth: "none",
  limit: limits.publicRead,
});

/**
 * The objects of the exchange: spec 2, section 2.2. Amounts are decimal strings, in whole units of their
 * token.
 */

const symbol = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .transform((text) => text.toUpperCase())
  .meta({ description: "Symbol of a token, in any letter case", examples: ["BTC"] });

const instant = z.iso.datetime({ offset: true });

const token = z
  .object({
    symbol: z.string(),
    address: decimal(
      "Stable: `0x` and the last 20 bytes of the Keccak-256 of `svc/token/<SYMBOL>`, with the checksum of EIP-55",
    ),
    decimals: z.int(),
    name: z.string().optional(),
    logoUrl: z.string().optional(),
  })
  .meta({ id: "Token" });

const tradingPair = z
  .object({
    id: z.string().meta({ examples: ["BTC-USDC"] }),
    token0: token,
    token1: token,
    reserve0: amount,
    reserve1: amount,
    price: decimal("token1 for one token0: reserve1 / reserve0"),
    priceChange24h: decimal("Percent, against the reserves before the first swap of the last 24 hours"),
    volume24h: decimal("US dollars: token1's side of each swap of the last 24 hours, at token1's price now"),
    tvl: decimal("US dollars: both reserves at their prices now"),
    apy: decimal(
      "Percent a year: what providers earned of the fees of the last 24 hours (5/6 of them) x 365 / tvl",
    ),
  })
  .meta({ id: "TradingPair" });

const swapQuote = z
  .object({
    tokenIn: z.string(),
    tokenOut: z.string(),
    amountIn: amount,
    amountOut: amount,
    priceImpact: decimal(
      "Percent, rounded up to 4 decimals: how much less it gives than the pools' prices before it, the fee included",
    ),
    fee: decimal(
      "What the pools on the way keep together of amountIn, exactly: it may have more decimals than tokenIn",
    ),
    minimumReceived: decimal(
      "amountOut / (1 + slippage / 100), rounded down: the `minAmountOut` of the swap",
    ),
    maximumAmountIn: amount
      .optional()
      .meta({ description: "amountIn x (1 + slippage / 100), rounded down; only of a quote by amountOut" }),
    route: z.array(z.string()).meta({ description: "Symbols from tokenIn to tokenOut" }),
    expiresAt: timestamp,
  })
  .meta({ id: "SwapQuote" });

export const pairs = route({
  id: "pairs",
  method: "GET",
  path: "/pairs",
  summary: "Every trading pair with its reserves, price and last 24 hours",
  description:
    "A pair without liquidity is listed with zeros. The last 24 hours are rolling, to the millisecond; their figures may be " +
    "3 seconds old, reserves and prices a second or two. A token without a known price counts as worth nothing: `volume24h`, `tvl` " +
    "and `apy` are then lower, and `0.00` while no prices are known at all.",
  cache: { seconds: 1 },
  responses: { 200: { description: "The pairs", body: z.object({ pairs: z.array(tradingPair) }) } },
  grants: { table: "read" },
});

export const quote = route({
  id: "quote",
  method: "GET",
  path: "/quote",
  summary: "What a swap would give now, by the best route",
  description:
    "By `amountIn`, or by `amountOut` for the input that gives at least that; one of the two. The best route leads through " +
    "at most three pools. A token that no pair has is a 404 `PAIR_NOT_FOUND`. A quote is valid for 30 seconds: its " +
    "`expiresAt` is meant to be the swap's `deadline`. It is of reserves that may be a second or two old, and holds nothing " +
    "back; `minAmountOut` is what protects.",
  cache: { seconds: 1 },
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
        error: rule(
          "must be given, or amountOut in its place: one of the two, not both",
          "doit être donné, ou amountOut à sa place : l'un des deux, pas les deux",
        ),
      }),
  },
  responses: { 200: { description: "The quote", body: swapQuote } },
  errors: [PairNotFound, IdenticalTokens, InvalidAmount, InvalidSlippage, InsufficientLiquidity],
  grants: { table: "read" },
});

export const swap = route({
  id: "swap",
  method: "POST",
  path: "/swap",
  summary: "Swap an exact input for the most that the best route gives",
  description:
    "All or nothing, as one journal entry, through at most three pools. Less than `minAmountOut` is `SLIPPAGE_EXCEEDED`; " +
    "later than `deadline` is `QUOTE_EXPIRED`, the deadline itself is still in time. 0.3 % of each pool's input stays in " +
    "it (governance may change this). A wallet of tokenOut that is not there is opened; without a wallet of tokenIn it is " +
    "`INSUFFICIENT_BALANCE`. Who owes money (`ACCOUNT_IN_DEBT`, with the sums) swaps only into what he owes; what comes " +
    "out pays the debt first, so the wallet may get less than `amountOut`.",
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
    AccountInDebt,
    InsufficientBalance,
    WalletLimit,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
