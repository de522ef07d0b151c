import * as z from "zod";
import { StepUpRequired } from "../../core/identity/errors.ts";
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
import { amount as requested, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { afterReset } from "../proof.ts";
import { amount, asset, list as listOf, object, paging, shared, signedWriting, writing } from "./schemas.ts";
import { wallet, walletId } from "./wallets/schemas.ts";

/** Holds of the public API: PUBLIC.md, Versions. */

const route = defineFamily({ ...shared, id: "public.holds", path: "/v2/holds" });

const params = z.object({ id: z.string().meta({ examples: ["hld_01jd0000000000000000000000"] }) });
const expands = { wallet: { scope: "wallets:read", body: wallet } } as const;

const hold = object("hold", {
  wallet: walletId,
  asset,
  amount: amount("Amount held at first"),
  remaining: amount("Amount still held"),
  captured: amount("Amount paid so far"),
  status: z
    .enum(statuses)
    .describe(
      "`captured`: paid in full. `released`, `expired`: the rest is available again, by request or by time",
    ),
  expires_at: timestamp,
  description: z.string().nullable(),
});

const captured = hold
  .extend({ transfer: z.string().describe("The transfer that paid it") })
  .meta({ id: "CapturedHold" });

export const balance = object("balance", {
  wallet: walletId,
  asset,
  at: timestamp.describe("The instant of the balance"),
  balance: amount("Available and locked"),
  available: amount("Can be sent, swapped, staked, held or withdrawn"),
  locked: amount("Staked, farmed, or held"),
  holds: z.array(hold).nullable().describe("The open holds, oldest first; null for a past instant"),
});

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Hold money of a wallet",
  description:
    "Reserves money of a wallet until it is captured or released, or the hold expires. A wallet has at most " +
    `${MAX_OPEN} open holds; a hold expires within ${MAX_DAYS} days.`,
  scope: "wallets:write",
  request: {
    body: z.strictObject({
      wallet: walletId.max(100),
      amount: requested,
      expires_at: z.iso.datetime().meta({ examples: ["2026-12-01T12:00:00.000Z"] }),
      description: z.string().max(200).optional(),
    }),
  },
  response: { status: 201, description: "The hold", body: hold },
  errors: [WalletNotFound, InvalidAmount, InsufficientBalance, AccountInDebt, HoldLimit],
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
  response: { description: "The holds, newest first", body: listOf(hold) },
  expands,
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a hold",
  scope: "wallets:read",
  request: { params },
  response: { description: "The hold", body: hold },
  expands,
  errors: [HoldNotFound],
});

export const capture = route({
  ...signedWriting,
  id: "capture",
  method: "POST",
  path: "/{id}/capture",
  summary: "Pay a hold to a wallet",
  description:
    "Pays the rest of a hold, or a part of it, to another wallet of the same asset. The rules of transfers apply: the recipient's debt is " +
    "repaid first, live payments count against the limits of the sender's level, and a sender in debt cannot pay. Not possible from " +
    "`expires_at` on. In test mode it pays test receivers (see the guide to test mode). The request must be signed." +
    afterReset,
  scope: "transfers:write",
  request: {
    params,
    body: z.strictObject({ to_wallet: walletId.max(100), amount: requested.optional() }),
  },
  response: { description: "The hold after it, and the transfer", body: captured },
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
    StepUpRequired,
  ],
});

export const release = route({
  ...writing,
  id: "release",
  method: "POST",
  path: "/{id}/release",
  summary: "Release a hold",
  description:
    "Makes the rest of the hold available again. A debt of the owner in the asset is repaid from it first.",
  scope: "wallets:write",
  request: { params },
  response: { description: "The hold after it", body: hold },
  errors: [HoldNotFound, HoldClosed, HoldExpired],
});
