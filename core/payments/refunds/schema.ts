/** Refunds that a merchant makes of what it was paid. */

export interface NewRefund {
  readonly paymentId: string;
  /** Minor units of the payment's currency; all that is left unless told. */
  readonly amount?: number | undefined;
}

export interface Refunded {
  readonly id: string;
  readonly paymentId: string;
  /** Minor units. */
  readonly amountMinor: bigint;
  /** The ledger's asset: `EUR`. */
  readonly currency: string;
  /** `pending`: the provider has yet to carry it out. */
  readonly status: "succeeded" | "pending" | "failed";
  /** What of the payment has gone back with this one, in minor units. */
  readonly refundedMinor: bigint;
  /** ISO 8601. */
  readonly createdAt: string;
}
