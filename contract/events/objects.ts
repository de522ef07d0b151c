import * as z from "zod";
import { kycKinds, kycStatuses } from "../../core/identity/kyc/schema.ts";
import { cardTypes } from "../../core/payments/cards/schema.ts";
import { authorizationStatuses, declineReasons } from "../../core/payments/issuing/authorizations/schema.ts";
import { issuedStatuses } from "../../core/payments/issuing/schema.ts";
import { timestamp } from "../common.ts";
import { transactionHash } from "../defi/governance.ts";
import { amount, asset, object } from "../public/schemas.ts";
import { walletId } from "../public/wallets/schemas.ts";

/**
 * Objects of events that differ from the resources of the public API: an event has the object's state at the time, as
 * far as its transaction knows it.
 */

/** @param id an example of its id */
const eventObject = <const N extends string, const S extends z.core.$ZodLooseShape>(
  name: N,
  id: string,
  shape: S,
) =>
  object(name, shape)
    .extend({ id: z.string().meta({ examples: [id] }) })
    .meta({ id: `${name.replace(/(?:^|_)(\w)/g, (_, initial: string) => initial.toUpperCase())}Event` });

export const liquidityPosition = eventObject(
  "liquidity_position",
  "liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc",
  {
    pair: z.string().meta({ examples: ["BTC-USDC"] }),
    share_asset: asset,
    shares: amount("The position's shares after it"),
    shares_moved: amount("Shares added or removed"),
    base_asset: asset,
    base_amount: amount("Base added or removed"),
    quote_asset: asset,
    quote_amount: amount("Quote added or removed"),
    transaction_hash: transactionHash,
  },
);

export const stake = eventObject("staking_position", "stk_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  pool: z.string().meta({ examples: ["locked-90"] }),
  asset,
  amount: amount("Stake after it"),
  pending_rewards: amount("Rewards accrued and not paid after it"),
  moved: amount("Amount staked, withdrawn, claimed or compounded; 0 if only a lock has ended"),
  penalty: amount("The part paid to the treasury"),
  unlocks_at: timestamp.nullable(),
  compounding: z.boolean(),
  compounds_at: timestamp.nullable(),
  status: z.enum(["active", "completed"]),
  transaction_hash: transactionHash.nullable(),
});

export const farmPosition = eventObject("farming_position", "frp_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  farm: z.string(),
  asset,
  shares: z.string().meta({ description: "Farmed pool shares after it", examples: ["1.5"] }),
  moved: z.string().meta({ description: "Shares added or removed", examples: ["1.5"] }),
  harvested: amount("Amount paid"),
  transaction_hash: transactionHash,
});

export const payment = eventObject("payment", "pay_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  direction: z.enum(["in", "out"]).describe("Whether you received or made it"),
  amount: amount("Amount paid"),
  refunded_amount: amount("The part refunded so far"),
  asset,
  status: z.enum(["succeeded", "failed", "refunded"]).describe("`refunded`: in full"),
  method: z.enum(["account", "card", "qr", "scheduled"]),
  merchant: z
    .string()
    .nullable()
    .meta({ examples: ["mer_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  description: z.string().nullable(),
  failure_reason: z.string().nullable(),
});

export const dispute = eventObject("dispute", "du_1MtJUT2eZvKYlo2CNaw2HvEv", {
  payment: z.string().meta({ examples: ["pay_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  amount: amount("The disputed part of the payment"),
  taken_amount: amount("The part that the bank has taken back so far"),
  returned_amount: amount("The part that it has returned"),
  asset,
  status: z.string().meta({
    description:
      "The provider's status: `needs_response`, `under_review`, `won`, `lost`; for an inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`",
    examples: ["needs_response"],
  }),
});

export const order = eventObject("order", "ord_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  amount: amount("Amount paid"),
  asset,
  status: z.literal("paid"),
  description: z.string().nullable(),
});

export const card = eventObject("card", "crd_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  wallet: walletId.describe("The wallet that pays"),
  type: z.enum(cardTypes),
  brand: z.string().meta({ examples: ["visa"] }),
  last4: z.string().meta({ examples: ["4242"] }),
  status: z.enum(issuedStatuses),
});

export const authorization = eventObject("card_authorization", "iauth_1MzFMzK8F4fqH0lBmFq8CjbU", {
  card: z.string().meta({ examples: ["crd_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
  last4: z.string().meta({ examples: ["4242"] }),
  merchant: z.string().meta({ examples: ["Rocket Rides"] }),
  amount: amount("The amount that the merchant requests, or may take"),
  captured_amount: amount("The amount taken so far"),
  asset,
  status: z.enum(authorizationStatuses),
  decline_reason: z.enum(declineReasons).nullable(),
});

export const kyc = eventObject("kyc", "usr_01jd3v8y2m9t4k6q0s5w7x1z3b", {
  status: z.enum(kycStatuses),
  level: z.int().min(0),
  kind: z.enum(kycKinds),
});
