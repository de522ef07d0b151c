import type { Asset } from "../kernel/assets/index.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import { named } from "../kernel/text/schema.ts";
import type { HistoryLine } from "../ledger/schema.ts";

/** A user's wallet of one asset. */
export interface Wallet {
  readonly id: string;
  readonly asset: Asset;
  readonly available: BaseUnits;
  readonly held: BaseUnits;
  /** The owner's debt in the asset, which the next credit pays. */
  readonly owed: BaseUnits;
  /** The owner's address or account on the asset's network; empty if not stated. */
  readonly publicAddress: string;
  /** For deposits by bank transfer; undefined if not possible. */
  readonly iban?: string | undefined;
  /** The owner's name for it. */
  readonly label?: string | undefined;
  readonly createdAt: string;
}

/** The owner's name for a wallet. */
export const label = named.min(1).max(100);

/** Returns whether a wallet is the default one, which an app shows first. */
export const isDefault = ({ asset }: Pick<Wallet, "asset">): boolean => asset.symbol === "EUR";

/** Sums over the wallet's whole history. */
export interface Stats {
  readonly totalDeposits: BaseUnits;
  readonly totalWithdrawals: BaseUnits;
  readonly transactionCount: number;
}

export interface WalletDetail {
  readonly wallet: Wallet;
  /** Newest first. */
  readonly transactions: readonly HistoryLine[];
  readonly stats: Stats;
}
