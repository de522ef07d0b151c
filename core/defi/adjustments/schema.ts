import * as z from "zod";
import { mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";

export const operations = ["DEPOSIT", "WITHDRAW"] as const;
export type Operation = (typeof operations)[number];

/** The caller's input. */
export interface Adjustment extends Pick<Request, "operation" | "reason"> {
  /** Decimal string, in whole units of the asset. */
  readonly amount: string;
  /**
   * The flag of money in `suspense`. A deposit takes the money from there instead of from outside, a withdrawal instead
   * of from the wallet.
   */
  readonly flagId?: string | undefined;
  /** The request of another member of staff that this one approves. */
  readonly approvalId?: string | undefined;
}

/** A wallet after an adjustment. */
export interface Adjusted {
  readonly kind: "adjusted";
  readonly id: string;
  readonly operation: Operation;
  readonly available: BaseUnits;
  readonly held: BaseUnits;
  readonly transactionHash: string;
}

/** An adjustment that requires approval. */
export interface Pending {
  readonly kind: "pending";
  readonly approvalId: string;
  readonly expiresAt: string;
}

/** A request for an adjustment and its approval: stored permanently. */
export const request = z.object({
  approvalId: z.string(),
  mode,
  walletId: z.string(),
  operation: z.enum(operations),
  /** Base units. */
  amount: z.bigint(),
  reason: z.string(),
  flagId: z.string().optional(),
  requestedBy: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string(),
  approvedBy: z.string().optional(),
  approvedAt: z.string().optional(),
  /** The journal's entry. */
  entryId: z.string().optional(),
});
export type Request = z.output<typeof request>;

/** The adjustments of a member of staff in cents of a euro, by hours since the epoch. */
export const tally = z.object({
  version: z.bigint(),
  hours: z.record(z.string(), z.bigint()),
  /** The part without an approval. */
  alone: z.record(z.string(), z.bigint()),
});
