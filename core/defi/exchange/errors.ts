import { defineError } from "../../kernel/errors.ts";

export const PairNotFound = defineError("PAIR_NOT_FOUND", "not-found", "The exchange has no such pair.");
export const IdenticalTokens = defineError(
  "IDENTICAL_TOKENS",
  "invalid",
  "tokenIn and tokenOut are the same token. Choose two different ones.",
);
export const InvalidSlippage = defineError(
  "INVALID_SLIPPAGE",
  "invalid",
  'slippage must be a percentage from 0 to 50 with at most 4 decimals, such as "0.5".',
);
export const InsufficientLiquidity = defineError(
  "INSUFFICIENT_LIQUIDITY",
  "invalid",
  "The pools hold too little for this swap. Try a smaller amount.",
);
export const SlippageExceeded = defineError(
  "SLIPPAGE_EXCEEDED",
  "invalid",
  "The price moved beyond your tolerance. Ask for a new quote, or accept less.",
);
export const QuoteExpired = defineError("QUOTE_EXPIRED", "invalid", "The quote expired. Request a new one.");
export const ImbalancedAmounts = defineError(
  "IMBALANCED_AMOUNTS",
  "invalid",
  "The amounts do not match the pool's ratio within your tolerance.",
);
export const LiquidityPositionNotFound = defineError(
  "LIQUIDITY_POSITION_NOT_FOUND",
  "not-found",
  "There is no such liquidity position.",
);
