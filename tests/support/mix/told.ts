import type { testIbans } from "../../../local/bank-double/credit-transfers.ts";
import type { Player, Shop } from "./people.ts";

/** What clients were told was done: all of it must be there in the end, and nothing else. In cents. */

/** Money from one user to another. */
export interface Given {
  readonly from: Player;
  readonly to: Player;
  readonly cents: number;
  /** The line in the histories; undefined of payments, which have ids of their own. */
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
  /** What its merchant gave back to an account. */
  returned: number;
}

export interface Scheduled {
  readonly by: Player;
  readonly id: string;
  readonly cents: number;
  /** Undefined where it goes to a bank account. */
  readonly to: Player | undefined;
}

export interface Redeemed {
  readonly by: Player;
  readonly programId: string;
  readonly redemptionId: string;
  readonly points: number;
}

/** Who was brought by whom. */
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
  /** What was refused, by its code, and how often. */
  readonly refused = new Map<string, number>();
  /** How often each work was done to its end. */
  readonly works = new Map<string, number>();
}
