import type { Decimal } from "decimal.js";
import type { Asset } from "../../kernel/assets/index.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Price } from "../../prices/index.ts";
import type { Wallet } from "../../wallets/schema.ts";
import type { Pair } from "../exchange/pairs.ts";

/** A wallet and what it is worth, rounded down to cents. */
export interface ValuedWallet extends Wallet {
  readonly price: Price;
  readonly value: Value;
}

export interface Value {
  readonly usd: Decimal;
  readonly eur: Decimal;
}

type Amounts = { readonly amount0: BaseUnits; readonly amount1: BaseUnits };

/** What the shares of one pool would give if burned now: those that are free, and those in farms. */
export interface PoolHolding {
  readonly pair: Pair;
  readonly free: Amounts;
  readonly farmed: Amounts;
}

/** What somebody has beside the wallets, or reserved in them. */
export interface Placed {
  readonly pools: readonly PoolHolding[];
  /** Staked, in base units of the platform's token: it is held in its wallet. */
  readonly staked: BaseUnits;
}

/** What somebody has of an asset, wherever it is: in the wallet, staked, in pools or in farms. */
export interface AssetHolding {
  readonly asset: Asset;
  readonly amount: BaseUnits;
  readonly value: Value;
  /** Of the total, in percent with two decimals; all together 100, or 0 where nothing is worth anything. */
  readonly percent: string;
}

export interface Portfolio {
  readonly wallets: readonly ValuedWallet[];
  /** Of all that is in wallets. */
  readonly inWallets: Value;
  /** Of what is staked: a part of its wallet's value. */
  readonly staked: Value;
  /** Of shares of pools that are free, and of those in farms: beside the wallets. */
  readonly pooled: Value;
  readonly farmed: Value;
  /** Of the exact values of wallets and shares: never less than the sum of the rounded ones. */
  readonly total: Value;
  /** By asset, what is worth most first. */
  readonly holdings: readonly AssetHolding[];
  /** How much more it is worth in US dollars than the same would have been 24 hours ago. */
  readonly change24h: { readonly usd: Decimal; readonly percent: Decimal };
}
