import * as z from "zod";
import { BeneficiaryLimit, BeneficiaryNotFound } from "../../core/banking/beneficiaries/errors.ts";
import { WithdrawalsUnavailable } from "../../core/banking/withdrawals/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountInDebt, KycLimitExceeded } from "../../core/policy/errors.ts";
import { CurrencyMismatch } from "../../core/transfers/errors.ts";
import { WalletNotFound } from "../../core/wallets/errors.ts";
import { CONTENDED_SECONDS, nextCursor, pageLimit, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { cardPaymentErrors } from "../payments/errors.ts";
import { sendingErrors } from "../payments/sending.ts";
import { account, transaction, transactionType } from "./schemas.ts";
import { accountId, newTopUp, newTransfer, newWithdrawal } from "./wallet/schemas.ts";

/** Accounts of the mobile app, and what moves in them: MOBILE.md, section Wallet. */

const route = defineFamily({
  id: "mobile.wallet",
  path: "/api/v1/mobile/wallet",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

export const accounts = route({
  id: "accounts",
  method: "GET",
  path: "/accounts",
  summary: "The caller's accounts",
  description: "One for each asset that the caller has. `balance` is what is available and what is locked.",
  responses: { 200: { description: "The accounts", body: z.object({ accounts: z.array(account) }) } },
  grants: { table: "read" },
});

const sum = z.object({ amount: z.number(), currency: z.string() });

export const balance = route({
  id: "balance",
  method: "GET",
  path: "/balance",
  summary: "What the caller's accounts come to in the preferred currency",
  description:
    "At the prices of now, rounded down to cents. An account whose asset has no price at the moment has a `value` of null, is no part " +
    "of the sums, and its currency is among `unpriced`.",
  responses: {
    200: {
      description: "The sums",
      body: z.object({
        total: sum,
        available: sum,
        accounts: z.array(
          z.object({
            id: z.string(),
            currency: z.string(),
            balance: z.number(),
            owed: z.number().meta({ description: "As the list of accounts has it: no part of the sums" }),
            value: z.number().nullable().meta({ description: "In the preferred currency" }),
          }),
        ),
        unpriced: z.array(z.string()),
        updatedAt: timestamp.meta({ description: "When the prices were" }),
      }),
    },
  },
  grants: { table: "read" },
});

export const transactions = route({
  id: "transactions",
  method: "GET",
  path: "/transactions",
  summary: "All that has moved in the caller's accounts, newest first",
  description:
    "Of every family, with payments, refunds and bank transfers that are pending, have failed, or were paid by card past the accounts. " +
    "`balance` runs: what the account had available after each. What begins by being held is one row under one id from then on: a purchase with an " +
    "issued card is a `payment` that is `pending` until the merchant has taken the money, then `completed` with what was taken, or `canceled` where nothing was; " +
    "a `withdrawal` likewise. What of it becomes free again does not come in: the next row's `balance` has it. What comes back later, as a refund or from the bank, " +
    "is a row of its own. A page goes on where the one before ended, whatever moved meanwhile; one that looks for a rare `type` may be shorter than " +
    "`limit` and go on: there is more as long as `nextCursor` is not null. People are named as they called themselves when it moved, never by address.",
  request: {
    query: z.strictObject({
      accountId: accountId.optional(),
      type: transactionType.optional(),
      from: z.iso.datetime().optional().meta({ description: "ISO 8601 in UTC, included" }),
      to: z.iso.datetime().optional().meta({ description: "ISO 8601 in UTC, included" }),
      limit: pageLimit,
      cursor: z.string().max(1000).optional().meta({ description: "`nextCursor` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({ transactions: z.array(transaction), nextCursor }),
    },
  },
  errors: [WalletNotFound],
  grants: { table: "read" },
});

export const transfer = route({
  id: "transfer",
  method: "POST",
  path: "/transfer",
  summary: "Send money to another user",
  description:
    "To an account's id, or to the e-mail address or the phone number of a user: exactly one of them. Both are of one currency, and the receiver's account is " +
    "opened where it is missing. An address and a number count once their owner has proven them " +
    "(`POST /api/v1/mobile/auth/verify-phone`): who merely entered somebody else's receives nothing by it. Whatever else is the matter with a receiver, the answer is `RECIPIENT_UNKNOWN`; an account tries at most 30 " +
    "addresses and phones an hour. What the receiver owes is paid first. Both are told. There is no fee. What is sent to others counts against the sender's limits (`GET /api/v1/mobile/identity/status`): " +
    "`KYC_LIMIT_EXCEEDED` says which is passed and what is left of it.",
  idempotent: true,
  stepUp: "above-100-eur",
  request: { body: newTransfer },
  responses: {
    200: {
      description: "Sent",
      body: z.object({
        transactionId: z.string(),
        status: z.literal("completed"),
        amount: z.number(),
        fee: z.number(),
        newBalance: z.number().meta({ description: "What the caller's account has available after it" }),
        recipient: z.object({
          name: z.string().nullable().meta({ description: "null of who has an address for a name" }),
        }),
      }),
    },
  },
  errors: [...sendingErrors],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const topup = route({
  id: "topup",
  method: "POST",
  path: "/topup",
  summary: "Top an account up by card",
  description:
    "With `cardId`, one of the caller's saved cards, or `paymentMethodId`, what the provider's SDK has made of a card: exactly one. The " +
    "account is credited once the provider has taken the money, mostly before the answer. `requires_action`: the card wants its holder's " +
    "consent, and the app goes on with `clientSecret` and the provider's SDK. `awaiting_approval`: amounts from 1,000.00, and from 200.00 of " +
    "accounts younger than 7 days, are taken once an administrator approves (the figures are settings); until then the card is only authorised. " +
    "The history has it as `top_up`; the provider takes at least 0.50. A refused card is a 402. Its worth in euro counts against the limits of the caller's level (`KYC_LIMIT_EXCEEDED`); what fails, is " +
    "called off or goes back gives its room back.",
  idempotent: true,
  request: { body: newTopUp },
  responses: {
    200: {
      description: "The payment",
      body: z.object({
        transactionId: z.string(),
        status: z.enum(["completed", "pending", "requires_action", "awaiting_approval", "canceled"]),
        amount: z.number(),
        currency: z.string(),
        clientSecret: z.string().optional(),
      }),
    },
  },
  errors: [...cardPaymentErrors, WalletNotFound, CurrencyMismatch, InvalidAmount],
  grants: { table: "write", secrets: ["STRIPE_SECRET_KEY"] },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const withdraw = route({
  id: "withdraw",
  method: "POST",
  path: "/withdraw",
  summary: "Withdraw euros to a bank account",
  description:
    "By SEPA credit transfer: to a kept beneficiary (`beneficiaryId`), or to an `iban` of the SEPA area with its holder's `beneficiaryName`, which is " +
    "kept as a beneficiary where it is new. The amount and the fee (`WITHDRAWAL_FEE_MINOR`, none unless set) are held at once and leave when the bank has " +
    "paid, mostly within a business day: until then the history has it as `pending`, then as `completed`. What the bank does not pay, or what " +
    "comes back, is given back whole, fee included: `failed` or `refunded`. The user is told of each step. It counts against the limits of the caller's level (`KYC_LIMIT_EXCEEDED`). `description` goes to the payee; characters that " +
    "banks do not take are replaced by those that they do.",
  idempotent: true,
  stepUp: { when: "the IBAN is new, or the amount above 100 EUR" },
  request: { body: newWithdrawal },
  responses: {
    200: {
      description: "The money is held, and the bank is being asked",
      body: z.object({
        transactionId: z.string(),
        status: z.literal("pending"),
        amount: z.number().meta({ description: "What arrives" }),
        fee: z.number(),
        newBalance: z.number().meta({ description: "What the account has available after it" }),
        beneficiaryId: z.string(),
      }),
    },
  },
  errors: [
    WithdrawalsUnavailable,
    WalletNotFound,
    CurrencyMismatch,
    InvalidAmount,
    InsufficientBalance,
    AccountInDebt,
    BeneficiaryNotFound,
    BeneficiaryLimit,
    KycLimitExceeded,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
