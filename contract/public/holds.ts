import * as z from "zod";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance, SameAccount, WalletLimit } from "../../core/ledger/errors.ts";
import { AccountInDebt, KycLimitExceeded } from "../../core/policy/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";
import {
  CurrencyMismatch,
  HoldClosed,
  HoldExceeded,
  HoldExpired,
  HoldLimit,
  HoldNotFound,
  RecipientUnknown,
} from "../../core/transfers/errors.ts";
import { MAX_DAYS, MAX_OPEN, statuses } from "../../core/transfers/reservations/schema.ts";
import { WalletNotFound } from "../../core/wallets/errors.ts";
import { amount as amountField, CONTENDED_SECONDS } from "../common.ts";
import { defineFamily } from "../family.ts";
import { captured, hold, holdId } from "./holds/schemas.ts";
import { list as listOf, paging, shared } from "./schemas.ts";
import { wallet, walletId } from "./wallets/schemas.ts";

/** Holds of the public API: PUBLIC.md, Versions. */

const route = defineFamily({ ...shared, id: "public.holds", path: "/v2/holds" });

const params = z.object({ id: holdId });

export const create = route({
  id: "create",
  method: "POST",
  summary: "Hold money of a wallet",
  description:
    "What is held stays the wallet's, and nothing else can be done with it until it is captured, released, or its time is over. A wallet has at " +
    `most ${MAX_OPEN} open holds, and one ends within ${MAX_DAYS} days.`,
  scope: "wallets:write",
  idempotent: true,
  request: {
    body: z.strictObject({
      wallet: walletId.max(100),
      amount: amountField,
      expires_at: z.iso.datetime().meta({ examples: ["2026-12-01T12:00:00.000Z"] }),
      description: z.string().max(200).optional(),
    }),
  },
  responses: { 201: { description: "The hold", body: hold } },
  errors: [WalletNotFound, InvalidAmount, InsufficientBalance, AccountInDebt, HoldLimit],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const list = route({
  id: "list",
  method: "GET",
  summary: "List holds",
  scope: "wallets:read",
  request: {
    query: z.strictObject({
      ...paging,
      wallet: walletId.max(100).optional(),
      status: z.enum(statuses).optional(),
    }),
  },
  responses: { 200: { description: "The holds, newest first", body: listOf(hold) } },
  expands: { wallet: { scope: "wallets:read", body: wallet } },
  grants: { table: "read" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a hold",
  scope: "wallets:read",
  request: { params },
  responses: { 200: { description: "The hold", body: hold } },
  expands: { wallet: { scope: "wallets:read", body: wallet } },
  errors: [HoldNotFound],
  grants: { table: "read" },
});

export const capture = route({
  id: "capture",
  method: "POST",
  path: "/{id}/capture",
  summary: "Pay what is held to a wallet",
  description:
    "All that is left, or a part: the rest stays held. It is a transfer to another wallet of the same asset, by the same rules: what the " +
    "receiver owes is paid first, of the live ledger it counts against the limits of the sender's level, and it is refused while the sender owes. " +
    "From `expires_at` on nothing is captured. In test mode it goes to the test receivers (see the guide to test mode). The request is signed.",
  scope: "transfers:write",
  orSession: false,
  signed: true,
  idempotent: true,
  request: {
    params,
    body: z.strictObject({ to_wallet: walletId.max(100), amount: amountField.optional() }),
  },
  responses: { 200: { description: "The hold after it, and the transfer", body: captured } },
  errors: [
    HoldNotFound,
    HoldClosed,
    HoldExpired,
    HoldExceeded,
    InvalidAmount,
    SameAccount,
    RecipientUnknown,
    CurrencyMismatch,
    AccountInDebt,
    KycLimitExceeded,
    WalletLimit,
    PricesStale,
  ],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});

export const release = route({
  id: "release",
  method: "POST",
  path: "/{id}/release",
  summary: "Give back what is held",
  description:
    "All that is left of it is available again. What its owner owes of the asset is paid of it first.",
  scope: "wallets:write",
  idempotent: true,
  request: { params },
  responses: { 200: { description: "The hold after it", body: hold } },
  errors: [HoldNotFound, HoldClosed, HoldExpired],
  grants: { table: "write" },
  timeoutSeconds: CONTENDED_SECONDS,
});
