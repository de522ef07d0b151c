import * as Assets from "../../kernel/assets/index.ts";
import { fail } from "../../kernel/errors.ts";
import { ULID } from "../../kernel/ids/schema.ts";
import { ledgerOf, type Owner, SANDBOX, tagOf } from "../../kernel/mode.ts";
import { PairNotFound } from "./errors.ts";

/** The complete list of the exchange's pairs. A new pair is one more line. */

export type Token = Assets.Asset;

export interface Pair {
  /** `BTC-USDC`: token0 and token1. */
  readonly id: string;
  readonly token0: Token;
  readonly token1: Token;
  /** The ledger's asset of the pool's shares. */
  readonly shareAsset: string;
  /** The mean of the tokens' decimals, floored: shares are counted in sqrt(amount0 x amount1). */
  readonly shareDecimals: number;
}

const native = Assets.native.symbol;

const symbols: readonly (readonly [string, string])[] = [
  ["BTC", "USDC"],
  ["ETH", "USDC"],
  ["EUR", "USDC"],
  ["USDC", "USD"],
  ["BTC", "ETH"],
  ["BTC", "EUR"],
  ["ETH", "EUR"],
  [native, "USDC"],
  [native, "EUR"],
  [native, "ETH"],
];

function pairOf([symbol0, symbol1]: readonly [string, string]): Pair {
  const [token0, token1] = [Assets.get(symbol0), Assets.get(symbol1)];
  const id = `${symbol0}-${symbol1}`;
  return {
    id,
    token0,
    token1,
    shareAsset: `LP-${id}`,
    shareDecimals: (token0.decimals + token1.decimals) >> 1,
  };
}

export const pairs: readonly Pair[] = symbols.map(pairOf);

const tokens = new Map(
  pairs.flatMap(({ token0, token1 }) => [token0, token1]).map((token) => [token.symbol, token]),
);
const byId = new Map(pairs.map((pair) => [pair.id, pair]));
const byShare = new Map(pairs.map((pair) => [pair.shareAsset, pair]));

/** Finds a pair by its id, upper or lower case. */
export const findPair = (id: string): Pair | undefined => byId.get(id.toUpperCase());

/** Returns a pair by an id from a request. @throws PAIR_NOT_FOUND */
export function mustFind(id: string): Pair {
  const pair = findPair(id);
  if (!pair) throw fail(PairNotFound, { details: { pairId: id.slice(0, 40) } });
  return pair;
}

/** Returns the pair of a stored id. @throws RangeError if it does not exist, which is a bug */
export function getPair(id: string): Pair {
  const pair = byId.get(id);
  if (!pair) throw new RangeError(`the exchange has no pair ${id}`);
  return pair;
}

export const pairOfShares = (asset: string): Pair | undefined => byShare.get(asset);

/** Finds a token by its symbol, upper or lower case. */
export const findToken = (symbol: string): Token | undefined => tokens.get(symbol.toUpperCase());

/** Returns the token of a stored symbol. @throws RangeError if it does not exist, which is a bug */
export function getToken(symbol: string): Token {
  const token = tokens.get(symbol);
  if (!token) throw new RangeError(`the exchange has no token ${symbol}`);
  return token;
}

export const tokenSymbols = (): string[] => [...tokens.keys()];

/** Returns the ledger account of a pool's reserves, one for each of its tokens. */
export const poolAccount = (pairId: string): string => `pool:${pairId}`;

/**
 * Returns the id of a user's only position in a pool: `liq_<the user's ULID>_<pair id in lower case>`. In a sandbox,
 * the sandbox's id precedes the ULID.
 */
export const positionId = ({ mode, userId }: Owner, pairId: string): string =>
  `liq_${tagOf(mode)}${userId.slice("usr_".length)}_${pairId.toLowerCase()}`;

const POSITION_ID = new RegExp(`^liq_(?:(${SANDBOX})_)?(${ULID})_([a-z0-9]{2,10}-[a-z0-9]{2,10})$`);

/** Parses a position's id. Undefined if it is not one. */
export function parsePositionId(id: string): (Owner & { readonly pairId: string }) | undefined {
  const [, sandbox, ulid, pair] = POSITION_ID.exec(id) ?? [];
  if (!ulid || !pair) return undefined;
  return { mode: ledgerOf(sandbox), userId: `usr_${ulid}`, pairId: pair.toUpperCase() };
}

/** Returns the ledger account of a position's shares. */
export const positionAccount = (id: string): string => `lp:${id}`;

/** The ledger account of the shares that a pool's first mint locks forever. */
export const LOCKED = "lp:locked";
