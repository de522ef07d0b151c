/** Requests and responses of payments (spec 3, sections 2.1 and 4.1). */

export interface NewPayment {
  /** Minor units of the currency. */
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly description: string;
  /** The caller's own metadata. */
  readonly metadata: Readonly<Record<string, string>>;
  /** A saved card of the payer, charged immediately. */
  readonly cardId?: string | undefined;
  /** A payment method of the provider's SDK, charged immediately. Not together with `cardId`. */
  readonly paymentMethodId?: string | undefined;
  /** The merchant to pay; without it the payment is a top-up. */
  readonly merchantId?: string | undefined;
}

export interface Payment {
  /** The provider's id. */
  readonly id: string;
  /** The secret with which the client confirms the payment at the provider. */
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  /** The provider's status: `requires_payment_method`, `succeeded`, … */
  readonly status: string;
  /** ISO 8601. */
  readonly created: string;
  /** Whether an administrator must approve it before money moves. */
  readonly needsApproval: boolean;
}

export interface Validated {
  readonly id: string;
  /** The provider's status after the decision. */
  readonly status: string;
  /** The time of the decision: ISO 8601. */
  readonly validatedAt: string;
  /** The administrator. */
  readonly validatedBy: string;
}

/** An approval that waits for a second administrator. No money has moved. */
export interface AwaitingSecond {
  readonly id: string;
  readonly pendingApproval: {
    /** The first administrator. */
    readonly by: string;
    /** ISO 8601. */
    readonly at: string;
    readonly expiresAt: string;
  };
}
