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
import { stakeEvent } from "./events.ts";
import { affords, fundingKeys, fundingOf, payable } from "./funding.ts";
import { type Pool, poolKeys, poolsOf, stakedWrite } from "./pools.ts";
import { changeWrites, holdOf, paidWrites, positionKeys, positionOf, settledAt, view } from "./position.ts";
import type { Position, PositionView, Totals } from "./schema.ts";
import { rewardsAccount, walletOf } from "./token.ts";
import { totalsKey, totalsOf, totalsWrites } from "./weight.ts";

/**
 * Adding a position's rewards to its stake, daily from the instant on that its owner asks for it.
 *
 * At each due time what had accrued up to that very time is added, whenever the schedule comes: missed days are
 * made up for one after another, so the figures are those of days. What cannot be added stays in the position's
 * rewards, to be claimed or added another day: what is beyond the pool's maximum for one stake, or more than the
 * rewards account has; and all of it while the pool takes no stakes, while the rewards of so much more stake are
 * not funded as a new stake's must be, and while its owner owes money, who may not stake either.
 */

const nextDay = (time: string): string => toIso(Date.parse(time) + DAY_MS);

/**
 * Says whether a position's rewards are added to it from now on: the first time in a day. What is so already
 * stays as it is.
 * @throws POSITION_NOT_FOUND, POSITION_COMPLETED, CONTENTION
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
      if (before.status === "completed")
        return Idempotency.refuse(fail(PositionCompleted, { details: { positionId } }), claim);
      const change = { compoundsAt: enabled ? nextDay(Clock.nowIso()) : undefined };
      const isSo = enabled === (before.compoundsAt !== undefined);
      const after = isSo ? before : { ...before, ...change };
      const result = view(after, poolsOf(pools)(before.poolId));
      const writes = isSo ? [] : changeWrites(before, change);
      return { writes: [...Idempotency.recording(claim, result), ...writes], result };
    },
  );
}

/** Names a position. */
export type PositionRef = Owner & { readonly positionId: string };

/**
 * Makes up for all due times of a position that have come, one after another, each in a transaction of its own.
 * Those after the end of its lock wait until the position is one of the flexible pool.
 * @returns whether there were any
 */
export async function catchUp(ref: PositionRef): Promise<boolean> {
  let did = false;
  while (await compoundOnce(ref)) did = true;
  return did;
}

/** No due time has come. */
class NotDue extends Error {
  override readonly name = "NotDue";
}

/** A due time has come, and nothing can be added. */
class NothingToAdd extends Error {
  override readonly name = "NothingToAdd";
}

/** Deals with the next due time that has come. @returns whether there was one */
async function compoundOnce(ref: PositionRef): Promise<boolean> {
  try {
    await Policy.post(needsOf(ref), (snapshot) => compounding(snapshot));
    return true;
  } catch (error) {
    if (error instanceof NotDue) return false;
    if (!(error instanceof NothingToAdd) && !isAnyOf(error, [AccountInDebt])) throw error;
    return passOver(ref);
  }
}

function needsOf(ref: PositionRef) {
  const wallet = walletOf(ref);
  return {
    initiator: wallet.account,
    holds: [holdOf(ref.positionId, wallet)],
    reads: { position: openPosition.key(ref), totals: totalsKey(ref), funding: fundingKeys(ref.mode) },
    // A debtor may not stake: nothing is added either.
    rejectIfInDebt: true as const,
  };
}

/** Leaves the next due time that has come as it is: what has accrued is there at the one after. */
const passOver = (ref: PositionRef): Promise<boolean> =>
  Table.change(
    () => Table.get(openPosition.key(ref)),
    (item) => {
      const due = dueOf(item);
      if (!due) return { writes: [], result: false };
      return { writes: changeWrites(due.position, { compoundsAt: nextDay(due.at) }), result: true };
    },
  );

/** The position that an item is, and its due time that has come; undefined where none has. */
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
 * The entry of a due time, over exactly what was read.
 * @throws NotDue, NothingToAdd; ConditionFailed where the position's hold is of another instant
 */
function compounding(snapshot: Snapshot<ReturnType<typeof needsOf>["reads"]>): Draft<void> {
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

/** How much of what has accrued fits into the pool's maximum, and is there to be paid. */
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

interface Situation {
  readonly position: Position;
  readonly pool: Pool;
  readonly totals: Totals;
}

function draftOf(
  { position, pool, totals }: Situation,
  added: bigint,
  change: Pick<Position, "amount" | "rewards" | "index"> & Partial<Position>,
): Draft<void> {
  const { positionId, mode } = position;
  const wallet = walletOf(position);
  const heavier = { staked: added, tenths: added * pool.multiplierTenths, open: 0n };
  return {
    type: "REWARD",
    postings: [
      { ...rewardsAccount(mode), bucket: "available", amount: -added },
      { ...wallet, bucket: "held", amount: added },
    ],
    holds: [{ ...holdOf(positionId, wallet), change: added }],
    actorId: "staking",
    reason: `rewards of ${positionId}, added to it`,
    reference: { kind: "stake", id: positionId },
    extraWrites: (entry) => [
      ...changeWrites(position, change),
      ...totalsWrites(position, totals, heavier, BigInt(Clock.nowMs())),
      stakedWrite(position, position, change),
      ...paidWrites(position, "compounded", added, entry),
    ],
    events: ({ transactionHash }) => [
      stakeEvent(
        "stake.compounded",
        { ...position, ...change, version: position.version + 1n },
        { moved: added, transactionHash },
      ),
    ],
    result: () => undefined,
  };
}
