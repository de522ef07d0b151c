import type { testIbans } from "../../../local/bank-double/credit-transfers.ts";
import type { Player, Shop } from "./people.ts";

/**
 * The operations that the platform acknowledged to clients. The final state must contain exactly these.
 * Amounts are cents.
 */

/** Money from one user to another. */
export interface Given {
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

export interface Withdrawn {
  readonly by: Player;
  readonly transactionId: string;
  readonly cents: number;
  readonly fate: TestOutcome;
}

export interface Bought {
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

export interface Redeemed {
  readonly by: Player;
  readonly programId: string;
  readonly redemptionId: string;
  readonly points: number;
}

export interface Referred {
  readonly by: Player;
  readonly referrer: Player;
}

export class Told {
  readonly given: Given[] = [];
  readonly topUps: TopUp[] = [];
  readonly withdrawn: Withdrawn[] = [];
  readonly bought: Bought[] = [];
  readonly scheduled: Scheduled[] = [];
  readonly redeemed: Redeemed[] = [];
  readonly referred: Referred[] = [];
  /** Rejections by code, with their count. */
  readonly refused = new Map<string, number>();
  /** How often each operation was completed. */
  readonly works = new Map<string, number>();
}
