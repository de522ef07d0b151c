import * as z from "zod";
import { BeneficiaryNotFound } from "../../core/banking/beneficiaries/errors.ts";
import { NotWithdrawable, WithdrawalsUnavailable } from "../../core/banking/withdrawals/errors.ts";
import { StepUpRequired } from "../../core/identity/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountInDebt, KycLimitExceeded } from "../../core/policy/errors.ts";
import { InvalidRange, PricesStale } from "../../core/prices/errors.ts";
import {
  DepositsUnavailable,
  NoDepositAddress,
  UnsupportedAsset,
  WalletExists,
  WalletLimit,
  WalletNotFound,
} from "../../core/wallets/errors.ts";
import { label } from "../../core/wallets/schema.ts";
import { defineFamily } from "../family.ts";
import { afterReset, movesNothing } from "../proof.ts";
import { created, list as listOf, paging, shared, signedWriting, symbol } from "./schemas.ts";
import {
  depositAddress as depositAddressBody,
  newWithdrawal,
  transaction,
  transactionType,
  wallet,
  walletId,
  withdrawal,
} from "./wallets/schemas.ts";

/** Wallets of the public API: PUBLIC.md, Resources. */

const route = defineFamily({
  ...shared,
  id: "public.wallets",
  path: "/v1/wallets",
  scope: "wallets:read",
});

const params = z.object({ id: walletId });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List wallets",
  description: "Returns the caller's wallets with their worth: one per asset, at most 10.",
  request: { query: z.strictObject({ ...paging, asset: symbol.optional() }) },
  response: { description: "The wallets, newest first", body: listOf(wallet) },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Open a wallet",
  description: "Opens an empty wallet: one per asset, at most 10.",
  scope: "wallets:write",
  idempotent: true,
  proof: movesNothing,
  names: { assetSymbol: "asset" },
  request: { body: z.strictObject({ asset: symbol, label: label.optional() }) },
  response: { status: 201, description: "The new wallet", body: wallet },
  errors: [WalletExists, WalletLimit, UnsupportedAsset],
  grants: { table: "write" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a wallet",
  request: { params },
  response: { description: "The wallet", body: wallet },
  errors: [WalletNotFound],
});

export const transactions = route({
  id: "transactions",
  method: "GET",
  path: "/{id}/transactions",
  summary: "List a wallet's transactions",
  description:
    "Returns completed movements, with the available balance after each, and pending ones. A withdrawal is one transaction from the " +
    "request on, with its current status; `source` is its id.",
  request: {
    params,
    query: z.strictObject({ ...paging, type: transactionType.optional(), ...created }),
  },
  response: { description: "The transactions, newest first", body: listOf(transaction) },
  errors: [WalletNotFound, InvalidRange],
});

export const depositAddress = route({
  id: "deposit-address",
  method: "GET",
  path: "/{id}/deposit-address",
  summary: "Retrieve a wallet's deposit address",
  description:
    "Returns the IBAN of a euro wallet, or an address of the asset's network. It belongs to the wallet and never changes. Dollar wallets " +
    "have none (`NO_DEPOSIT_ADDRESS`): fund them by card, by swap or from another user. In test mode the address belongs to no bank, or to " +
    "the chain's test network.",
  request: { params },
  response: { description: "The address", body: depositAddressBody },
  errors: [WalletNotFound, NoDepositAddress, DepositsUnavailable],
});

export const withdraw = route({
  ...signedWriting,
  id: "withdraw",
  method: "POST",
  path: "/{id}/withdrawals",
  summary: "Withdraw from a wallet",
  description:
    "Sends euros to a bank account of the SEPA area, and other assets to an address of their network. Dollars cannot be withdrawn " +
    "(`ASSET_NOT_WITHDRAWABLE`). Amount and fee are held at first (`pending`), and leave once it is paid (`completed`). If it is not paid, or " +
    "a bank returns it, both are in the wallet again (`failed`). Each step is an event. The fee is fixed per asset and defaults to none. Live " +
    "withdrawals count against the limits of the account's level. In test mode nothing is paid: the destination decides the outcome, by the " +
    "sandbox's clock (see the guide to test mode). The request must be signed." +
    afterReset +
    " Every destination counts as new.",
  scope: "wallets:write",
  request: { params, body: newWithdrawal },
  response: { status: 201, description: "The money is held", body: withdrawal },
  errors: [
    KycLimitExceeded,
    PricesStale,
    WalletNotFound,
    NotWithdrawable,
    InvalidAmount,
    BeneficiaryNotFound,
    WithdrawalsUnavailable,
    InsufficientBalance,
    AccountInDebt,
    StepUpRequired,
  ],
});
