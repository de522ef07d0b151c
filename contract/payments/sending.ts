import { KycLimitExceeded } from "../../core/identity/kyc/limits/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { AccountInDebt, InsufficientBalance, SameAccount } from "../../core/ledger/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../core/ledger/transfers/errors.ts";
import { WalletNotFound } from "../../core/ledger/wallets/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";

/** What every route answers that sends money from an account to somebody. */
export const sendingErrors = [
  KycLimitExceeded,
  PricesStale,
  WalletNotFound,
  CurrencyMismatch,
  InvalidAmount,
  InsufficientBalance,
  AccountInDebt,
  RecipientUnknown,
  SameAccount,
] as const;
