import { defineError } from "../../kernel/errors.ts";

export const PairNotFound = defineError(
  "PAIR_NOT_FOUND",
  "not-found",
  "This trading pair does not exist. Check its id.",
  "Cette paire d'échange n'existe pas. Vérifiez son identifiant.",
);
export const IdenticalTokens = defineError(
  "IDENTICAL_TOKENS",
  "invalid",
  "A token cannot be swapped for itself. Choose two different tokens.",
  "Un jeton ne peut pas être échangé contre lui-même. Choisissez deux jetons différents.",
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
  "There is not enough liquidity for this swap. Try a smaller amount.",
  "La liquidité est insuffisante pour cet échange. Essayez un montant plus faible.",
);
export const SlippageExceeded = defineError(
  "SLIPPAGE_EXCEEDED",
  "invalid",
  "The price moved beyond your tolerance. Request a new quote, or increase the tolerance.",
  "Le cours a dépassé votre tolérance. Demandez un nouveau devis ou augmentez la tolérance.",
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
  "The amounts do not match the pool's ratio within your tolerance. Adjust them, or increase the tolerance.",
  "Les montants ne correspondent pas au ratio du pool dans la limite de votre tolérance. Ajustez-les ou augmentez la tolérance.",
);
export const LiquidityPositionNotFound = defineError(
  "LIQUIDITY_POSITION_NOT_FOUND",
  "not-found",
  "This liquidity position does not exist. Check its id.",
  "Cette position de liquidité n'existe pas. Vérifiez son identifiant.",
);
export const SwapNotFound = defineError(
  "SWAP_NOT_FOUND",
  "not-found",
  "This swap does not exist. Check its id.",
  "Cet échange n'existe pas. Vérifiez son identifiant.",
);
