import { type ErrorDefinition, fail, type SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text as inBoth, type Text } from "../../kernel/texts/index.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import type { AccountState } from "../../ledger/schema.ts";
import { PoolError, type Reason } from "./engine/amounts.ts";
import { IdenticalTokens, InsufficientLiquidity, InvalidSlippage, PairNotFound } from "./errors.ts";
import { findToken, type Token, tokenSymbols } from "./pairs.ts";

/** Parses the fields of requests and translates the engine's rejections for the caller. */

/** @throws PAIR_NOT_FOUND if no pair has the token */
function tokenOf(symbol: string): Token {
  const token = findToken(symbol);
  if (token) return token;
  throw fail(PairNotFound, {
    message: inBoth(
      `The token ${symbol.slice(0, 20)} is not traded here. Choose a token of the pairs.`,
      `Le jeton ${symbol.slice(0, 20)} n'est pas négocié ici. Choisissez un jeton des paires.`,
    ),
    details: { token: symbol.slice(0, 20), tokens: tokenSymbols() },
  });
}

/** @throws PAIR_NOT_FOUND, IDENTICAL_TOKENS */
export function tokensOfSwap(symbolIn: string, symbolOut: string): readonly [Token, Token] {
  const [tokenIn, tokenOut] = [tokenOf(symbolIn), tokenOf(symbolOut)];
  if (tokenIn.symbol === tokenOut.symbol) {
    const { symbol } = tokenOut;
    const message = inBoth(`must be a token other than ${symbol}`, `doit être un autre jeton que ${symbol}`);
    throw fail(IdenticalTokens, { details: { token: symbol, fields: [{ field: "tokenOut", message }] } });
  }
  return [tokenIn, tokenOut];
}

/** Parses a minimum, in base units. It may be zero. @throws INVALID_AMOUNT */
export const parseMinimum = (field: string, text: string, decimals: number): bigint =>
  Money.inField(field, () => Money.parse(text, decimals));

/** @throws INSUFFICIENT_BALANCE if the wallet has less than the amount, or does not exist */
export function assertBalance(
  wallet: AccountState | undefined,
  { symbol, decimals }: Token,
  amount: bigint,
): void {
  const available = wallet?.available ?? 0n;
  if (available < amount) throw insufficient(amount, available, symbol, decimals);
}

/** Returns the error for a balance that is too small. */
export const insufficient = (
  required: bigint,
  available: bigint,
  currency: string,
  decimals: number,
  message?: Text,
): SvcError =>
  fail(InsufficientBalance, {
    message,
    details: { ...formatAmounts({ required, available }, decimals), currency },
  });

/** Formats amounts for the details of an error. */
export const formatAmounts = (amounts: Readonly<Record<string, bigint>>, decimals: number) =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, Money.format(amount, decimals)]));

const SLIPPAGE_DECIMALS = 4;
const MAX_PERCENT = 50n;

/** Parses a tolerance in percent as a fraction. @throws INVALID_SLIPPAGE */
export function slippageOf(percent: string): Money.Fraction {
  const whole = 10n ** BigInt(SLIPPAGE_DECIMALS);
  const [match] = /^\d{1,3}(\.\d{1,4})?$/.exec(percent) ?? [];
  const units =
    match === undefined ? undefined : Money.parse(match.replace(/^0+(?=\d)/, ""), SLIPPAGE_DECIMALS);
  if (units === undefined || units > MAX_PERCENT * whole) {
    const message = inBoth(
      'must be a percentage from 0 to 50 with at most 4 decimals, such as "0.5"',
      'doit être un pourcentage de 0 à 50 avec 4 décimales au plus, comme "0.5"',
    );
    throw fail(InvalidSlippage, {
      details: { slippage: percent.slice(0, 20), fields: [{ field: "slippage", message }] },
    });
  }
  return [units, 100n * whole];
}

const TOO_SMALL = inBoth(
  "The amount is too small: it rounds down to zero. Enter a larger amount.",
  "Le montant est trop faible : il est arrondi à zéro. Saisissez un montant plus élevé.",
);

/** The caller's error for each rejection. Any other rejection is a bug. */
const errors: Partial<Record<Reason, readonly [ErrorDefinition, Text?]>> = {
  INSUFFICIENT_LIQUIDITY: [InsufficientLiquidity],
  INSUFFICIENT_INPUT_AMOUNT: [Money.InvalidAmount, TOO_SMALL],
  INSUFFICIENT_AMOUNT: [Money.InvalidAmount, TOO_SMALL],
  INSUFFICIENT_LIQUIDITY_MINTED: [
    Money.InvalidAmount,
    inBoth(
      "The amounts are too small for a share of the pool. Enter larger amounts.",
      "Les montants sont trop faibles pour une part du pool. Saisissez des montants plus élevés.",
    ),
  ],
  INSUFFICIENT_LIQUIDITY_BURNED: [
    Money.InvalidAmount,
    inBoth(
      "So few shares are worth nothing in one of the tokens. Enter a larger amount.",
      "Si peu de parts ne valent rien dans l'un des jetons. Saisissez un montant plus élevé.",
    ),
  ],
  OVERFLOW: [
    Money.InvalidAmount,
    inBoth(
      "The amount is too large for the pool. Enter a smaller amount.",
      "Le montant est trop élevé pour le pool. Saisissez un montant plus faible.",
    ),
  ],
};

/** Runs a function of the engine and translates its rejection. @throws INSUFFICIENT_LIQUIDITY, INVALID_AMOUNT */
export function translateRejection<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const [definition, message] = (error instanceof PoolError && errors[error.reason]) || [];
    if (!definition) throw error;
    throw fail(definition, { message, cause: error });
  }
}
