import * as z from "zod";
import { KycLimitExceeded } from "../../core/identity/kyc/limits/errors.ts";
import { email, phone } from "../../core/identity/schema.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { line } from "../../core/kernel/text/schema.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { AccountInDebt, InsufficientBalance, SameAccount } from "../../core/ledger/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../core/ledger/transfers/errors.ts";
import { WalletNotFound } from "../../core/ledger/wallets/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import * as limits from "../limits.ts";
import { account, transaction, transactionType } from "./schemas.ts";

/** Accounts of the mobile app, and what moves in them: MOBILE.md, section Wallet. */

const route = defineFamily({
  id: "mobile.wallet",
  path: "/api/v1/mobile/wallet",
  family: "mobile",
  auth: "mobile",
  limit: limits.mobile,
});

const accountId = z.string().max(100).meta({ description: "As the list of accounts has it" });

/** Read exactly as written. */
const amount = z
  .union(
    [z.number().positive(), z.string().max(60)],
    rule(
      'must be a number above 0, or a decimal string such as "12.50"',
      'doit être un nombre supérieur à 0, ou un texte décimal comme "12.50"',
    ),
  )
  .meta({ description: "In whole units of the currency", examples: [12.5] });

const currency = z
  .string()
  .max(10)
  .meta({ examples: ["EUR"] });

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
    "`balance` runs: what the account had available after each. `hold` and `release` change what is available, not what the " +
    "account has. A page goes on where the one before ended, whatever moved meanwhile; one that looks for a rare `type` may be shorter than " +
    "`limit` and go on: there is more as long as `nextCursor` is not null. People are named as they call themselves, never by address.",
  request: {
    query: z.strictObject({
      accountId: accountId.optional(),
      type: transactionType.optional(),
      from: z.iso.datetime().optional().meta({ description: "ISO 8601 in UTC, included" }),
      to: z.iso.datetime().optional().meta({ description: "ISO 8601 in UTC, included" }),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().max(1000).optional().meta({ description: "`nextCursor` of the page before" }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      body: z.object({ transactions: z.array(transaction), nextCursor: z.string().nullable() }),
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
    "To an account's id, to the e-mail address or to the phone of a user: exactly one of them. Both are of one currency, and the receiver's account is " +
    "opened where it is missing. An address counts once its owner has proven it; a phone, which nobody proves, where one account alone has it and its " +
    "owner's identity was checked. Whatever else is the matter with a receiver, the answer is `RECIPIENT_UNKNOWN`; an account tries at most 30 " +
    "addresses and phones an hour. What the receiver owes is paid first. Both are told. There is no fee. What is sent to others counts against the sender's limits (`GET /api/v1/mobile/identity/status`): " +
    "`KYC_LIMIT_EXCEEDED` says which is passed and what is left of it.",
  idempotent: true,
  stepUp: "above-100-eur",
  request: {
    body: z
      .strictObject({
        fromAccountId: accountId,
        toAccountId: accountId.optional(),
        toEmail: email.optional(),
        toPhone: phone.optional(),
        amount,
        currency,
        description: line.max(140).default("").meta({ description: "Both read it in their history" }),
      })
      .refine(
        ({ toAccountId, toEmail, toPhone }) =>
          [toAccountId, toEmail, toPhone].filter((to) => to !== undefined).length === 1,
        rule(
          "must name one receiver: toAccountId, toEmail or toPhone",
          "doit nommer un seul destinataire : toAccountId, toEmail ou toPhone",
        ),
      )
      .meta({
        examples: [
          {
            fromAccountId: "wal_01kaf3v7m8q2w5x9y1z4b6c8d0_eur",
            toEmail: "ben@example.com",
            amount: 12.5,
            currency: "EUR",
            description: "Lunch",
          },
        ],
      }),
  },
  responses: {
    200: {
      description: "Sent",
      body: z.object({
        transactionId: z.string(),
        status: z.literal("completed"),
        amount: z.number(),
        fee: z.number(),
        newBalance: z.number().meta({ description: "What the caller's account has available after it" }),
      }),
    },
  },
  errors: [
    KycLimitExceeded,
    PricesStale,
    WalletNotFound,
    CurrencyMismatch,
    InvalidAmount,
    InsufficientBalance,
    AccountInDebt,
    RecipientUnknown,
    SameAccount,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
