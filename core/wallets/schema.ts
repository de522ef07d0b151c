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
  /** What its owner owes of the asset: it is paid of whatever comes in. */
  readonly owed: BaseUnits;
  /** The owner's address or account on the asset's network; empty as long as none was given. */
  readonly publicAddress: string;
  /** By which money comes in by bank transfer; undefined where it cannot. */
  readonly iban?: string | undefined;
  /** What its owner calls it; undefined where it has no name. */
  readonly label?: string | undefined;
  readonly createdAt: string;
}

/** What an owner may call a wallet. */
export const label = named.min(1).max(100);

/** Whether it is the wallet that stands for its owner's money where none is named: an app shows it first. */
export const isDefault = ({ asset }: Pick<Wallet, "asset">): boolean => asset.symbol === "EUR";

/** Over the wallet's whole history. */
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
