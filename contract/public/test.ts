import * as z from "zod";
import { SupplyExceeded } from "../../core/defi/adjustments/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { TestKeyRequired } from "../../core/sandboxes/errors.ts";
import { UnsupportedAsset, WalletLimit } from "../../core/wallets/errors.ts";
import { amount } from "../common.ts";
import { defineFamily } from "../family.ts";
import { shared, symbol } from "./schemas.ts";
import { faucetGrant, sandbox, testClock } from "./test/schemas.ts";

/**
 * What is test mode's own. A key `svc_test_…` acts in its owner's sandbox: a ledger with all that the live one
 * has, which nobody else sees.
 */

const route = defineFamily({
  ...shared,
  orSession: false,
  id: "public.test",
  path: "/v1/test",
  errors: [TestKeyRequired],
});

/** Twice 365 days. */
const MOST_SECONDS = 2 * 365 * 86_400;

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
  id: "advance",
  method: "POST",
  path: "/clock",
  summary: "Move the sandbox's clock on",
  description:
    "The clock goes forward alone, at most two years a call. What falls due until then is done at its time and in its order: " +
    "proposals begin, end and are executed, stakes come to their unlock dates. Where that takes long, the answer says `advancing`, " +
    "and the rest is done within minutes. Rate limits, idempotency keys, signatures, webhooks and prices keep the platform's time.",
  scope: "wallets:write",
  idempotent: true,
  request: {
    body: z.strictObject({
      advance_seconds: z
        .int()
        .min(1)
        .max(MOST_SECONDS)
        .meta({ examples: [86_400] }),
    }),
  },
  responses: { 200: { description: "The clock", body: testClock } },
  grants: { table: "write" },
  timeoutSeconds: 29,
});

export const reset = route({
  id: "reset",
  method: "POST",
  path: "/reset",
  summary: "Begin a new sandbox",
  description:
    "Wallets are empty again, pools fresh, and the clock shows the platform's time. What was in the sandbox before is gone: its ids " +
    "are 404 from then on. Idempotency keys stay what they were.",
  scope: "wallets:write",
  idempotent: true,
  responses: { 200: { description: "The new sandbox", body: sandbox } },
  grants: { table: "write" },
  timeoutSeconds: 29,
});

export const faucet = route({
  id: "faucet",
  method: "POST",
  path: "/faucet",
  summary: "Fill a wallet of the sandbox",
  description: "Brings money in from nowhere. The wallet of that asset is opened where there is none.",
  scope: "wallets:write",
  idempotent: true,
  names: { assetSymbol: "asset" },
  request: { body: z.strictObject({ asset: symbol, amount }) },
  responses: { 201: { description: "The money is there", body: faucetGrant } },
  errors: [
    TestKeyRequired,
    UnsupportedAsset,
    InvalidAmount,
    WalletLimit,
    InsufficientBalance,
    SupplyExceeded,
  ],
  grants: { table: "write" },
  timeoutSeconds: 29,
});
