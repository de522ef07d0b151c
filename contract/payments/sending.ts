import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance, SameAccount } from "../../core/ledger/errors.ts";
import { AccountInDebt, KycLimitExceeded } from "../../core/policy/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../core/transfers/errors.ts";
import { WalletNotFound } from "../../core/wallets/errors.ts";

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
