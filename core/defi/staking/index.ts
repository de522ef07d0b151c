import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import { InsufficientBalance } from "../../ledger/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { AboveMaximum, BelowMinimum, PoolInactive, PositionLimit, RewardsNotFunded } from "./errors.ts";
import { stakeEvent } from "./events.ts";
import { affords, type Funding, fundedUntil, fundingKeys, fundingOf, payable } from "./funding.ts";
import { defaultOf, NO_PART, type Pool, poolKeys, poolsOf, stakedWrite } from "./pools.ts";
import {
  changeParts,
  createWrite,
  holdOf,
  newPosition,
  positionKeys,
  positionOf,
  settledAt,
  view,
} from "./position.ts";
import type { Claimed, Staked, Totals } from "./schema.ts";
import { formatted, holdPostings, rewardPostings, token, walletOf } from "./token.ts";
import { totalsKey, totalsOf, totalsWrites } from "./weight.ts";

/**
 * Staking (spec 2, sections 2.3, 3 and 4.3): a user's tokens held in a pool earn rewards by the second and count in
 * votes. This file creates stakes and pays rewards; `unstake.ts` withdraws stakes.
 */

/** The maximum of open positions of an account. */
export const MAX_OPEN = 1000n;

/**
 * Stakes an amount from the actor's wallet in a pool.
 * @param amount decimal string, in whole units of the platform's token
 * @throws POOL_NOT_FOUND, INVALID_AMOUNT, POOL_INACTIVE, BELOW_MINIMUM, ABOVE_MAXIMUM, INSUFFICIENT_BALANCE
 *   (also without a wallet), POSITION_LIMIT_REACHED, REWARDS_NOT_FUNDED, ACCOUNT_IN_DEBT, and as
 *   `Policy.post`
 */
export async function stake(
  actor: UserActor,
  { poolId, amount }: { readonly poolId: string; readonly amount: string },
  claim?: Idempotency.Claim<Staked>,
): Promise<Staked> {
  const { id } = defaultOf(poolId);
  const units = Money.inField("amount", () => Money.parse(amount, token.decimals));
  const positionId = Ids.create("stake");
  return Policy.post({ ...needsOf(actor), idempotency: claim }, ({ state, items }) => {
    const pool = poolsOf(items.funding)(id);
    const totals = totalsOf(items.totals);
    checkStake(pool, units);
    if (!state) {
      const details = { ...formatted({ required: units, available: 0n }), currency: token.symbol };
      throw fail(InsufficientBalance, { details });
    }
    if (totals.open >= MAX_OPEN) throw fail(PositionLimit, { details: { limit: Number(MAX_OPEN) } });
    checkFunding(fundingOf(items.funding), pool, units);
    return stakeDraft(actor, positionId, pool, units, totals);
  });
}

const needsOf = (owner: Owner) => ({
  initiator: walletOf(owner).account,
  reads: { totals: totalsKey(owner), funding: fundingKeys(owner.mode) },
  rejectIfInDebt: true as const,
});

export const stakeReads = (owner: Owner): Table.Reads => Policy.readsOf(needsOf(owner));

/** @throws POOL_INACTIVE, BELOW_MINIMUM, ABOVE_MAXIMUM */
function checkStake({ id: poolId, active, minStake, maxStake }: Pool, amount: bigint): void {
  if (!active) throw fail(PoolInactive, { details: { poolId } });
  if (amount < minStake)
    throw fail(BelowMinimum, { details: { poolId, ...formatted({ amount, minStake }) } });
  if (amount > maxStake)
    throw fail(AboveMaximum, { details: { poolId, ...formatted({ amount, maxStake }) } });
}

/**
 * Checks the funding. Concurrent stakes do not see each other, so the account may last less than the longest lock; the
 * shortage remains owed.
 * @throws REWARDS_NOT_FUNDED
 */
function checkFunding(funding: Funding, pool: Pool, amount: bigint): void {
  if (affords(funding, amount, pool)) return;
  throw fail(RewardsNotFunded, {
    details: { poolId: pool.id, rewardsFundedUntil: fundedUntil(funding) ?? null },
  });
}

function stakeDraft(
  actor: UserActor,
  positionId: string,
  pool: Pool,
  amount: bigint,
  totals: Totals,
): Draft<Staked> {
  const wallet = walletOf(actor);
  const nowMs = Clock.nowMs();
  const position = newPosition(actor, positionId, pool, amount, nowMs);
  const change = { staked: amount, tenths: amount * pool.multiplierTenths, open: 1n };
  return {
    type: "STAKE",
    postings: holdPostings(wallet, amount),
    holds: [{ ...holdOf(positionId, wallet), change: amount }],
    actorId: actor.userId,
    reason: `stake ${positionId} in ${pool.id}`,
    reference: { kind: "stake", id: positionId },
    extraWrites: [
      createWrite(position),
      ...totalsWrites(actor, totals, change, BigInt(nowMs)),
      stakedWrite(position, NO_PART, position),
    ],
    events: ({ transactionHash }) => [
      stakeEvent("stake.created", position, { moved: amount, transactionHash }),
    ],
    result: ({ transactionHash }) => ({ position: view(position, pool), transactionHash }),
  };
}

/** Thrown if nothing can be paid, since an entry needs postings. */
class NothingToPay extends Error {
  override readonly name = "NothingToPay";
  readonly owed: bigint;
  constructor(owed: bigint) {
    super("nothing to pay");
    this.owed = owed;
  }
}

/**
 * Pays a position's rewards to the actor's wallet, also those of a completed position. If the rewards account has less,
 * the rest remains owed. If nothing can be paid, writes only the idempotency record.
 * @throws POSITION_NOT_FOUND, and as `Policy.post`
 */
export async function claim(
  actor: UserActor,
  positionId: string,
  idempotency?: Idempotency.Claim<Claimed>,
): Promise<Claimed> {
  const keys = positionKeys(actor, positionId);
  try {
    return await Policy.post({ ...claimNeeds(actor, positionId), idempotency }, (snapshot) =>
      claimDraft(keys, snapshot),
    );
  } catch (error) {
    if (!(error instanceof NothingToPay)) throw error;
    const result = {
      ...{ positionId, claimed: 0n, rewards: error.owed },
      ...{ entryId: "", transactionHash: "", createdAt: Clock.nowIso() },
    };
    // Recorded, so that a repeated request gets the same result although rewards have accrued since.
    if (idempotency) await Idempotency.recordResult(idempotency, result);
    return result;
  }
}

/**
 * Pays the rewards of a stake of a closed account to `suspense`, with a flag (`core/policy`). Does nothing if
 * nothing can be paid.
 * @throws POSITION_NOT_FOUND, and as `Policy.post`
 */
export async function claimForClosedAccount(owner: Owner, positionId: string): Promise<void> {
  const keys = positionKeys(owner, positionId);
  try {
    await Policy.post({ ...claimNeeds(owner, positionId), payDebtsFirst: true }, (snapshot) =>
      claimDraft(keys, snapshot),
    );
  } catch (error) {
    if (!(error instanceof NothingToPay)) throw error;
  }
}

function claimNeeds(owner: Owner, positionId: string) {
  const [open, completed] = positionKeys(owner, positionId);
  return { initiator: walletOf(owner).account, reads: { open, completed, pools: poolKeys(owner.mode) } };
}

/** @throws POSITION_NOT_FOUND */
export const claimReads = (owner: Owner, positionId: string): Table.Reads =>
  Policy.readsOf(claimNeeds(owner, positionId));

/** @throws POSITION_NOT_FOUND, NothingToPay */
async function claimDraft(
  keys: ReturnType<typeof positionKeys>,
  snapshot: Snapshot<ReturnType<typeof claimNeeds>["reads"]>,
): Promise<Draft<Claimed>> {
  const { open, completed, pools } = snapshot.items;
  const position = await positionOf(keys, open, completed);
  const { mode, userId, positionId, poolId } = position;
  const { rewards: due, index } = settledAt(position, poolsOf(pools)(poolId).rate, BigInt(Clock.nowMs()));
  const paid = payable(mode, due, snapshot);
  if (paid === 0n) throw new NothingToPay(due);
  const change = { rewards: due - paid, index };
  return {
    type: "REWARD",
    postings: rewardPostings(mode, walletOf(position), paid),
    actorId: userId,
    reason: `rewards of ${positionId}`,
    ...changeParts(position, change, [], {
      type: "stake.claimed",
      moved: paid,
      paid: { kind: "claimed", amount: paid },
    }),
    result: ({ entryId, transactionHash, createdAt }) => ({
      ...{ positionId, claimed: paid, rewards: due - paid },
      ...{ entryId, transactionHash, createdAt },
    }),
  };
}
