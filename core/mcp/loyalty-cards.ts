import * as Assets from "../assets/index.ts";
import type { UserActor } from "../identity/actor.ts";
import * as Loyalty from "../loyalty/index.ts";
import type { Program } from "../loyalty/schema.ts";
import * as Money from "../money/index.ts";
import * as Pending from "../saveback/pending.ts";
import type { Reward } from "../saveback/schema.ts";

/** What a user has in loyalty programs: the saveback that payments have earned and that was not paid out yet, by program. */

/** Spec 3, section 8. */
export const MAX_CARDS = 50;

export interface LoyaltyCard {
  readonly programId: string;
  readonly merchantId: string;
  /** Undefined where the program is gone. */
  readonly program: Program | undefined;
  readonly asset: string;
  readonly amountMinor: bigint;
  readonly rewards: number;
}

export interface LoyaltyCards {
  /** Those with most in them first, 50 at most. */
  readonly cards: readonly LoyaltyCard[];
  readonly count: number;
  /** Of all cards, by asset, as decimal strings. */
  readonly totals: readonly { readonly asset: string; readonly amount: string }[];
}

/** The user's loyalty cards. */
export async function list({ userId }: Pick<UserActor, "userId">): Promise<LoyaltyCards> {
  const rewards: Reward[] = [];
  await Pending.read(userId, (some) => {
    rewards.push(...some);
  });
  const groups = [...Map.groupBy(rewards, (one) => `${one.programId} ${one.asset}`).values()];
  const sums = groups
    .flatMap((group) => {
      const [first] = group;
      return first ? [{ first, amountMinor: sum(group), rewards: group.length }] : [];
    })
    .sort((a, b) => (a.amountMinor === b.amountMinor ? 0 : a.amountMinor > b.amountMinor ? -1 : 1));
  const most = sums.slice(0, MAX_CARDS);
  const programs = await Loyalty.fromIds([...new Set(most.map(({ first }) => first.programId))]);
  return {
    cards: most.map(({ first, ...of }) => ({
      programId: first.programId,
      merchantId: first.merchantId,
      program: programs.get(first.programId),
      asset: first.asset,
      ...of,
    })),
    count: sums.length,
    totals: [...Map.groupBy(rewards, ({ asset }) => asset)].map(([asset, group]) => ({
      asset,
      amount: Money.format(sum(group), Assets.get(asset).decimals),
    })),
  };
}

const sum = (rewards: readonly Reward[]): bigint =>
  rewards.reduce((total, { amountMinor }) => total + amountMinor, 0n);
