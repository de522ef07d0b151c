import * as z from "zod";
import {
  AdjustmentLimit,
  ApprovalMismatch,
  ApprovalNotFound,
  OwnAdjustment,
  OwnWallet,
  SupplyExceeded,
  SuspenseExceeded,
} from "../../core/defi/adjustments/errors.ts";
import { operations } from "../../core/defi/adjustments/schema.ts";
import { FlagNotFound } from "../../core/flags/errors.ts";
import { pattern } from "../../core/kernel/ids/schema.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { rule } from "../../core/kernel/texts/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountClosed, AccountInDebt } from "../../core/policy/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";
import { CurrencyMismatch } from "../../core/transfers/errors.ts";
import {
  InvalidAddress,
  UnsupportedAsset,
  WalletExists,
  WalletLimit,
  WalletNotFound,
} from "../../core/wallets/errors.ts";
import { CONTENDED_SECONDS, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";

/** Wallets: spec 2, sections 2.1, 4.1 and 7. Amounts are JSON numbers here, as the specification asks. */

const route = defineFamily({
  id: "defi.wallets",
  path: "/api/defi/wallets",
  family: "defi",
  auth: "session",
});

const walletId = z
  .string()
  .regex(
    /^wal_[0-9a-z]{26}_[a-z0-9]{2,10}$/,
    rule(
      "must be a wallet id such as wal_01jd…_btc",
      "doit être l'identifiant d'un portefeuille, comme wal_01jd…_btc",
    ),
  );

const approvalId = z
  .string()
  .regex(
    pattern("approval"),
    rule(
      "must be the id of a pending approval such as apr_01jd…",
      "doit être l'identifiant d'une approbation en attente, comme apr_01jd…",
    ),
  );

const symbol = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .transform((text) => text.toUpperCase())
  .meta({ description: "Symbol of an asset, in any letter case", examples: ["BTC"] });

const assetRef = z.object({ symbol: z.string(), name: z.string() });

const owed = z.number().meta({
  description:
    "What the owner owes of the asset, for money that was taken back when it had been spent. It is paid of whatever comes " +
    "in; as long as it is above 0, outgoing movements are `ACCOUNT_IN_DEBT`",
});

const wallet = z
  .object({
    id: walletId,
    asset: assetRef.extend({ logoUrl: z.string(), network: z.string() }),
    balance: z.number().meta({ description: "Total, in whole units of the asset" }),
    lockedBalance: z
      .number()
      .meta({ description: "Locked in staking or farming, or a card payment that has not cleared" }),
    availableBalance: z.number().meta({ description: "balance minus lockedBalance" }),
    owed,
    value: z.object({ usd: z.number(), eur: z.number() }),
    price: z.object({
      usd: z.number(),
      eur: z.number(),
      change24h: z.number().meta({ description: "Percent" }),
    }),
    publicAddress: z.string().meta({ description: "Empty as long as none was given" }),
  })
  .meta({ id: "DefiWallet" });

const transaction = z
  .object({
    id: z.string(),
    type: z.string().meta({
      description:
        "DEPOSIT, WITHDRAWAL, LOCK, UNLOCK (a stake shows so), or a kind of movement and its direction, such as TRANSFER_IN, TOP_UP_IN, " +
        "SWAP_OUT, LIQUIDITY_ADD_OUT, LIQUIDITY_REMOVE_IN, UNSTAKE_IN, REWARD_IN, FARM_WITHDRAW_IN, TREASURY_TRANSFER_IN, CAPTURE_OUT, REVERSAL_IN",
    }),
    amount: z.number().meta({ description: "Never negative: the type says which way it went" }),
    from: z.string().meta({ description: "The wallet, or the platform's account, that the money came from" }),
    timestamp,
  })
  .meta({ id: "WalletTransaction" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "The caller's wallets with their valuation, and the portfolio's total",
  responses: {
    200: {
      description: "The wallets, oldest first",
      body: z.object({
        wallets: z.array(wallet),
        portfolio: z.object({ totalValueUsd: z.number(), totalValueEur: z.number() }),
      }),
    },
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "One wallet with its latest transactions and statistics",
  description:
    "Shows the 50 latest transactions. `stats` counts the wallet's whole history. Somebody else's wallet is a 404.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: {
      description: "The wallet",
      body: z.object({
        wallet: z.object({
          id: walletId,
          asset: assetRef,
          balance: z.number(),
          lockedBalance: z.number(),
          owed,
          publicAddress: z.string().meta({ description: "Empty as long as none was given" }),
          createdAt: timestamp,
        }),
        transactions: z.array(transaction),
        stats: z.object({
          totalDeposits: z.number(),
          totalWithdrawals: z.number(),
          transactionCount: z.int(),
        }),
      }),
    },
  },
  errors: [WalletNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Open a wallet: one per asset and user",
  description:
    "At most 10 wallets per user. `publicAddress` is validated for the asset's network, checksum included: Bitcoin's main " +
    "network, EIP-55, IBAN; a USD wallet takes none. Without one it is empty.",
  idempotent: true,
  request: {
    body: z.strictObject({
      assetSymbol: symbol,
      publicAddress: z.string().trim().min(1).max(128).optional(),
    }),
  },
  responses: {
    200: {
      description: "The new wallet",
      body: z.object({
        success: z.literal(true),
        message: z.string(),
        wallet: z.object({
          id: walletId,
          assetSymbol: z.string(),
          balance: z.number(),
          createdAt: timestamp,
        }),
      }),
    },
  },
  errors: [WalletExists, WalletLimit, UnsupportedAsset, InvalidAddress],
  grants: { table: "write" },
});

export const adjust = route({
  id: "adjust",
  method: "PUT",
  path: "/{id}",
  summary: "Deposit into or withdraw from a wallet, against the clearing account",
  description:
    "For EMPLOYE and ADMIN, on any wallet but their own (`OWN_WALLET`). The owner may use it only where " +
    "`FAUCET_ENABLED=true` (the local stage). `amount` is a JSON number, read exactly as written; a decimal string is taken " +
    "too, for amounts that a double cannot hold.\n\n" +
    "**Four eyes.** From a worth of 1,000 EUR on (`ADJUSTMENT_APPROVAL_EUR`, at the prices of now) the adjustment moves nothing " +
    "yet: the answer is 202 with a `pendingApproval`. Another member of staff who sends the same body with its id as " +
    "`approvalId` within 24 hours books it.\n\n" +
    "**Limit.** What one member of staff asks for and approves comes to at most 10,000 EUR (`ADJUSTMENT_DAILY_EUR`) in any 24 " +
    "hours; deposits and withdrawals add up.\n\n" +
    "The platform's own token comes out of the part of its supply that is outside the platform, and never more than that " +
    "(`SUPPLY_EXCEEDED`). The owner is told of every adjustment by staff.\n\n" +
    "**Out of suspense.** With a `flagId`, the id of a flag of the kind `suspense` (`GET /api/admin/queues/flagged`), a deposit is taken from what " +
    "has come for somebody whose account is erased, and a withdrawal from that person's wallet books what has left by the bank for it. Never more than " +
    "is left (`SUSPENSE_EXCEEDED`); once nothing is, the flag is resolved.",
  idempotent: true,
  request: {
    params: z.object({ id: z.string() }),
    body: z.strictObject({
      operation: z.enum(operations),
      amount: z.union([z.number().positive(), z.string().max(60)], {
        error: 'must be a number above 0, or a decimal string such as "12.50"',
      }),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .meta({ examples: ["Correction of a transfer booked twice"] }),
      flagId: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .meta({
          description: "The flag of money in suspense that it is taken from",
          examples: ["payment_intent:pi_3Nv"],
        }),
      approvalId: approvalId.optional().meta({
        description: "The adjustment of another member of staff that this one approves",
      }),
    }),
  },
  responses: {
    200: {
      description: "The wallet after the movement",
      body: z.object({
        success: z.literal(true),
        message: z.string(),
        wallet: z.object({ id: walletId, balance: z.number(), availableBalance: z.number() }),
      }),
    },
    202: {
      description: "Nothing has moved yet: a second member of staff must approve it",
      body: z.object({
        success: z.literal(true),
        message: z.string(),
        pendingApproval: z.object({ id: approvalId, expiresAt: timestamp }),
      }),
    },
  },
  errors: [
    WalletNotFound,
    InvalidAmount,
    InsufficientBalance,
    AccountInDebt,
    AccountClosed,
    OwnWallet,
    AdjustmentLimit,
    OwnAdjustment,
    ApprovalNotFound,
    ApprovalMismatch,
    SupplyExceeded,
    SuspenseExceeded,
    FlagNotFound,
    CurrencyMismatch,
    PricesStale,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
