import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, isAnyOf } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import { DAY_MS, toIso } from "../../kernel/time.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { AccountInDebt } from "../../policy/errors.ts";
import * as Policy from "../../policy/index.ts";
import { openPosition } from "./entity.ts";
import { PositionCompleted } from "./errors.ts";
import { affords, fundingKeys, fundingOf, payable } from "./funding.ts";
import { type Pool, poolKeys, poolsOf } from "./pools.ts";
import { changeParts, changeWrites, holdOf, positionKeys, positionOf, settledAt, view } from "./position.ts";
import type { Position, PositionView, Totals } from "./schema.ts";
import { rewardsAccount, walletOf } from "./token.ts";
import { totalsKey, totalsOf, totalsWrites } from "./weight.ts";

/**
 * Adds a position's rewards to its stake, daily.
 * Each due time adds the rewards accrued up to that time, even if the schedule runs late; missed days are processed one
 * by one. Rewards remain claimable if they cannot be added: above the pool's maximum, above the balance of the rewards
 * account, while the pool accepts no stakes, while the larger stake is not funded, and while the owner is in debt.
 */

const nextDay = (time: string): string => toIso(Date.parse(time) + DAY_MS);

/**
 * Turns daily compounding of a position on or off. The first time is a day later.
 * @throws POSITION_NOT_FOUND, POSITION_COMPLETED, CONTENTION; AlreadyDone
 */
export function set(
  actor: UserActor,
  positionId: string,
  enabled: boolean,
  claim?: Idempotency.Claim<PositionView>,
): Promise<PositionView> {
  const keys = positionKeys(actor, positionId);
  return Table.change(
    () => Table.getMany([...keys, ...poolKeys(actor.mode)]),
    async ([open, completed, ...pools]) => {
      const before = await positionOf(keys, open, completed);
      if (before.status === "completed") throw fail(PositionCompleted, { details: { positionId } });
      const change = { compoundsAt: enabled ? nextDay(Clock.nowIso()) : undefined };
      const isUnchanged = enabled === (before.compoundsAt !== undefined);
      const after = isUnchanged ? before : { ...before, ...change };
      const result = view(after, poolsOf(pools)(before.poolId));
      const writes = isUnchanged ? [] : changeWrites(before, change);
      return { writes: [...Idempotency.recordWrites(claim, result), ...writes], result };
    },
  );
}

export type PositionRef = Owner & { readonly positionId: string };

/**
 * Processes all due times of a position up to now, each in its own transaction. Times after the end of its lock are
 * processed when the position is in the flexible pool.
 * @returns whether there were any
 */
export async function catchUp(ref: PositionRef): Promise<boolean> {
  let processed = false;
  while (await compoundOnce(ref)) processed = true;
  return processed;
}

class NotDue extends Error {}

class NothingToAdd extends Error {}

/** Processes the next due time. @returns whether there was one */
async function compoundOnce(ref: PositionRef): Promise<boolean> {
  try {
    await Policy.post(needsOf(ref), (snapshot) => compoundDraft(snapshot));
    return true;
  } catch (error) {
    if (error instanceof NotDue) return false;
    if (!(error instanceof NothingToAdd) && !isAnyOf(error, [AccountInDebt])) throw error;
    return skip(ref);
  }
}

function needsOf(ref: PositionRef) {
  const wallet = walletOf(ref);
  return {
    initiator: wallet.account,
    holds: [holdOf(ref.positionId, wallet)],
    reads: { position: openPosition.key(ref), totals: totalsKey(ref), funding: fundingKeys(ref.mode) },
    rejectIfInDebt: true as const,
  };
}

/** Skips the next due time. Its rewards can be added at the following one. */
const skip = (ref: PositionRef): Promise<boolean> =>
  Table.change(
    () => Table.get(openPosition.key(ref)),
    (item) => {
      const due = dueOf(item);
      if (!due) return { writes: [], result: false };
      return { writes: changeWrites(due.position, { compoundsAt: nextDay(due.at) }), result: true };
    },
  );

/** Returns a position with its due time. Undefined if the time is in the future. */
function dueOf(
  item: Table.Item | undefined,
): { readonly position: Position; readonly at: string } | undefined {
  if (!item) return undefined;
  const position = openPosition.parse(item);
  const { compoundsAt: at, unlockDate, unlockedAt } = position;
  if (at === undefined || Date.parse(at) > Clock.nowMs()) return undefined;
  const isLocked = unlockDate !== undefined && unlockedAt === undefined;
  return isLocked && at > unlockDate ? undefined : { position, at };
}

/**
 * Returns the entry of a due time.
 * @throws NotDue, NothingToAdd; ConditionFailed if position and hold were read at different instants
 */
function compoundDraft(snapshot: Snapshot<ReturnType<typeof needsOf>["reads"]>): Draft<void> {
  const { totals, funding } = snapshot.items;
  const due = dueOf(snapshot.items.position);
  if (!due) throw new NotDue();
  const { position, at } = due;
  const { holdId } = holdOf(position.positionId, walletOf(position));
  if (snapshot.holds.get(holdId)?.remaining !== position.amount) throw new Table.ConditionFailed();
  const pool = poolsOf(funding)(position.poolId);
  const settled = settledAt(position, pool.rate, BigInt(Date.parse(at)));
  const added = addable(position, pool, settled.rewards, snapshot);
  if (added === 0n || !affords(fundingOf(funding), added, pool)) throw new NothingToAdd();
  const change = {
    amount: position.amount + added,
    rewards: settled.rewards - added,
    index: settled.index,
    compoundsAt: nextDay(at),
  };
  return draftOf({ position, pool, totals: totalsOf(totals) }, added, change);
}

/** Returns the part of the rewards that the pool's maximum and the rewards account allow. */
function addable(
  { mode, amount }: Position,
  { active, maxStake }: Pool,
  rewards: bigint,
  snapshot: Pick<Snapshot, "shards">,
): bigint {
  const room = maxStake - amount;
  if (!active || room <= 0n) return 0n;
  return payable(mode, rewards < room ? rewards : room, snapshot);
}

function draftOf(
  { position, pool, totals }: { readonly position: Position; readonly pool: Pool; readonly totals: Totals },
  added: bigint,
  change: Pick<Position, "amount" | "rewards" | "index"> & Partial<Position>,
): Draft<void> {
  const { positionId, mode } = position;
  const wallet = walletOf(position);
  const weightChange = { staked: added, tenths: added * pool.multiplierTenths, open: 0n };
  return {
    type: "REWARD",
    postings: [
      { ...rewardsAccount(mode), bucket: "available", amount: -added },
      { ...wallet, bucket: "held", amount: added },
    ],
    holds: [{ ...holdOf(positionId, wallet), change: added }],
    actorId: "staking",
    reason: `rewards of ${positionId}, added to it`,
    ...changeParts(position, change, totalsWrites(position, totals, weightChange, BigInt(Clock.nowMs())), {
      type: "stake.compounded",
      moved: added,
      paid: { kind: "compounded", amount: added },
    }),
    result: () => undefined,
  };
}
