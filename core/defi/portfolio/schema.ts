import type { Decimal } from "decimal.js";
import type { Asset } from "../../kernel/assets/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Price } from "../../prices/index.ts";
import type { Wallet } from "../../wallets/schema.ts";
import type { Pair } from "../exchange/pairs.ts";

/** A wallet and its worth, rounded down to cents. */
export interface ValuedWallet extends Wallet {
  readonly price: Price;
  readonly value: Value;
}

export interface Value {
  readonly usd: Decimal;
  readonly eur: Decimal;
}

type Amounts = { readonly amount0: BaseUnits; readonly amount1: BaseUnits };

/** The current worth of a user's shares in one pool, in both tokens: outside farms, and in farms. */
export interface PoolHolding {
  readonly pair: Pair;
  readonly free: Amounts;
  readonly farmed: Amounts;
}

/** Assets outside the available balances of wallets. */
export interface Placed {
  readonly pools: readonly PoolHolding[];
  /** Base units of the platform's token, held in its wallet. */
  readonly staked: BaseUnits;
}

/** The total of an asset: in the wallet, staked, in pools and in farms. */
export interface AssetHolding {
  readonly asset: Asset;
  readonly amount: BaseUnits;
  readonly value: Value;
  /** Part of the total, in percent with two decimals. The sum is 100, or 0 if the total is 0. */
  readonly percent: string;
}

export interface Portfolio {
  readonly wallets: readonly ValuedWallet[];
  readonly inWallets: Value;
  /** A part of its wallet's value. */
  readonly staked: Value;
  /** Pool shares outside farms, and in farms. */
  readonly pooled: Value;
  readonly farmed: Value;
  /** The sum of the exact values of wallets and shares: at least the sum of the rounded ones. */
  readonly total: Value;
  /** By asset, most valuable first. */
  readonly holdings: readonly AssetHolding[];
  /** The gain in US dollars against the same amounts 24 hours ago. */
  readonly change24h: { readonly usd: Decimal; readonly percent: Decimal };
}
