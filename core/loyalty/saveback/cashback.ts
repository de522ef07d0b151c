import type { UserActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import { listAll } from "../../platform/table/list.ts";
import { MAX_CARDS } from "../cards/schema.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import { closedReward } from "./entity.ts";
import * as Rewards from "./rewards.ts";
import type { Reward } from "./schema.ts";

/** A user's pending saveback by program. Rewards are summed page by page, which bounds the memory. */

type User = Pick<UserActor, "userId">;

/** The period in which a payment may be returned without a reason: Directive 2011/83/EU, article 9. */
const RETURN_DAYS = 14;

/** The maximum of rewards in the history. */
const LATEST = 50;

/** The pending rewards of one program and asset. */
interface Total extends Pick<Reward, "programId" | "merchantId" | "asset"> {
  rewards: number;
  amountMinor: bigint;
  /** The part whose return period is over. */
  availableMinor: bigint;
}

/** Sums a user's pending rewards. @param before ISO 8601: older rewards are available */
async function sumPending(
  userId: string,
  before: string,
  look: (page: readonly Reward[]) => void = () => undefined,
): Promise<Total[]> {
  const totals = new Map<string, Total>();
  await Rewards.readPending(userId, (page) => {
    look(page);
    for (const { programId, merchantId, asset, amountMinor, createdAt } of page) {
      const key = `${programId} ${asset}`;
      const none = { programId, merchantId, asset, rewards: 0, amountMinor: 0n, availableMinor: 0n };
      const total = totals.get(key) ?? none;
      total.rewards += 1;
      total.amountMinor += amountMinor;
      if (createdAt < before) total.availableMinor += amountMinor;
      totals.set(key, total);
    }
  });
  return [...totals.values()];
}

/** Adds its program to each total, if it exists. */
async function withPrograms<T extends Total>(
  totals: readonly T[],
): Promise<(T & { readonly program: Program | undefined })[]> {
  const programs = await Programs.fromIds([...new Set(totals.map(({ programId }) => programId))]);
  return totals.map((total) => ({ ...total, program: programs.get(total.programId) }));
}

export interface ProgramCashback extends Pick<Reward, "programId" | "asset"> {
  readonly program: Program | undefined;
  readonly availableMinor: bigint;
  readonly pendingMinor: bigint;
}

type RewardState = "available" | "pending" | "canceled";

export interface Cashback {
  readonly programs: readonly ProgramCashback[];
  /** Latest first. */
  readonly history: readonly { readonly reward: Reward; readonly state: RewardState }[];
}

/**
 * Returns a user's cashback. A reward is pending while its payment may still be returned without a reason; then it is
 * available for the next payout.
 */
export async function cashback({ userId }: User): Promise<Cashback> {
  const since = toIso(Clock.nowMs() - RETURN_DAYS * DAY_MS);
  let latest: Reward[] = [];
  const keepLatest = (rewards: readonly Reward[]): void => {
    latest = [...latest, ...rewards].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, LATEST);
  };
  const [totals, closed] = await Promise.all([
    sumPending(userId, since, keepLatest),
    listAll(closedReward, { userId }),
  ]);
  keepLatest(closed);
  const stateOf = ({ status, createdAt }: Reward): RewardState =>
    status === "CANCELED" ? "canceled" : createdAt < since ? "available" : "pending";
  return {
    programs: (await withPrograms(totals)).map(
      ({ programId, asset, program, amountMinor, availableMinor }) => ({
        programId,
        asset,
        program,
        availableMinor,
        pendingMinor: amountMinor - availableMinor,
      }),
    ),
    history: latest.map((reward) => ({ reward, state: stateOf(reward) })),
  };
}

export interface LoyaltyCard extends Readonly<Omit<Total, "availableMinor">> {
  readonly program: Program | undefined;
}

export interface LoyaltyCards {
  /** Largest amount first, 50 at most. */
  readonly cards: readonly LoyaltyCard[];
  readonly count: number;
  /** The totals of all cards by asset, as decimal strings. */
  readonly totals: readonly { readonly asset: string; readonly amount: string }[];
}

/** Returns a user's saveback by program and asset. */
export async function loyaltyCards({ userId }: User): Promise<LoyaltyCards> {
  const all = (await sumPending(userId, "")).sort((a, b) =>
    a.amountMinor === b.amountMinor ? 0 : a.amountMinor > b.amountMinor ? -1 : 1,
  );
  const largest = await withPrograms(all.slice(0, MAX_CARDS));
  return {
    cards: largest.map(({ availableMinor: _, ...card }) => card),
    count: all.length,
    totals: [...Map.groupBy(all, ({ asset }) => asset)].map(([asset, cards]) => ({
      asset,
      amount: Assets.format(Money.sum(cards.map(({ amountMinor }) => amountMinor)), asset),
    })),
  };
}
