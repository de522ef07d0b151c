import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import { amountOf, type Draft } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { formatAmounts } from "../exchange/requests.ts";
import { exit as exitFarm, getReward, withdraw } from "./engine/farm.ts";
import { FarmingPositionNotFound, SharesExceeded } from "./errors.ts";
import { draftOf, farmOfPosition, inFarm, type Situation } from "./operation.ts";
import type { Exited, Harvested, PositionView, Withdrawn } from "./schema.ts";
import { positionView } from "./valuation.ts";

/** Withdrawing shares from a farm and harvesting rewards. Both are always possible, also in an ended farm. */

/**
 * Withdraws some or all shares. They can then be removed from the pool; their rewards remain to be harvested.
 * @param amount decimal string, in whole shares
 * @throws FARMING_POSITION_NOT_FOUND, INVALID_AMOUNT, SHARES_EXCEEDED, CONTENTION; AlreadyDone, for the chain to
 *   replay
 */
export async function withdrawShares(
  actor: UserActor,
  { positionId, amount }: { readonly positionId: string; readonly amount: string },
  claim?: Idempotency.Claim<Withdrawn>,
): Promise<Withdrawn> {
  const target = await farmOfPosition(actor, positionId);
  const shares = amountOf("amount", amount, target.pair.shareDecimals);
  return inFarm(actor, {
    target,
    paying: false,
    claim,
    draft: (situation) => withdrawDraft(situation, shares),
  });
}

function withdrawDraft(situation: Situation, shares: bigint): Draft<Withdrawn> {
  const { farm, position, pair, now } = situation;
  if (position.version === 0n) throw fail(FarmingPositionNotFound);
  if (shares > position.balance)
    throw fail(SharesExceeded, {
      details: formatAmounts({ amount: shares, shares: position.balance }, pair.shareDecimals),
    });
  const next = withdraw({ farm, account: position }, shares, now);
  return draftOf(situation, { ...next, withdrawn: shares }, { withdrawn: shares });
}

/**
 * Withdraws all shares and pays all rewards in one entry. Opens the wallet if it does not exist.
 * @throws FARMING_POSITION_NOT_FOUND, also for a position without shares; WALLET_LIMIT_REACHED, CONTENTION;
 *   AlreadyDone, for the chain to replay
 */
export async function exit(
  actor: UserActor,
  positionId: string,
  claim?: Idempotency.Claim<Exited>,
): Promise<Exited> {
  const target = await farmOfPosition(actor, positionId);
  return inFarm(actor, { target, paying: true, claim, draft: exitDraft });
}

/**
 * Exits for the owner of a closed account: the rewards go to `suspense`, with a flag (`core/policy`).
 * @throws FARMING_POSITION_NOT_FOUND, and as `Policy.post`
 */
export async function exitForClosedAccount(owner: Owner, positionId: string): Promise<Exited> {
  const target = await farmOfPosition(owner, positionId);
  return inFarm(owner, { target, paying: true, payDebtsFirst: true, claim: undefined, draft: exitDraft });
}

function exitDraft(situation: Situation): Draft<Exited> {
  const { farm, position, now } = situation;
  if (position.balance === 0n) throw fail(FarmingPositionNotFound);
  const { amount: withdrawn, ...next } = exitFarm({ farm, account: position }, now);
  return draftOf(situation, { ...next, withdrawn }, { withdrawn, harvested: next.reward });
}

/** Thrown if nothing was earned: an entry without postings cannot be made. */
class NothingToHarvest extends Error {
  override readonly name = "NothingToHarvest";
  readonly position: PositionView;
  constructor(position: PositionView) {
    super("nothing to harvest");
    this.position = position;
  }
}

/**
 * Pays the position's rewards to the actor's wallet, and opens the wallet if it does not exist. If nothing was earned,
 * writes only the idempotency record.
 * @throws FARMING_POSITION_NOT_FOUND, WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function harvest(
  actor: UserActor,
  positionId: string,
  claim?: Idempotency.Claim<Harvested>,
): Promise<Harvested> {
  const target = await farmOfPosition(actor, positionId);
  try {
    return await inFarm(actor, { target, paying: true, claim, draft: harvestDraft });
  } catch (error) {
    if (!(error instanceof NothingToHarvest)) throw error;
    const result = { position: error.position, harvested: 0n, transactionHash: "" };
    // Recorded, so that a repeated request gets the same result although rewards were earned since.
    if (claim) await Idempotency.recordResult(claim, result);
    return result;
  }
}

/**
 * Harvests for the owner of a closed account: the rewards go to `suspense`, with a flag (`core/policy`).
 * @throws FARMING_POSITION_NOT_FOUND, NothingToHarvest, and as `Policy.post`
 */
export async function harvestForClosedAccount(owner: Owner, positionId: string): Promise<Harvested> {
  const target = await farmOfPosition(owner, positionId);
  return inFarm(owner, { target, paying: true, payDebtsFirst: true, claim: undefined, draft: harvestDraft });
}

function harvestDraft(situation: Situation): Draft<Harvested> {
  const { farm, position, pool, prices, now } = situation;
  if (position.version === 0n) throw fail(FarmingPositionNotFound);
  const next = getReward({ farm, account: position }, now);
  if (next.reward === 0n) throw new NothingToHarvest(positionView(position, farm, pool, prices));
  return draftOf(situation, next, { harvested: next.reward });
}
