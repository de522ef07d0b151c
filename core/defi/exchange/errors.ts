import { defineError } from "../../kernel/errors.ts";

export const PairNotFound = defineError(
  "PAIR_NOT_FOUND",
  "not-found",
  "The exchange has no such pair.",
  "La bourse n'a pas cette paire.",
);
export const IdenticalTokens = defineError(
  "IDENTICAL_TOKENS",
  "invalid",
  "A token is not swapped for itself. Choose two different ones.",
  "Un jeton ne s'échange pas contre lui-même. Choisissez-en deux différents.",
);
export const InvalidSlippage = defineError(
  "INVALID_SLIPPAGE",
  "invalid",
  'slippage must be a percentage from 0 to 50 with at most 4 decimals, such as "0.5".',
  'slippage doit être un pourcentage de 0 à 50 avec 4 décimales au plus, comme "0.5".',
);
export const InsufficientLiquidity = defineError(
  "INSUFFICIENT_LIQUIDITY",
  "invalid",
  "The pools hold too little for this swap. Try a smaller amount.",
  "Les pools ne contiennent pas assez pour cet échange. Essayez un montant plus petit.",
);
export const SlippageExceeded = defineError(
  "SLIPPAGE_EXCEEDED",
  "invalid",
  "The price moved beyond your tolerance. Ask for a new quote, or accept less.",
  "Le cours a dépassé votre tolérance. Demandez un nouveau devis, ou acceptez moins.",
);
export const QuoteExpired = defineError(
  "QUOTE_EXPIRED",
  "invalid",
  "The quote expired. Request a new one.",
  "Le devis a expiré. Demandez-en un nouveau.",
);
export const ImbalancedAmounts = defineError(
  "IMBALANCED_AMOUNTS",
  "invalid",
  "The amounts do not match the pool's ratio within your tolerance.",
  "Les montants ne correspondent pas à la proportion du pool, dans la limite de votre tolérance.",
);
export const LiquidityPositionNotFound = defineError(
  "LIQUIDITY_POSITION_NOT_FOUND",
  "not-found",
  "There is no such liquidity position.",
  "Cette position de liquidité n'existe pas.",
);
export const SwapNotFound = defineError(
  "SWAP_NOT_FOUND",
  "not-found",
  "There is no such swap.",
  "Cet échange n'existe pas.",
);
