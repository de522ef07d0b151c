import * as z from "zod";
import { amount, timestamp } from "../common.ts";

/** The objects of the exchange: spec 2, section 2.2. Amounts are decimal strings, in whole units of their token. */

export const symbol = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .transform((text) => text.toUpperCase())
  .meta({ description: "Symbol of a token, in any letter case", examples: ["BTC"] });

export const slippage = z
  .string()
  .trim()
  .max(20)
  .default("0.5")
  .meta({ description: "Tolerance in percent, 0 to 50", examples: ["0.5"] });

export const instant = z.iso.datetime({ offset: true });

export const decimal = (description: string) => z.string().meta({ description });

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

export const tradingPair = z
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

export const swapQuote = z
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
    minimumReceived: decimal("amountOut / (1 + slippage), rounded down: the `minAmountOut` of the swap"),
    maximumAmountIn: amount
      .optional()
      .meta({ description: "amountIn x (1 + slippage), rounded down; only of a quote by amountOut" }),
    route: z.array(z.string()).meta({ description: "Symbols from tokenIn to tokenOut" }),
    expiresAt: timestamp,
  })
  .meta({ id: "SwapQuote" });

const positionId = z.string().meta({ examples: ["liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });

export const position = z
  .object({
    id: positionId,
    pairId: z.string(),
    lpTokens: decimal("Shares of the pool; of a closed position 0"),
    token0Deposited: decimal("What was brought for the shares that are left"),
    token1Deposited: decimal("What was brought for the shares that are left"),
    currentValue: decimal(
      "US dollars, rounded down to at most 6 decimals: what removing all shares would give now. `0.00` while no prices are " +
        "known",
    ),
    unclaimedFees: decimal(
      "US dollars, rounded down to at most 6 decimals: the part of currentValue that swap fees earned since the shares " +
        "were deposited, by the growth of sqrt(reserve0 x reserve1) per share. Removing shares pays it out.",
    ),
  })
  .meta({ id: "LiquidityPosition" });

export const hash = z.string().meta({ description: "Hash of the journal entry" });
