import * as z from "zod";
import { BeneficiaryLimit, BeneficiaryNotFound } from "../../core/banking/beneficiaries/errors.ts";
import { WithdrawalsUnavailable } from "../../core/banking/withdrawals/errors.ts";
import { TransactionNotFound } from "../../core/history/schema.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { trimmed } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountInDebt, KycLimitExceeded } from "../../core/policy/errors.ts";
import { CurrencyMismatch } from "../../core/transfers/errors.ts";
import { UnsupportedAsset, WalletNotFound } from "../../core/wallets/errors.ts";
import { ledgerWrite, nextCursor, pagedBy, providerLedgerWrite, symbol, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { cardPaymentErrors, sendingErrors } from "../payments/errors.ts";
import { afterReset, paidByCard } from "../proof.ts";
import {
  account,
  accountId,
  detailedTransaction,
  direction,
  shared,
  transaction,
  transactionStatus,
  transactionType,
} from "./schemas.ts";
import { newTopUp, newTransfer, newWithdrawal } from "./wallet/schemas.ts";

/** Accounts of the mobile app and their movements: MOBILE.md, section Wallet. */

const route = defineFamily({ ...shared, id: "mobile.wallet", path: "/api/v1/mobile/wallet" });

export const accounts = route({
  id: "accounts",
  method: "GET",
  path: "/accounts",
  summary: "List the caller's accounts",
  description: "Returns one account for each asset. `balance` includes locked money.",
  response: { description: "The accounts", body: z.object({ accounts: z.array(account) }) },
});

const needsConfirmation = z.boolean().describe("Whether the request without `preview` needs a proof");

const sum = z.object({ amount: z.number(), currency: z.string() });

export const balance = route({
  id: "balance",
  method: "GET",
  path: "/balance",
  summary: "Retrieve the total of the caller's accounts in the preferred currency",
  description:
    "Uses current prices and rounds down to cents. An account whose asset has no price has a `value` of null and is not part of the " +
    "totals; its currency is in `unpriced`.",
  response: {
    description: "The totals",
    body: z.object({
      total: sum,
      available: sum,
      accounts: z.array(
        z.object({
          id: z.string(),
          currency: z.string(),
          balance: z.number(),
          owed: z.number().describe("As in the list of accounts; not part of the totals"),
          value: z.number().nullable().describe("In the preferred currency"),
        }),
      ),
      unpriced: z.array(z.string()),
      updatedAt: timestamp.describe("The time of the prices"),
    }),
  },
});

const amountBound = z
  .string()
  .regex(
    /^(?:0|[1-9]\d{0,19})(?:\.\d{1,18})?$/,
    rule(
      "must be a decimal such as 12.50, with at most 20 digits before the point and 18 after it",
      "doit être un nombre décimal comme 12.50, avec au plus 20 chiffres avant le point et 18 après",
    ),
  )
  .meta({ description: "In whole units of each transaction's currency, inclusive", examples: ["12.50"] });

const bound = z.iso.datetime().optional().describe("ISO 8601 in UTC, inclusive");

export const transactions = route({
  id: "transactions",
  method: "GET",
  path: "/transactions",
  summary: "List the movements of the caller's accounts, newest first",
  description:
    "Includes pending and failed payments, refunds and bank transfers, and card payments that bypassed the accounts. `balance` is the " +
    "available balance after each. Money that is held first stays one row under one id: a purchase with an issued card is a `payment` that is " +
    "`pending` until the merchant takes the money, then `completed` with the amount taken, or `canceled`; likewise a `withdrawal`. Released " +
    "money has no row of its own, but is in the next row's `balance`. Refunds and returned transfers are rows of their own. A page with a " +
    "filter may be shorter than `limit`, or empty: a request reads at most 500 movements. Continue while `nextCursor` is not null, with the same filters: a cursor " +
    "is only valid with those of its list. People appear by their name at the time, never by address.",
  request: {
    query: z.strictObject({
      accountId: accountId.optional(),
      q: trimmed(100)
        .optional()
        .describe(
          "Words of the description or the counterparty, in any order and letter case, with or without accents. All must be there",
        ),
      type: transactionType.optional(),
      direction: direction.optional(),
      status: transactionStatus.optional(),
      currency: symbol.optional(),
      minAmount: amountBound.optional(),
      maxAmount: amountBound.optional(),
      from: bound,
      to: bound,
      ...pagedBy(),
    }),
  },
  response: { description: "A page", body: z.object({ transactions: z.array(transaction), nextCursor }) },
  errors: [WalletNotFound, UnsupportedAsset],
});

export const readTransaction = route({
  id: "read-transaction",
  method: "GET",
  path: "/transactions/{id}",
  summary: "Retrieve a transaction in full",
  description:
    "By the `id` of the list, or the `transactionId` of the request that caused it. A top-up has the id of its request until the account is credited, then " +
    "the id of the account's movement; both find it.",
  request: { params: z.object({ id: z.string().min(1).max(100) }) },
  response: { description: "The transaction", body: detailedTransaction },
  errors: [TransactionNotFound],
});

export const transfer = route({
  ...ledgerWrite,
  id: "transfer",
  method: "POST",
  path: "/transfer",
  summary: "Send money to another user",
  description:
    "Name one recipient: an account's id, a user's verified email address or phone number (`POST /api/v1/mobile/auth/verify-phone`), or a stored payee. The " +
    "recipient's account of that currency is opened if it is missing. For any problem with the recipient the error is `RECIPIENT_UNKNOWN`; an " +
    "account can try 30 addresses and numbers an hour. The recipient's debt is repaid first. Both sides are notified. There is no fee. " +
    "With `preview` it returns the recipient's first name and initial instead, with the same errors except those of the limits: show it to the user first, " +
    "then repeat the request without. Transfers count against the sender's limits (`GET /api/v1/mobile/identity/status`); `KYC_LIMIT_EXCEEDED` names the limit and the remaining amount." +
    afterReset,
  idempotent: true,
  proof: "above-allowance",
  request: { body: newTransfer },
  response: {
    description: "The completed transfer or the preview",
    body: z.discriminatedUnion("status", [
      z.object({
        transactionId: z.string(),
        status: z.literal("completed"),
        amount: z.number(),
        fee: z.number(),
        newBalance: z.number().describe("The available balance of the caller's account after it"),
        recipient: z.object({
          name: z.string().nullable().describe("Null if the recipient's name is an address"),
        }),
      }),
      z.object({
        status: z.literal("preview"),
        amount: z.number(),
        fee: z.number(),
        recipient: z.object({
          name: z.string().meta({
            description: "The first name and the initial of the last, or a masked email address",
            examples: ["Ada L."],
          }),
        }),
        needsConfirmation,
      }),
    ]),
  },
  errors: [...sendingErrors, BeneficiaryNotFound],
});

export const topup = route({
  ...providerLedgerWrite,
  id: "topup",
  method: "POST",
  path: "/topup",
  summary: "Top up an account by card",
  description:
    "Name either `cardId`, a saved card, or `paymentMethodId` from the provider's SDK. The account is credited once the provider has taken the " +
    "money, usually before the response. `requires_action`: the cardholder must consent; continue with `clientSecret` and the provider's SDK. " +
    "`awaiting_approval`: amounts from 1,000.00, and from 200.00 for accounts younger than 7 days, are only authorised until an administrator " +
    "approves (the figures are settings). The history shows it as `top_up`. The minimum is 0.50; a declined card is a 402. It counts against " +
    "the limits of the caller's level (`KYC_LIMIT_EXCEEDED`) unless it fails, is canceled or refunded.",
  idempotent: true,
  proof: paidByCard,
  request: { body: newTopUp },
  response: {
    description: "The payment",
    body: z.object({
      transactionId: z.string(),
      status: z.enum(["completed", "pending", "requires_action", "awaiting_approval", "canceled"]),
      amount: z.number(),
      currency: z.string(),
      clientSecret: z.string().optional(),
    }),
  },
  errors: [...cardPaymentErrors, WalletNotFound, CurrencyMismatch, InvalidAmount],
});

export const withdraw = route({
  ...ledgerWrite,
  id: "withdraw",
  method: "POST",
  path: "/withdraw",
  summary: "Withdraw euros to a bank account",
  description:
    "Sends a SEPA credit transfer to a stored beneficiary (`beneficiaryId`), or to an `iban` with its holder's `beneficiaryName`, which is stored " +
    "as a beneficiary. Amount and fee (`WITHDRAWAL_FEE_MINOR`, none by default) are held until the bank has paid, usually within a business day: " +
    "the history shows `pending`, then `completed`. A rejected or returned transfer is refunded in full, fee included: `failed` or `refunded`. The " +
    "user is notified of each step. It counts against the limits of the caller's level (`KYC_LIMIT_EXCEEDED`). `description` goes to the payee; " +
    "characters that banks do not accept are replaced. With `preview` it returns payee and fee instead, and moves and stores nothing." +
    afterReset,
  idempotent: true,
  proof: { when: "the IBAN is new, or the amount exceeds the allowance of a transfer" },
  request: { body: newWithdrawal },
  response: {
    description: "The money is held, and the request is sent to the bank; or the preview",
    body: z.discriminatedUnion("status", [
      z.object({
        transactionId: z.string(),
        status: z.literal("pending"),
        amount: z.number().describe("Amount that arrives"),
        fee: z.number(),
        newBalance: z.number().describe("The available balance of the account after it"),
        beneficiaryId: z.string(),
      }),
      z.object({
        status: z.literal("preview"),
        amount: z.number().describe("Amount that arrives"),
        fee: z.number().describe("Held in addition to the amount"),
        recipient: z.object({ name: z.string(), iban: z.string() }),
        needsConfirmation,
      }),
    ]),
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
});
