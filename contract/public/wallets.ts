import * as z from "zod";
import { BeneficiaryNotFound } from "../../core/banking/beneficiaries/errors.ts";
import { NotWithdrawable, WithdrawalsUnavailable } from "../../core/banking/withdrawals/errors.ts";
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
import { CONTENDED_SECONDS } from "../common.ts";
import { defineFamily } from "../family.ts";
import { created, list as listOf, paging, shared, symbol } from "./schemas.ts";
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

const route = defineFamily({ ...shared, id: "public.wallets", path: "/v1/wallets" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List wallets",
  description: "The caller's wallets with what they are worth: one per asset, at most 10.",
  scope: "wallets:read",
  request: { query: z.strictObject({ ...paging, asset: symbol.optional() }) },
  responses: { 200: { description: "The wallets, newest first", body: listOf(wallet) } },
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Open a wallet",
  description: "A wallet is opened empty. There is one per asset, and at most 10.",
  scope: "wallets:write",
  idempotent: true,
  names: { assetSymbol: "asset" },
  request: { body: z.strictObject({ asset: symbol, label: label.optional() }) },
  responses: { 201: { description: "The new wallet", body: wallet } },
  errors: [WalletExists, WalletLimit, UnsupportedAsset],
  grants: { table: "write" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a wallet",
  scope: "wallets:read",
  request: { params: z.object({ id: walletId }) },
  responses: { 200: { description: "The wallet", body: wallet } },
  errors: [WalletNotFound],
  grants: { table: "read" },
});

export const transactions = route({
  id: "transactions",
  method: "GET",
  path: "/{id}/transactions",
  summary: "List a wallet's transactions",
  description:
    "All that moved in the wallet, with what it had available after each, and what is on its way. A withdrawal is told once, from when it was asked " +
    "for on, with what became of it since: `source` is its id.",
  scope: "wallets:read",
  request: {
    params: z.object({ id: walletId }),
    query: z.strictObject({ ...paging, type: transactionType.optional(), ...created }),
  },
  responses: { 200: { description: "The transactions, newest first", body: listOf(transaction) } },
  errors: [WalletNotFound, InvalidRange],
  grants: { table: "read" },
});

export const depositAddress = route({
  id: "deposit-address",
  method: "GET",
  path: "/{id}/deposit-address",
  summary: "Retrieve where a wallet is paid in",
  description:
    "The IBAN of a wallet in euros, and an address of the chain for other networks: each wallet has one of its own that never changes. Dollars have " +
    "none (`NO_DEPOSIT_ADDRESS`): the ACH network pays by account and routing number, which the bank does not give here; they come by card, by swap " +
    "or from another user. In test mode addresses are those of no bank and of the chain's test network: nothing can be lost there.",
  scope: "wallets:read",
  request: { params: z.object({ id: walletId }) },
  responses: { 200: { description: "The address", body: depositAddressBody } },
  errors: [WalletNotFound, NoDepositAddress, DepositsUnavailable],
  grants: { table: "read" },
});

export const withdraw = route({
  id: "withdraw",
  method: "POST",
  path: "/{id}/withdrawals",
  summary: "Withdraw from a wallet",
  description:
    "Euros go to a bank account of the SEPA area, other assets to an address of their network; dollars are not withdrawn (`ASSET_NOT_WITHDRAWABLE`). " +
    "The amount and the fee are held at once: `pending`. They leave once it is paid, `completed`; what is not paid, or what a bank sends back, is in the wallet " +
    "again, fee included: `failed`. Each step is an event, and the wallet's transactions have it with its id as `source`. The fee is fixed by the asset, none " +
    "unless the platform sets one, whatever the network takes. Live withdrawals count against the limits of the account's level. In test mode nothing is " +
    "paid: the destination decides what becomes of it, by the sandbox's clock (see the guide to test mode). The request is signed.",
  scope: "wallets:write",
  orSession: false,
  signed: true,
  idempotent: true,
  request: { params: z.object({ id: walletId }), body: newWithdrawal },
  responses: { 201: { description: "The money is held", body: withdrawal } },
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
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
