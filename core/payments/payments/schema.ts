import type { Action } from "./states.ts";

/** A payment as its routes take and give it (spec 3, sections 2.1 and 4.1). */

export interface NewPayment {
  /** Minor units of the currency. */
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly description: string;
  /** The caller's own. */
  readonly metadata: Readonly<Record<string, string>>;
  /** A card of the payer's that is charged at once. */
  readonly cardId?: string | undefined;
  /** What the provider's SDK has made of a card: charged at once. Not together with `cardId`. */
  readonly paymentMethodId?: string | undefined;
  /** Who is paid; without one the money is the payer's own. */
  readonly merchantId?: string | undefined;
}

export interface Payment {
  /** The provider's. */
  readonly id: string;
  /** With it the client confirms the payment at the provider. */
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  /** The provider's: `requires_payment_method`, `succeeded`, … */
  readonly status: string;
  /** ISO 8601. */
  readonly created: string;
  /** Whether an administrator must approve it before money moves. */
  readonly needsApproval: boolean;
}

export interface Validation {
  readonly paymentId: string;
  readonly action: Action;
  readonly reason: string;
}

export interface Validated {
  readonly id: string;
  /** The provider's, once it did what was decided. */
  readonly status: string;
  /** When it was decided: ISO 8601. */
  readonly validatedAt: string;
  /** The administrator. */
  readonly validatedBy: string;
}

/** An approval that waits for a second administrator: no money has moved. */
export interface AwaitingSecond {
  readonly id: string;
  readonly pendingApproval: {
    /** The administrator who has approved it first. */
    readonly by: string;
    /** ISO 8601. */
    readonly at: string;
    readonly expiresAt: string;
  };
}
