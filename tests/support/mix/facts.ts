import { commissionOf, type Shares, sharesOf } from "../../../core/payments/payments/fees.ts";
import type { Purchase, TestOutcome } from "./acknowledged.ts";
import type { Books } from "./books.ts";
import type { Player } from "./people.ts";
import type { Mix } from "./works.ts";

/** The acknowledged operations, and the outcomes that third parties decided. */

export const UNPAID: readonly TestOutcome[] = ["rejected", "returned", "refused"];
export const cents = (amount: number): number => Math.round(amount * 100);

/** A payment to a merchant, with the captured and the returned amount. */
export interface Sold extends Purchase {
  readonly paid: number;
  readonly reversed: number;
}

export interface Facts extends Mix {
  readonly books: Books;
  readonly sold: readonly Sold[];
  readonly debtors: ReadonlySet<Player>;
  /** How often each scheduled payment was executed. */
  readonly runs: ReadonlyMap<string, number>;
}

export const repeat = (count = 0, n: number): number[] => Array.from({ length: count }, () => n);

export function computeShares(it: Sold, commissionRate: string): Shares {
  const amountMinor = BigInt(it.paid);
  const commissionMinor = commissionOf(amountMinor, commissionRate);
  return sharesOf({ amountMinor, commissionMinor, rewardRate: it.shop.rate }, BigInt(it.reversed));
}
