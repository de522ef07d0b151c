import * as z from "zod";
import { trimmed } from "../../../core/kernel/text/schema.ts";
import { amount, ledgerWrite } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { staysOwn } from "../../proof.ts";
import { decimal, hash, slippage } from "../dex.ts";
import { addLiquidityErrors, removeLiquidityErrors } from "../errors.ts";

/**
 * Liquidity of the exchange: spec 2, sections 2.2 and 4.2. Amounts are decimal strings, in whole units of their token.
 */

const route = defineFamily({
  id: "defi.dex.liquidity",
  path: "/api/defi/dex/liquidity",
  family: "defi",
  auth: "session",
});

const positionId = z.string().meta({ examples: ["liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc"] });
const deposited = decimal("Deposited for the remaining shares");
const proceeds = decimal("Proceeds if all shares were removed now");

const position = z
  .object({
    id: positionId,
    pairId: z.string(),
    lpTokens: decimal("Shares of the pool; 0 if the position is closed"),
    token0Deposited: deposited,
    token1Deposited: deposited,
    token0Amount: proceeds,
    token1Amount: proceeds,
    currentValue: decimal(
      "US dollars, rounded down to at most 6 decimals: proceeds if all shares were removed now. `0.00` if no prices are known",
    ),
    unclaimedFees: decimal(
      "US dollars, rounded down to at most 6 decimals: the part of currentValue that swap fees earned since the deposit, by the growth " +
        "of sqrt(reserve0 x reserve1) per share. Paid out when shares are removed.",
    ),
  })
  .meta({ id: "DefiLiquidityPosition" });

export const positions = route({
  id: "positions",
  method: "GET",
  path: "/positions",
  summary: "List the caller's open liquidity positions",
  description:
    "A user has at most one position per pair. While no prices are known, `currentValue` and `unclaimedFees` are `0.00`.",
  response: { description: "The positions", body: z.object({ positions: z.array(position) }) },
  grants: { table: "read" },
});

export const add = route({
  ...ledgerWrite,
  id: "add",
  method: "POST",
  path: "/add",
  summary: "Add both tokens of a pair to its pool, for shares",
  description:
    "The pool takes one amount in full and the fitting part of the other, as Uniswap v2's router does. If that part is below amount / (1 + " +
    "slippage / 100), the request fails with `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. The first provider sets the " +
    "price, and 1,000 base units of the first shares are locked forever. Shares have the mean of the tokens' decimals. Both wallets must " +
    "hold the amounts.",
  idempotent: true,
  proof: staysOwn,
  request: {
    body: z.strictObject({
      pairId: trimmed(40).meta({ examples: ["BTC-USDC"] }),
      amount0: amount,
      amount1: amount,
      slippage,
    }),
  },
  response: {
    description: "The position with its new shares",
    body: z.object({
      transactionHash: hash,
      lpTokensReceived: amount,
      poolShare: decimal("Percent of the pool that the position has, rounded down to at most 6 decimals"),
      position,
    }),
  },
  errors: addLiquidityErrors,
});

export const remove = route({
  ...ledgerWrite,
  id: "remove",
  method: "POST",
  path: "/remove",
  summary: "Exchange shares for their part of the pool, fees included",
  description:
    "Pays both tokens, rounded down. Fails with `SLIPPAGE_EXCEEDED` if one amount is below its minimum, and with `INSUFFICIENT_BALANCE` for " +
    "more shares than the position has. A closed position, or another user's, is a 404. A position without shares is closed and no longer " +
    "listed; adding to the pair reopens it.",
  idempotent: true,
  proof: staysOwn,
  request: {
    body: z.strictObject({
      positionId: positionId.trim().min(1).max(80),
      lpTokens: amount,
      minAmount0: amount,
      minAmount1: amount,
    }),
  },
  response: {
    description: "The tokens are in the caller's wallets",
    body: z.object({
      transactionHash: hash,
      lpTokensBurned: amount,
      amount0: amount,
      amount1: amount,
      position: position.describe("The position after the removal"),
    }),
  },
  errors: removeLiquidityErrors,
});
