import * as z from "zod";
import { timestamp } from "../../../contract/common.ts";
import { shownStatuses } from "../../../contract/payments/schemas.ts";
import { tiers } from "../../../core/loyalty/cards/schema.ts";
import { programStatuses } from "../../../core/loyalty/programs/schema.ts";
import { transactionTypes } from "../../../core/payments/records/schema.ts";

/** Schemas of the data models that tools return and `svc://models/{model}` describes. */

export const amount = z
  .string()
  .meta({ description: "Decimal string in whole units of its asset", examples: ["12.5"] });

/** A movement in a wallet, as in `svc_get_transactions`. */
export const movement = z.object({
  id: z.string(),
  walletId: z.string(),
  asset: z.string(),
  type: z.string().meta({
    description: "DEPOSIT, WITHDRAWAL, TOP_UP_IN, SWAP_OUT, STAKE …: the kind of movement and its direction",
  }),
  flow: z.enum(["in", "out", "internal"]).meta({
    description:
      "Internal: the money remained the user's, as in a swap, liquidity, a stake, or a top-up by card",
  }),
  amount: amount.meta({ description: "Never negative" }),
  from: z.string().meta({ description: "The source: a wallet or an account of the platform" }),
  timestamp,
});

/** A payment by card or bank (spec 3, section 2.4), as in `svc_get_payments`. */
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

/** A user's card and saveback in a loyalty program, as in `svc_get_loyalty_cards`. */
export const loyaltyCard = z.object({
  programId: z.string(),
  programName: z.string(),
  merchantId: z.string(),
  rate: z.string().nullable().meta({ description: "Current saveback in percent of a payment" }),
  status: z.enum(programStatuses),
  points: amount,
  currency: z.string(),
  rewards: z.int().meta({ description: "Number of payments with saveback" }),
  number: z
    .string()
    .nullable()
    .meta({ description: "The card's number; null if the user is not in the program" }),
  loyaltyPoints: z.int().nullable().meta({
    description: "Points on the card, which the merchant redeems; separate from the saveback",
  }),
  tier: z.enum(tiers).nullable().meta({ description: "By the points of 12 months in this program" }),
});
