import type { Decimal } from "decimal.js";
import type { Wallet } from "../../ledger/wallets/schema.ts";
import type { Price } from "../../prices/index.ts";

/** A wallet and what it is worth, rounded down to cents. */
export interface ValuedWallet extends Wallet {
  readonly price: Price;
  readonly value: Value;
}

export interface Value {
  readonly usd: Decimal;
  readonly eur: Decimal;
}

export interface Portfolio {
  readonly wallets: readonly ValuedWallet[];
  /** Of the exact values: never less than the sum of the rounded ones. */
  readonly total: Value;
}
