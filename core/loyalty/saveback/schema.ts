import * as z from "zod";
import type { ProgramStatus } from "../programs/schema.ts";

/** What a payment earns its payer at a merchant that is enrolled in a loyalty program. */

/** PENDING until a payout; CANCELED where refunds and disputes left nothing of it, as long as that is so. */
export const rewardStatuses = ["PENDING", "CANCELED"] as const;

export const rewardItem = z.object({
  /** The payment's own transaction id; it has one reward at most. */
  paymentId: z.string(),
  /** The payer, who is the beneficiary. */
  userId: z.string(),
  programId: z.string(),
  merchantId: z.string(),
  /** The payment's asset: `EUR`. */
  asset: z.string(),
  /** Minor units: floor((paid - refunded) x rate / 100), and no more than the commission leaves. */
  amountMinor: z.bigint(),
  /** The payment as it was paid, in minor units. */
  paidMinor: z.bigint(),
  /** What of the payment went back, by refunds and disputes, in minor units. */
  refundedMinor: z.bigint(),
  /** The program's rate when the payment was credited, in percent: "2.5". Later rates change nothing. */
  rate: z.string(),
  status: z.enum(rewardStatuses),
  /** ISO 8601. */
  createdAt: z.string(),
  canceledAt: z.string().optional(),
});
export type Reward = z.output<typeof rewardItem>;

/** Which rewards; without any: all. */
export interface Filters {
  readonly programId?: string | undefined;
  readonly userId?: string | undefined;
}

/** A sum of one asset. */
export interface Amount {
  readonly asset: string;
  /** In whole units, as a decimal string: "12.5". */
  readonly amount: string;
  readonly amountMinor: bigint;
}

export interface Beneficiary {
  readonly userId: string;
  /** As known now; undefined where the account is gone. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly rewards: number;
  readonly amounts: readonly Amount[];
}

export interface ProgramShare {
  readonly programId: string;
  readonly merchantId: string;
  readonly name?: string | undefined;
  readonly status?: ProgramStatus | undefined;
  /** Those that its rewards here were earned at, ascending, in percent. */
  readonly rates: readonly string[];
  readonly rewards: number;
  readonly beneficiaries: number;
  readonly amounts: readonly Amount[];
}

export interface AssetShare extends Amount {
  readonly rewards: number;
  readonly beneficiaries: number;
  readonly programs: number;
}

/** How a plan came about. */
export interface Method {
  /** How many pending rewards were looked at, those that the filters left out included. */
  readonly rewardsRead: number;
  readonly partitionsRead: number;
  readonly startedAt: string;
  readonly source: string;
  readonly consistency: string;
  readonly rounding: string;
  readonly sums: string;
}

/** What a payout of pending rewards would pay. */
export interface Plan {
  readonly computedAt: string;
  readonly method: Method;
  readonly filters: Filters;
  /** Of all its rewards, also those not listed: two plans of one hash pay the same for the same payments. */
  readonly hash: string;
  readonly rewards: number;
  readonly beneficiaryCount: number;
  readonly programCount: number;
  readonly totals: readonly Amount[];
  readonly perAsset: readonly AssetShare[];
  readonly beneficiaries: readonly Beneficiary[];
  readonly perProgram: readonly ProgramShare[];
  /** Whether a list shows less than the counts say; totals and hash are of all. */
  readonly truncated: boolean;
}

/** Everything that is pending, whatever a plan's filters. */
export interface PendingTotals {
  readonly rewards: number;
  readonly beneficiaryCount: number;
  readonly programCount: number;
  readonly totals: readonly Amount[];
}

/** What an administrator asked for, as it is kept. */
export const payoutRequestItem = z.object({
  requestId: z.string(),
  requestedBy: z.string(),
  /** ISO 8601. */
  requestedAt: z.string(),
  status: z.literal("PENDING_HUMAN_APPROVAL"),
  programId: z.string().optional(),
  userId: z.string().optional(),
  computedAt: z.string(),
  planHash: z.string(),
  rewards: z.bigint(),
  beneficiaryCount: z.bigint(),
  programCount: z.bigint(),
  totals: z.array(z.object({ asset: z.string(), amountMinor: z.bigint() })),
});
export type PayoutRequest = z.output<typeof payoutRequestItem>;
