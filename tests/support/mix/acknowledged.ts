import type { testIbans } from "../../../local/bank-double/credit-transfers.ts";
import type { Player, Shop } from "./people.ts";

/**
 * The operations that the platform acknowledged to clients. The final state must contain exactly these.
 * Amounts are cents.
 */

export interface Transfer {
  readonly from: Player;
  readonly to: Player;
  readonly cents: number;
  /** The id in the histories. Undefined for payments, which have ids of their own. */
  readonly transactionId?: string;
  readonly paymentId?: string;
}

export interface TopUp {
  readonly by: Player;
  readonly paymentId: string;
  readonly cents: number;
}

export type TestOutcome = keyof typeof testIbans;

export interface Withdrawal {
  readonly by: Player;
  readonly transactionId: string;
  readonly cents: number;
  readonly outcome: TestOutcome;
}

export interface Purchase {
  readonly by: Player;
  readonly shop: Shop;
  readonly paymentId: string;
  readonly cents: number;
  readonly byCard: boolean;
  /** The amount that the merchant refunded to an account. */
  returned: number;
}

export interface Scheduled {
  readonly by: Player;
  readonly id: string;
  readonly cents: number;
  /** Undefined if the recipient is a bank account. */
  readonly to: Player | undefined;
}

export interface Redemption {
  readonly by: Player;
  readonly programId: string;
  readonly redemptionId: string;
  readonly points: number;
}

export interface Referral {
  readonly by: Player;
  readonly referrer: Player;
}

export class Acknowledged {
  readonly transfers: Transfer[] = [];
  readonly topUps: TopUp[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly purchases: Purchase[] = [];
  readonly scheduled: Scheduled[] = [];
  readonly redemptions: Redemption[] = [];
  readonly referrals: Referral[] = [];
  /** Rejections by code, with their count. */
  readonly rejections = new Map<string, number>();
  /** How often each operation was completed. */
  readonly completed = new Map<string, number>();
}
