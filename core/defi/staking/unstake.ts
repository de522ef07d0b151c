import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { toIso } from "../../kernel/time.ts";
import { systemRef } from "../../ledger/accounts.ts";
import { type Draft, posting, type Snapshot } from "../../ledger/draft.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { AmountExceedsStake, PositionCompleted, PositionLocked, StakeIsVoting } from "./errors.ts";
import { payable } from "./funding.ts";
import { type Pool, poolKeys, poolsOf } from "./pools.ts";
import { changeParts, holdOf, positionKeys, positionOf, settledAt, view } from "./position.ts";
import { penaltyOf } from "./rewards.ts";
import type { Position, Totals, Unstaked } from "./schema.ts";
import { formatted, rewardPostings, token, walletOf } from "./token.ts";
import { totalsKey, totalsOf, totalsWrites } from "./weight.ts";

interface Withdrawal {
  readonly positionId: string;
  /** Decimal string, in whole units of the platform's token. */
  readonly amount: string;
  /** Accepts the penalty of a locked position. Has no effect otherwise. */
  readonly forceEarly?: boolean | undefined;
}

/**
 * Withdraws some or all of a stake to the actor's wallet. Before the unlock date this requires `forceEarly`, and 10 % of
 * the amount, rounded up, go to the treasury. The remaining stake continues to accrue. A complete withdrawal also pays
 * the rewards; rewards beyond the balance of the rewards account remain claimable.
 * @throws POSITION_NOT_FOUND, POSITION_COMPLETED, INVALID_AMOUNT, AMOUNT_EXCEEDS_STAKE, POSITION_LOCKED,
 *   STAKE_IS_VOTING, and as `Policy.post`
 */
export async function unstake(
  actor: UserActor,
  withdrawal: Withdrawal,
  claim?: Idempotency.Claim<Unstaked>,
): Promise<Unstaked> {
  const keys = positionKeys(actor, withdrawal.positionId);
  const amount = Money.inField("amount", () => Money.parse(withdrawal.amount, token.decimals));
  if (amount === 0n)
    throw fail(Money.InvalidAmount, {
      message: text("The amount must be more than zero.", "Le montant doit être supérieur à zéro."),
    });
  const needs = { ...needsOf(actor, withdrawal.positionId), idempotency: claim };
  return Policy.post(needs, async (snapshot) => {
    const situation = await situationOf(keys, walletOf(actor), snapshot);
    return draftOf(checkWithdrawal(situation, withdrawal, amount), snapshot);
  });
}

/**
 * Withdraws a whole stake for the owner of a closed account, locked or not, without penalty. It goes to `suspense`, with
 * a flag (`core/policy`). Unpaid rewards remain claimable.
 * @throws POSITION_NOT_FOUND, POSITION_COMPLETED, and as `Policy.post`
 */
export function unstakeForClosedAccount(owner: Owner, positionId: string): Promise<Unstaked> {
  const keys = positionKeys(owner, positionId);
  return Policy.post({ ...needsOf(owner, positionId), payDebtsFirst: true }, async (snapshot) => {
    const situation = await situationOf(keys, walletOf(owner), snapshot);
    const all = { amount: situation.position.amount, penalty: 0n, nowMs: Clock.nowMs() };
    return draftOf({ ...situation, ...all }, snapshot);
  });
}

function needsOf(owner: Owner, positionId: string) {
  const [open, completed] = positionKeys(owner, positionId);
  const wallet = walletOf(owner);
  return {
    initiator: wallet.account,
    holds: [holdOf(positionId, wallet)],
    reads: { open, completed, totals: totalsKey(owner), pools: poolKeys(owner.mode) },
  };
}

/** @throws POSITION_NOT_FOUND */
export const unstakeReads = (owner: Owner, { positionId }: Pick<Withdrawal, "positionId">): Table.Reads =>
  Policy.readsOf(needsOf(owner, positionId));

interface Situation {
  readonly position: Position;
  readonly pool: Pool;
  readonly totals: Totals;
  readonly wallet: AccountRef;
}

/**
 * @throws POSITION_NOT_FOUND, POSITION_COMPLETED; ConditionFailed if position and hold were read at different
 *   instants
 */
async function situationOf(
  keys: readonly [Key, Key],
  wallet: AccountRef,
  { items: { open, completed, totals, pools }, holds }: Snapshot<ReturnType<typeof needsOf>["reads"]>,
): Promise<Situation> {
  const position = await positionOf(keys, open, completed);
  const { positionId, poolId, status } = position;
  if (status === "completed") throw fail(PositionCompleted, { details: { positionId } });
  if (holds.get(holdOf(positionId, wallet).holdId)?.remaining !== position.amount)
    throw new Table.ConditionFailed();
  return { position, pool: poolsOf(pools)(poolId), totals: totalsOf(totals), wallet };
}

interface CheckedWithdrawal extends Situation {
  readonly amount: bigint;
  readonly penalty: bigint;
  readonly nowMs: number;
}

/** @throws AMOUNT_EXCEEDS_STAKE, POSITION_LOCKED, STAKE_IS_VOTING */
function checkWithdrawal(
  situation: Situation,
  { forceEarly }: Withdrawal,
  amount: bigint,
): CheckedWithdrawal {
  const { amount: staked, unlockDate } = situation.position;
  if (amount > staked) throw fail(AmountExceedsStake, { details: formatted({ amount, staked }) });
  const nowMs = Clock.nowMs();
  const locked = unlockDate !== undefined && nowMs < Date.parse(unlockDate);
  const penalty = locked ? penaltyOf(amount) : 0n;
  if (locked && !forceEarly)
    throw fail(PositionLocked, { details: { unlockDate, ...formatted({ penalty }) } });
  const votingUntilMs = Number(situation.totals.votingUntilMs ?? 0n);
  if (locked && nowMs <= votingUntilMs)
    throw fail(StakeIsVoting, { details: { votingUntil: toIso(votingUntilMs) } });
  return { ...situation, amount, penalty, nowMs };
}

function draftOf(
  { position, pool, totals, wallet, amount, penalty, nowMs }: CheckedWithdrawal,
  snapshot: Pick<Snapshot, "shards">,
): Draft<Unstaked> {
  const { mode, userId, positionId } = position;
  const remaining = position.amount - amount;
  const settled = settledAt(position, pool.rate, BigInt(nowMs));
  const rewardsPaid = remaining === 0n ? payable(mode, settled.rewards, snapshot) : 0n;
  const change = {
    amount: remaining,
    rewards: settled.rewards - rewardsPaid,
    index: settled.index,
    status: remaining === 0n ? ("completed" as const) : position.status,
  };
  const weightChange = {
    staked: -amount,
    tenths: -amount * pool.multiplierTenths,
    open: remaining === 0n ? -1n : 0n,
  };
  return {
    type: "UNSTAKE",
    postings: [
      ...releasePostings(mode, wallet, amount, penalty),
      ...rewardPostings(mode, wallet, rewardsPaid),
    ],
    holds: [{ ...holdOf(positionId, wallet), change: -amount }],
    actorId: userId,
    reason: penalty > 0n ? `unstake ${positionId} before its unlock date` : `unstake ${positionId}`,
    ...changeParts(position, change, totalsWrites(position, totals, weightChange, BigInt(nowMs)), {
      type: "stake.unstaked",
      moved: amount,
      penalty,
      paid: { kind: "unstaked", amount: rewardsPaid },
    }),
    result: ({ entryId, transactionHash, createdAt }) => ({
      entryId,
      createdAt,
      transactionHash,
      amount,
      penalty,
      received: amount - penalty,
      rewardsPaid,
      position: view({ ...position, ...change }, pool),
    }),
  };
}

const releasePostings = (mode: Mode, wallet: AccountRef, amount: bigint, penalty: bigint): Posting[] => [
  posting(wallet, -amount, "held"),
  // The penalty is rounded up, so that it takes a single base unit completely.
  ...(amount === penalty ? [] : [posting(wallet, amount - penalty)]),
  ...(penalty === 0n ? [] : [posting(systemRef(mode, "treasury", token.symbol), penalty)]),
];
