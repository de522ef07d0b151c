import * as z from "zod";
import type { ProgramStatus } from "../programs/schema.ts";

/** PENDING until a payout; CANCELED while refunds and disputes reduce it to zero. */
export const rewardStatuses = ["PENDING", "CANCELED"] as const;

export const rewardItem = z.object({
  /** The payment's transaction id. A payment has one reward at most. */
  paymentId: z.string(),
  /** The payer, who is the beneficiary. */
  userId: z.string(),
  programId: z.string(),
  merchantId: z.string(),
  /** The payment's asset: `EUR`. */
  asset: z.string(),
  /** Minor units: floor((paid - refunded) x rate / 100), limited to the payment less the commission. */
  amountMinor: z.bigint(),
  /** The paid amount in minor units. */
  paidMinor: z.bigint(),
  /** The part returned by refunds and disputes, in minor units. */
  refundedMinor: z.bigint(),
  /** The program's rate when the payment was credited, in percent: "2.5". */
  rate: z.string(),
  status: z.enum(rewardStatuses),
  /** ISO 8601. */
  createdAt: z.string(),
  canceledAt: z.string().optional(),
});
export type Reward = z.output<typeof rewardItem>;

/** Selects rewards. Defaults to all. */
export interface Filters {
  readonly programId?: string | undefined;
  readonly userId?: string | undefined;
}

export interface Amount {
  readonly asset: string;
  /** In whole units, as a decimal string: "12.5". */
  readonly amount: string;
  readonly amountMinor: bigint;
}

export interface Beneficiary {
  readonly userId: string;
  /** Undefined if the account was erased. */
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
  /** The rates of its rewards, ascending, in percent. */
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

export interface Method {
  /** The number of pending rewards read, before filtering. */
  readonly rewardsRead: number;
  readonly partitionsRead: number;
  readonly startedAt: string;
  readonly source: string;
  readonly consistency: string;
  readonly rounding: string;
  readonly sums: string;
}

/** The sums that a payout would pay. */
export interface Plan extends PendingTotals {
  readonly computedAt: string;
  readonly method: Method;
  readonly filters: Filters;
  /** Covers all rewards, listed or not. Two plans with the same hash pay the same for the same payments. */
  readonly hash: string;
  readonly perAsset: readonly AssetShare[];
  readonly beneficiaries: readonly Beneficiary[];
  readonly perProgram: readonly ProgramShare[];
  /** Whether a list is shorter than its count. Totals and hash always cover all rewards. */
  readonly truncated: boolean;
}

export interface PendingTotals {
  readonly rewards: number;
  readonly beneficiaryCount: number;
  readonly programCount: number;
  readonly totals: readonly Amount[];
}

/** An administrator's payout request. */
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
