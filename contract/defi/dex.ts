import * as z from "zod";
import { rule } from "../../core/kernel/texts/index.ts";
import { amount, DECIMAL_PATTERN, ledgerWrite, symbol, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { staysOwn } from "../proof.ts";
import { quoteErrors, swapErrors } from "./errors.ts";

/**
 * The exchange: spec 2, sections 2.2, 4.2, 7 and 8. Amounts are decimal strings, in whole units of their token.
 */

const route = defineFamily({
  id: "defi.dex",
  path: "/api/defi/dex",
  family: "defi",
  auth: "none",
  limit: limits.publicRead,
  grants: { table: "read" },
});

export const slippage = z
  .string()
  .max(20)
  .default("0.5")
  .meta({
    description:
      "Tolerance in percent, 0 to 50. As in Uniswap's SDK, the minimum output is the quoted one divided by 1 + slippage / 100: at 25 an " +
      "output of 100 may fall to 80, at 0.5 to 99.5024…",
    examples: ["0.5"],
    pattern: DECIMAL_PATTERN,
  });

export const decimal = (description: string) => z.string().describe(description);

export const hash = z.string().describe("Hash of the journal entry");

const tokenSymbol = symbol.describe("Symbol of a token, in any letter case");

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
    priceChange24h: decimal("Percent, since the first swap of the last 24 hours"),
    volume24h: decimal("US dollars: token1's side of the swaps of the last 24 hours, at its current price"),
    tvl: decimal("US dollars: both reserves at current prices"),
    apy: decimal("Percent a year: the providers' 5/6 of the fees of the last 24 hours x 365 / tvl"),
  })
  .meta({ id: "TradingPair" });

const swapQuote = z
  .object({
    tokenIn: z.string(),
    tokenOut: z.string(),
    amountIn: amount,
    amountOut: amount,
    priceImpact: decimal(
      "Percent, rounded up to 4 decimals: how much less you get than at the pools' prices before, fee included",
    ),
    fee: decimal(
      "The exact fee of all pools on the route, part of amountIn; it may have more decimals than tokenIn",
    ),
    minimumReceived: decimal(
      "amountOut / (1 + slippage / 100), rounded down: the `minAmountOut` of the swap",
    ),
    maximumAmountIn: amount
      .optional()
      .describe("amountIn x (1 + slippage / 100), rounded down; only for a quote by amountOut"),
    route: z.array(z.string()).describe("Symbols from tokenIn to tokenOut"),
    expiresAt: timestamp,
  })
  .meta({ id: "SwapQuote" });

export const pairs = route({
  id: "pairs",
  method: "GET",
  path: "/pairs",
  summary: "List trading pairs with their reserves, prices and last 24 hours",
  description:
    "Pairs without liquidity are listed with zeros. Figures of the last 24 hours are rolling and up to 3 seconds old, reserves and prices " +
    "up to two seconds. A token without a known price counts as worthless, which lowers `volume24h`, `tvl` and `apy`.",
  cache: { seconds: 1 },
  response: { description: "The pairs", body: z.object({ pairs: z.array(tradingPair) }) },
});

export const quote = route({
  id: "quote",
  method: "GET",
  path: "/quote",
  summary: "Quote a swap by the best route",
  description:
    "Give `amountIn`, or `amountOut` for the input that yields at least that. The best route leads through at most three pools. A token " +
    "without a pair is a 404 `PAIR_NOT_FOUND`. A quote is valid for 30 seconds: use `expiresAt` as the swap's `deadline`. Its reserves " +
    "may be two seconds old and nothing is reserved: protect the swap by `minAmountOut`.",
  cache: { seconds: 1 },
  request: {
    query: z
      .object({
        tokenIn: tokenSymbol,
        tokenOut: tokenSymbol,
        amountIn: amount.optional(),
        amountOut: amount.optional(),
        slippage,
      })
      .refine((query) => (query.amountIn === undefined) !== (query.amountOut === undefined), {
        path: ["amountIn"],
        error: rule(
          "or amountOut is required, but not both",
          "ou amountOut est obligatoire, mais pas les deux",
        ),
      }),
  },
  response: { description: "The quote", body: swapQuote },
  errors: quoteErrors,
});

export const swap = route({
  ...ledgerWrite,
  id: "swap",
  method: "POST",
  path: "/swap",
  summary: "Swap an exact input for the best output",
  description:
    "The swap is one journal entry through at most three pools, all or nothing. It fails with `SLIPPAGE_EXCEEDED` below `minAmountOut`, and " +
    "with `QUOTE_EXPIRED` after `deadline`. 0.3 % of each pool's input stays in it (governance may change this). A missing wallet of " +
    "tokenOut is opened; without a wallet of tokenIn it fails with `INSUFFICIENT_BALANCE`. A caller in debt can only swap into the asset " +
    "owed (`ACCOUNT_IN_DEBT`); the output repays the debt first, so the wallet may receive less than `amountOut`.",
  auth: "session",
  idempotent: true,
  proof: staysOwn,
  request: {
    body: z.strictObject({
      tokenIn: tokenSymbol,
      tokenOut: tokenSymbol,
      amountIn: amount,
      minAmountOut: amount,
      deadline: z.iso
        .datetime({ offset: true })
        .meta({ description: "ISO 8601", examples: ["2026-11-21T09:30:00.000Z"] }),
    }),
  },
  response: {
    description: "The completed swap",
    body: z.object({
      transactionHash: hash,
      tokenIn: z.string(),
      tokenOut: z.string(),
      amountIn: amount,
      amountOut: amount,
      fee: decimal("The exact fee of all pools on the route, part of amountIn"),
      priceImpact: decimal("Percent, as in the quote"),
      executedAt: timestamp,
    }),
  },
  errors: swapErrors,
});
