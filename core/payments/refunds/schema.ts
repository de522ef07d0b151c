export interface NewRefund {
  readonly paymentId: string;
  /** Minor units of the payment's currency. Defaults to the rest of the payment. */
  readonly amount?: number | undefined;
}

export interface RefundResult {
  readonly id: string;
  readonly paymentId: string;
  /** Minor units. */
  readonly amountMinor: bigint;
  /** The ledger's asset: `EUR`. */
  readonly currency: string;
  /** `pending`: the provider has not executed it yet. */
  readonly status: "succeeded" | "pending" | "failed";
  /** The total returned amount of the payment, in minor units. */
  readonly refundedMinor: bigint;
  /** ISO 8601. */
  readonly createdAt: string;
}
