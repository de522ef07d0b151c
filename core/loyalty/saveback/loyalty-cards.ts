import type { UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Loyalty from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import * as Pending from "./pending.ts";
import type { Reward } from "./schema.ts";

/**
 * What a user has in loyalty programs: the saveback that payments have earned and that was not paid out yet,
 * by program.
 */

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

/** What pending rewards of one program and asset come to. */
interface Sum extends Pick<Reward, "programId" | "merchantId" | "asset"> {
  amountMinor: bigint;
  rewards: number;
}

/**
 * The user's loyalty cards. Rewards are summed as they are read: as many as a user may have, no more than a
 * page of them is held.
 */
export async function list({ userId }: Pick<UserActor, "userId">): Promise<LoyaltyCards> {
  const sums = new Map<string, Sum>();
  await Pending.read(userId, (page) => {
    for (const reward of page) add(sums, reward);
  });
  const all = [...sums.values()].sort(mostFirst);
  const most = all.slice(0, MAX_CARDS);
  const programs = await Loyalty.fromIds([...new Set(most.map(({ programId }) => programId))]);
  return {
    cards: most.map((card) => ({ ...card, program: programs.get(card.programId) })),
    count: all.length,
    totals: [...Map.groupBy(all, ({ asset }) => asset)].map(([asset, cards]) => ({
      asset,
      amount: Money.format(
        cards.reduce((total, { amountMinor }) => total + amountMinor, 0n),
        Assets.get(asset).decimals,
      ),
    })),
  };
}

function add(sums: Map<string, Sum>, { programId, merchantId, asset, amountMinor }: Reward): void {
  const key = `${programId} ${asset}`;
  const sum = sums.get(key);
  if (!sum) {
    sums.set(key, { programId, merchantId, asset, amountMinor, rewards: 1 });
    return;
  }
  sum.amountMinor += amountMinor;
  sum.rewards += 1;
}

const mostFirst = (a: Sum, b: Sum): number =>
  a.amountMinor === b.amountMinor ? 0 : a.amountMinor > b.amountMinor ? -1 : 1;
