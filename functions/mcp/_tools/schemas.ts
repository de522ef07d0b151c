import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import { shownStatuses } from "../../../contract/payments/schemas.ts";
import { tiers } from "../../../core/loyalty/cards/schema.ts";
import { programStatuses } from "../../../core/loyalty/programs/schema.ts";
import { transactionTypes } from "../../../core/payments/records/schema.ts";

/**
 * What tools show of the data models that they and `svc://models/{model}` share: the model has the fields
 * that a client gets.
 */

export const amount = z
  .string()
  .meta({ description: "Decimal string, in whole units of its asset", examples: ["12.5"] });

/** What moved in a wallet: a line of the ledger, as `svc_get_transactions` shows it. */
export const movement = z.object({
  id: z.string(),
  walletId: z.string(),
  asset: z.string(),
  type: z.string().meta({
    description: "DEPOSIT, WITHDRAWAL, TOP_UP_IN, SWAP_OUT, STAKE …: a kind of movement and its direction",
  }),
  flow: z.enum(["in", "out", "internal"]).meta({
    description:
      "Internal: it stayed the person's and changed its form or place, as by a swap, liquidity, a stake, or a top-up by card",
  }),
  amount: amount.meta({ description: "Never negative" }),
  from: z.string().meta({ description: "The wallet, or the platform's account, that it came from" }),
  timestamp,
});

/**
 * What happened with the world outside, by card or by bank: the record of spec 3, section 2.4, as
 * `svc_get_payments` shows it.
 */
export const payment = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  status: z.enum(shownStatuses),
  amount,
  currency: z.string(),
  refunded: amount,
  description: z.string(),
  cardLast4: z.string().optional(),
  needsApproval: z.boolean(),
  failureReason: z.string().optional(),
  createdAt: timestamp,
  completedAt: timestamp.optional(),
});

/** What a person has in a loyalty program, as `svc_get_loyalty_cards` shows it. */
export const loyaltyCard = z.object({
  programId: z.string(),
  programName: z.string(),
  merchantId: z.string(),
  rate: z.string().nullable().meta({ description: "Percent of a payment that comes back, as of now" }),
  status: z.enum(programStatuses),
  points: amount,
  currency: z.string(),
  rewards: z.int().meta({ description: "How many payments earned it" }),
  number: z
    .string()
    .nullable()
    .meta({ description: "The card's number; null where the person is not in the program" }),
  loyaltyPoints: z.int().nullable().meta({
    description: "Points on the card, which the merchant takes for what it gives; apart from the saveback",
  }),
  tier: z.enum(tiers).nullable().meta({ description: "By the points of 12 months in this program" }),
});
