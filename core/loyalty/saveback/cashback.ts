import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Programs from "../programs/index.ts";
import type { Program } from "../programs/schema.ts";
import { closedReward } from "./entity.ts";
import * as Pending from "./pending.ts";
import type { Reward } from "./schema.ts";

/**
 * A user's cashback: the saveback that payments have earned and that was not paid out yet, by program. As
 * long as a payment may be given back as a matter of course, what it has earned is pending; then it is
 * available, for the next payout.
 */

/** How long a payment may be given back without a reason: Directive 2011/83/EU, article 9. */
const RETURN_DAYS = 14;

/** How many rewards the history shows. */
const LATEST = 50;

export interface ProgramCashback {
  readonly programId: string;
  /** Undefined where the program is gone. */
  readonly program: Program | undefined;
  readonly asset: string;
  readonly availableMinor: bigint;
  readonly pendingMinor: bigint;
}

export type RewardState = "available" | "pending" | "canceled";

export interface Cashback {
  readonly programs: readonly ProgramCashback[];
  /** The latest first. */
  readonly history: readonly { readonly reward: Reward; readonly state: RewardState }[];
}

/** What payments have earned the actor. Rewards are summed as they are read. */
export async function cashback({ userId }: Pick<UserActor, "userId">): Promise<Cashback> {
  const since = new Date(Clock.nowMs() - RETURN_DAYS * DAY_MS).toISOString();
  const sums = new Map<string, { programId: string; asset: string; available: bigint; pending: bigint }>();
  let latest: Reward[] = [];
  const keep = (rewards: readonly Reward[]): void => {
    latest = [...latest, ...rewards].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, LATEST);
  };
  const closed = Table.queryAll({ pk: closedReward.partition({ userId }), beginsWith: closedReward.prefix });
  await Pending.read(userId, (page) => {
    keep(page);
    for (const { programId, asset, amountMinor, createdAt } of page) {
      const key = `${programId} ${asset}`;
      const sum = sums.get(key) ?? { programId, asset, available: 0n, pending: 0n };
      sum[createdAt < since ? "available" : "pending"] += amountMinor;
      sums.set(key, sum);
    }
  });
  keep((await closed).map((item) => closedReward.parse(item)));
  const stateOf = ({ status, createdAt }: Reward): RewardState =>
    status === "CANCELED" ? "canceled" : createdAt < since ? "available" : "pending";
  const programs = await Programs.fromIds([...new Set([...sums.values()].map(({ programId }) => programId))]);
  return {
    programs: [...sums.values()].map(({ available, pending, ...one }) => ({
      ...one,
      program: programs.get(one.programId),
      availableMinor: available,
      pendingMinor: pending,
    })),
    history: latest.map((reward) => ({ reward, state: stateOf(reward) })),
  };
}
