import { StepUpRequired } from "../../core/identity/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance, SameAccount } from "../../core/ledger/errors.ts";
import { CardNotActive, CardNotFound } from "../../core/payments/cards/errors.ts";
import {
  OwnPayee,
  PayeeCurrency,
  PayeeNotActive,
  PayeeNotFound,
} from "../../core/payments/payments/errors.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { AccountInDebt, KycLimitExceeded } from "../../core/policy/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../core/transfers/errors.ts";
import { WalletNotFound } from "../../core/wallets/errors.ts";

/** Errors about the merchant to be paid. */
export const payeeErrors = [PayeeNotFound, PayeeNotActive, PayeeCurrency, OwnPayee] as const;

/** Errors of every route that makes a payment by card. */
export const cardPaymentErrors = [
  ...pspErrors,
  KycLimitExceeded,
  PricesStale,
  CardNotFound,
  CardNotActive,
  ...payeeErrors,
] as const;

/** Errors of every route that sends money from an account to another user. */
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
  StepUpRequired,
] as const;
