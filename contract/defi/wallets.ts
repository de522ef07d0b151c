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
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { trimmed } from "../../core/kernel/text/schema.ts";
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
import { done, idOf, ledgerWrite, symbol, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { adjustWallet } from "../limits.ts";
import { movesNothing } from "../proof.ts";

/** Wallets: spec 2, sections 2.1, 4.1 and 7. Amounts are JSON numbers here, as the specification requires. */

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
const approvalId = idOf("approval");

const assetRef = z.object({ symbol: z.string(), name: z.string() });
const publicAddress = z.string().describe("Empty if none was set");

const owed = z
  .number()
  .describe(
    "The owner's debt in the asset, after reversed payments. Incoming money repays it first; while it is above 0, outgoing " +
      "movements fail with `ACCOUNT_IN_DEBT`",
  );

const wallet = z
  .object({
    id: walletId,
    asset: assetRef.extend({ logoUrl: z.string(), network: z.string() }),
    balance: z.number().describe("Total, in whole units of the asset"),
    lockedBalance: z.number().describe("Staked, farmed, or held for a card payment"),
    availableBalance: z.number().describe("balance minus lockedBalance"),
    owed,
    value: z.object({ usd: z.number(), eur: z.number() }),
    price: z.object({ usd: z.number(), eur: z.number(), change24h: z.number().describe("Percent") }),
    publicAddress,
  })
  .meta({ id: "DefiWallet" });

const transaction = z
  .object({
    id: z.string(),
    type: z
      .string()
      .describe(
        "DEPOSIT, WITHDRAWAL, LOCK and UNLOCK (by stakes), or a kind of movement and its direction, such as TRANSFER_IN, TOP_UP_IN, SWAP_OUT, " +
          "LIQUIDITY_ADD_OUT, LIQUIDITY_REMOVE_IN, UNSTAKE_IN, REWARD_IN, FARM_WITHDRAW_IN, TREASURY_TRANSFER_IN, CAPTURE_OUT, REVERSAL_IN",
      ),
    amount: z.number().describe("Never negative: the type states the direction"),
    from: z.string().describe("The wallet or platform account that the money came from"),
    timestamp,
  })
  .meta({ id: "WalletTransaction" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List the caller's wallets with their worth, and the portfolio's total",
  response: {
    description: "The wallets, oldest first",
    body: z.object({
      wallets: z.array(wallet),
      portfolio: z.object({ totalValueUsd: z.number(), totalValueEur: z.number() }),
    }),
  },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a wallet with its latest transactions and statistics",
  description:
    "Returns the 50 latest transactions; `stats` covers the whole history. Another user's wallet is a 404.",
  request: { params: z.object({ id: z.string() }) },
  response: {
    description: "The wallet",
    body: z.object({
      wallet: z.object({
        id: walletId,
        asset: assetRef,
        balance: z.number(),
        lockedBalance: z.number(),
        owed,
        publicAddress,
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
  errors: [WalletNotFound],
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Open a wallet: one per asset and user",
  description:
    "A user has at most 10 wallets. `publicAddress` is validated for the asset's network, including its checksum: Bitcoin's main network, " +
    "EIP-55, IBAN. A USD wallet has none.",
  idempotent: true,
  proof: movesNothing,
  request: {
    body: z.strictObject({
      assetSymbol: symbol,
      publicAddress: trimmed(128).optional(),
    }),
  },
  response: {
    description: "The new wallet",
    body: done.extend({
      wallet: z.object({
        id: walletId,
        assetSymbol: z.string(),
        balance: z.number(),
        createdAt: timestamp,
      }),
    }),
  },
  errors: [WalletExists, WalletLimit, UnsupportedAsset, InvalidAddress],
  grants: { table: "write" },
});

export const adjust = route({
  ...ledgerWrite,
  id: "adjust",
  method: "PUT",
  path: "/{id}",
  summary: "Deposit into or withdraw from a wallet, against the clearing account",
  description:
    "For EMPLOYE and ADMIN, on any wallet but their own (`OWN_WALLET`). The owner may use it only if `FAUCET_ENABLED=true` (the local stage). " +
    "`amount` is a JSON number, read exactly as written, or a decimal string for amounts that a double cannot hold.\n\n" +
    "**Four eyes.** From a worth of 1,000 EUR (`ADJUSTMENT_APPROVAL_EUR`, at current prices) nothing moves at first: the response is 202 with " +
    "a `pendingApproval`. Another staff member books it by sending the same body with its id as `approvalId` within 24 hours.\n\n" +
    "**Limit.** A staff member's requests and approvals add up to at most 10,000 EUR (`ADJUSTMENT_DAILY_EUR`) in any 24 hours.\n\n" +
    "**Proof.** Staff need a recent proof (403 `STEP_UP_REQUIRED`), so that a stolen token moves no customer's money.\n\n" +
    "The platform's own token comes from the part of its supply that is outside the platform (`SUPPLY_EXCEEDED`). The owner is notified of " +
    "every adjustment by staff.\n\n" +
    "**Suspense.** With a `flagId`, the id of a flag of kind `suspense` (`GET /api/admin/queues/flagged`), a deposit is taken from money received " +
    "for an erased user, and a withdrawal books money that the bank has paid out for that user. At most the remaining amount (`SUSPENSE_EXCEEDED`); the flag " +
    "is resolved when nothing is left.",
  idempotent: true,
  proof: { when: "the caller is staff" },
  limit: adjustWallet,
  request: {
    params: z.object({ id: z.string() }),
    body: z.strictObject({
      operation: z.enum(operations),
      amount: z.union([z.number().positive(), z.string().max(60)], {
        error: 'must be a number above 0, or a decimal string such as "12.50"',
      }),
      reason: trimmed(500).meta({ examples: ["Correction of a transfer booked twice"] }),
      flagId: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .meta({ description: "The flag of the money in suspense", examples: ["payment_intent:pi_3Nv"] }),
      approvalId: approvalId.optional().describe("The pending adjustment that this request approves"),
    }),
  },
  responses: {
    200: {
      description: "The wallet after the movement",
      body: done.extend({
        wallet: z.object({ id: walletId, balance: z.number(), availableBalance: z.number() }),
      }),
    },
    202: {
      description: "Nothing has moved yet: a second staff member must approve it",
      body: done.extend({ pendingApproval: z.object({ id: approvalId, expiresAt: timestamp }) }),
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
});
