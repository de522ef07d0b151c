import * as z from "zod";
import { SupplyExceeded } from "../../core/defi/adjustments/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { DAY_SECONDS } from "../../core/kernel/time.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { TestKeyRequired } from "../../core/sandboxes/errors.ts";
import { UnsupportedAsset, WalletLimit } from "../../core/wallets/errors.ts";
import { amount as requested, timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { sandboxOnly } from "../proof.ts";
import { amount, asset, object, shared, symbol, writing } from "./schemas.ts";
import { walletId } from "./wallets/schemas.ts";

/**
 * Routes of test mode: PUBLIC.md, Test mode. A key `svc_test_…` acts in its owner's sandbox, a separate ledger with
 * all that the live one has.
 */

const route = defineFamily({
  ...shared,
  orSession: false,
  id: "public.test",
  path: "/v1/test",
  errors: [TestKeyRequired],
});

const testId = z.string().meta({
  description: "The sandbox's id, which changes with a reset",
  examples: ["test_01jd0000000000000000000000_1"],
});

const testClock = object("test_clock", {
  id: testId,
  now: timestamp.describe("The time of the sandbox"),
  offset_seconds: z.int().describe("How far it is ahead of the platform's time"),
  status: z
    .enum(["ready", "advancing"])
    .describe("`advancing` while due operations are executed in the order of their times"),
});

export const clock = route({
  id: "clock",
  method: "GET",
  path: "/clock",
  summary: "Retrieve the sandbox's clock",
  scope: "wallets:read",
  responses: { 200: { description: "The clock", body: testClock } },
  grants: { table: "write" },
});

export const advance = route({
  ...writing,
  proof: sandboxOnly,
  id: "advance",
  method: "POST",
  path: "/clock",
  summary: "Move the sandbox's clock forward",
  description:
    "Moves the clock forward by at most two years. Everything that falls due is executed at its time and in order: proposals begin, end " +
    "and are executed, stakes unlock. If that takes long, `status` is `advancing`, and the rest completes within minutes. Rate limits, " +
    "idempotency keys, signatures, webhooks and prices follow the platform's time.",
  scope: "wallets:write",
  request: {
    body: z.strictObject({
      advance_seconds: z
        .int()
        .min(1)
        .max(2 * 365 * DAY_SECONDS)
        .meta({ examples: [86_400] }),
    }),
  },
  responses: { 200: { description: "The clock", body: testClock } },
});

export const reset = route({
  ...writing,
  proof: sandboxOnly,
  id: "reset",
  method: "POST",
  path: "/reset",
  summary: "Reset the sandbox",
  description:
    "Starts a new sandbox with empty wallets, fresh pools and the platform's time. Ids of the previous sandbox are 404 from then on. " +
    "Idempotency keys are not reset.",
  scope: "wallets:write",
  responses: { 200: { description: "The new sandbox", body: object("test_sandbox", { id: testId }) } },
});

export const faucet = route({
  ...writing,
  proof: sandboxOnly,
  id: "faucet",
  method: "POST",
  path: "/faucet",
  summary: "Fill a wallet of the sandbox",
  description: "Creates test money. A missing wallet of the asset is opened.",
  scope: "wallets:write",
  names: { assetSymbol: "asset" },
  request: { body: z.strictObject({ asset: symbol, amount: requested }) },
  responses: {
    201: {
      description: "The money is in the wallet",
      body: object("faucet_grant", { wallet: walletId, asset, amount: amount("Amount created") }),
    },
  },
  errors: [
    TestKeyRequired,
    UnsupportedAsset,
    InvalidAmount,
    WalletLimit,
    InsufficientBalance,
    SupplyExceeded,
  ],
});
