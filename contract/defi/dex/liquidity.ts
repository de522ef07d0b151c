import * as z from "zod";
import {
  ImbalancedAmounts,
  InvalidSlippage,
  LiquidityPositionNotFound,
  PairNotFound,
  SlippageExceeded,
} from "../../../core/defi/exchange/errors.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../../core/ledger/errors.ts";
import { AccountInDebt } from "../../../core/policy/errors.ts";
import { WalletLimit } from "../../../core/wallets/errors.ts";
import { amount, CONTENDED_SECONDS } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { decimal, hash, slippage } from "./schemas.ts";

/**
 * Liquidity of the exchange: spec 2, sections 2.2 and 4.2. Amounts are decimal strings, in whole units of
 * their token.
 */

const route = defineFamily({
  id: "defi.dex.liquidity",
  path: "/api/defi/dex/liquidity",
  family: "defi",
  auth: "session",
});

const positionId = z.string().meta({ examples: ["liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });

const position = z
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
  .meta({ id: "DefiLiquidityPosition" });

export const positions = route({
  id: "positions",
  method: "GET",
  path: "/positions",
  summary: "The caller's open liquidity positions",
  description:
    "A user has at most one position in a pair: adding to it again makes it larger. While no prices are known, " +
    "`currentValue` and `unclaimedFees` are `0.00`.",
  responses: {
    200: { description: "The positions", body: z.object({ positions: z.array(position) }) },
  },
  grants: { table: "read" },
});

export const add = route({
  id: "add",
  method: "POST",
  path: "/add",
  summary: "Bring both tokens of a pair into its pool, for shares",
  description:
    "The pool takes one of the amounts whole and of the other what fits its ratio, as Uniswap v2's router does; where that is " +
    "less than amount / (1 + slippage / 100), it is `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. The first to " +
    "bring liquidity sets the price; 1,000 base units of the first shares are locked for ever. Shares have the mean of the " +
    "tokens' decimals. Both wallets must be there and hold the amounts.",
  idempotent: true,
  request: {
    body: z.strictObject({
      pairId: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .meta({ examples: ["BTC-USDC"] }),
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
  errors: [
    PairNotFound,
    InvalidAmount,
    InvalidSlippage,
    ImbalancedAmounts,
    InsufficientBalance,
    AccountInDebt,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const remove = route({
  id: "remove",
  method: "POST",
  path: "/remove",
  summary: "Give shares back for their part of the pool, fees included",
  description:
    "Pays both tokens, rounded down. Less of one than its minimum is `SLIPPAGE_EXCEEDED`; more shares than the position has " +
    "is `INSUFFICIENT_BALANCE`. Somebody else's position, or a closed one, is a 404. A position without shares is closed and " +
    "no longer listed; adding to the pair again opens it anew.",
  idempotent: true,
  request: {
    body: z.strictObject({
      positionId: z
        .string()
        .trim()
        .min(1)
        .max(80)
        .meta({ examples: ["liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] }),
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
