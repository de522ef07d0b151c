import * as z from "zod";
import { kycKinds, kycStatuses } from "../../core/identity/kyc/schema.ts";
import { cardTypes } from "../../core/payments/cards/schema.ts";
import { authorizationStatuses, declineReasons } from "../../core/payments/issuing/authorizations/schema.ts";
import { issuedStatuses } from "../../core/payments/issuing/schema.ts";
import { timestamp } from "../common.ts";
import { transactionHash } from "../defi/governance/schemas.ts";
import { amount } from "../public/amount.ts";
import { asset, object } from "../public/schemas.ts";

/**
 * Objects that events tell of and no resource of the public API shows as they are told: an event says of one what it
 * was then, and no more than its transaction knows.
 */

/** @param id an id of one, for examples */
const told = <const N extends string, const S extends z.core.$ZodLooseShape>(name: N, id: string, shape: S) =>
  object(name, shape)
    .extend({ id: z.string().meta({ examples: [id] }) })
    .meta({ id: `${name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event` });

const walletId = z.string().meta({ examples: ["wal_01jd0000000000000000000000_eur"] });

export const liquidityPosition = told("liquidity_position", "liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc", {
  pair: z.string().meta({ examples: ["BTC-USDC"] }),
  share_asset: asset,
  shares: amount("What the position has of the pool's shares after it"),
  shares_moved: amount("What of them came or went"),
  base_asset: asset,
  base_amount: amount("What was brought of the base, or taken"),
  quote_asset: asset,
  quote_amount: amount("What was brought of the quote, or taken"),
  transaction_hash: transactionHash,
});

export const stake = told("staking_position", "stk_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  pool: z.string().meta({ examples: ["locked-90"] }),
  asset,
  amount: amount("What is staked after it"),
  pending_rewards: amount("What is accrued and not paid after it"),
  moved: amount("What was staked, taken back, claimed or compounded; 0 where a lock alone has ended"),
  penalty: amount("What of that went to the treasury"),
  unlocks_at: timestamp.nullable(),
  compounding: z.boolean(),
  compounds_at: timestamp.nullable(),
  status: z.enum(["active", "completed"]),
  transaction_hash: transactionHash.nullable(),
});

export const farmPosition = told("farming_position", "frp_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  farm: z.string(),
  asset,
  shares: z
    .string()
    .meta({ description: "What is farmed after it, of the pool's shares", examples: ["1.5"] }),
  moved: z.string().meta({ description: "What of them came or went", examples: ["1.5"] }),
  harvested: amount("What was paid"),
  transaction_hash: transactionHash,
});

export const payment = told("payment", "pay_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  direction: z.enum(["in", "out"]).meta({ description: "Whether you were paid or have paid" }),
  amount: amount("What was paid"),
  refunded_amount: amount("What of it has gone back by then"),
  asset,
  status: z.enum(["succeeded", "failed", "refunded"]).meta({ description: "`refunded`: wholly" }),
  method: z.enum(["account", "card", "qr", "scheduled"]),
  merchant: z
    .string()
    .nullable()
    .meta({ examples: ["mer_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  description: z.string().nullable(),
  failure_reason: z.string().nullable(),
});

export const dispute = told("dispute", "du_1MtJUT2eZvKYlo2CNaw2HvEv", {
  payment: z.string().meta({ examples: ["pay_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  amount: amount("What of the payment is disputed"),
  taken_amount: amount("What of it the bank has taken back by then"),
  returned_amount: amount("What of that it has given again"),
  asset,
  status: z.string().meta({
    description:
      "The provider's: `needs_response`, `under_review`, `won`, `lost`; of a mere inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`",
    examples: ["needs_response"],
  }),
});

export const order = told("order", "ord_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  amount: amount("What was paid"),
  asset,
  status: z.literal("paid"),
  description: z.string().nullable(),
});

export const card = told("card", "crd_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  wallet: walletId.meta({ description: "The wallet that it spends" }),
  type: z.enum(cardTypes),
  brand: z.string().meta({ examples: ["visa"] }),
  last4: z.string().meta({ examples: ["4242"] }),
  status: z.enum(issuedStatuses),
});

export const authorization = told("card_authorization", "iauth_1MzFMzK8F4fqH0lBmFq8CjbU", {
  card: z.string().meta({ examples: ["crd_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  last4: z.string().meta({ examples: ["4242"] }),
  merchant: z.string().meta({ examples: ["Rocket Rides"] }),
  amount: amount("What the merchant asks for, or may take"),
  captured_amount: amount("What the merchant has taken by then"),
  asset,
  status: z.enum(authorizationStatuses),
  decline_reason: z.enum(declineReasons).nullable(),
});

export const kyc = told("kyc", "usr_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  status: z.enum(kycStatuses),
  level: z.int().min(0),
  kind: z.enum(kycKinds),
});
