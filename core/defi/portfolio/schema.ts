import type { Decimal } from "decimal.js";
import type { BaseUnits } from "../../kernel/money/index.ts";
import type { Wallet } from "../../ledger/wallets/schema.ts";
import type { Price } from "../../prices/index.ts";
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

export interface Portfolio {
  readonly wallets: readonly ValuedWallet[];
  /** Of what is staked: a part of its wallet's value. */
  readonly staked: Value;
  /** Of shares of pools that are free, and of those in farms: beside the wallets. */
  readonly pooled: Value;
  readonly farmed: Value;
  /** Of the exact values of wallets and shares: never less than the sum of the rounded ones. */
  readonly total: Value;
}
