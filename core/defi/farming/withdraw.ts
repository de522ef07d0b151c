import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import type { Draft } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Liquidity from "../exchange/positions.ts";
import { token } from "../staking/token.ts";
import { exit as exitFarm, getReward, withdraw } from "./engine/farm.ts";
import { FarmingPositionNotFound, SharesExceeded } from "./errors.ts";
import { farmEvent, farmHarvested, farmWithdrawn, told } from "./events.ts";
import { after, farmWrite } from "./farms.ts";
import {
  inFarm,
  placeOf,
  positionWrite,
  rewardPostings,
  type Situation,
  viewAfter,
  withdrawPostings,
} from "./operation.ts";
import type { Exited, Harvested, PositionView, Withdrawn } from "./schema.ts";
import { positionView } from "./valuation.ts";

/** Taking shares back out of a farm. Nothing ever stands in the way of it. */

/**
 * Takes shares back, in part or whole, at once: they can be removed from the pool again. What they have earned
 * stays to be harvested.
 * @param amount decimal string, in whole shares
 * @throws FARMING_POSITION_NOT_FOUND, INVALID_AMOUNT, SHARES_EXCEEDED, CONTENTION; AlreadyDone, for the chain to
 *   replay
 */
export async function withdrawShares(
  actor: UserActor,
  { positionId, amount }: { readonly positionId: string; readonly amount: string },
  claim?: Idempotency.Claim<Withdrawn>,
): Promise<Withdrawn> {
  const place = await placeOf(actor, positionId);
  const shares = amountOf("amount", amount, place.pair.shareDecimals);
  return inFarm(actor, { place, paying: false, claim, draft: (situation) => taking(situation, shares) });
}

/**
 * Takes all shares back and pays all that was earned, in one entry. Opens the wallet where there is none.
 * @throws FARMING_POSITION_NOT_FOUND, also of one without shares; WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone,
 *   for the chain to replay
 */
export async function exit(
  actor: UserActor,
  positionId: string,
  claim?: Idempotency.Claim<Exited>,
): Promise<Exited> {
  const place = await placeOf(actor, positionId);
  return inFarm(actor, { place, paying: true, claim, draft: leaving });
}

/**
 * As `exit`, of somebody whose account is closed: what was earned goes to `suspense`, with a flag (`core/policy`).
 * @throws FARMING_POSITION_NOT_FOUND, and as `Ledger.post`
 */
export async function exitOfClosed(owner: Owner, positionId: string): Promise<Exited> {
  const place = await placeOf(owner, positionId);
  return inFarm(owner, { place, paying: true, payDebtsFirst: true, claim: undefined, draft: leaving });
}

function taking(situation: Situation, shares: bigint): Draft<Withdrawn> {
  const { farm, position, pair, now } = situation;
  if (position.version === 0n) throw fail(FarmingPositionNotFound);
  if (shares > position.balance)
    throw fail(SharesExceeded, {
      details: {
        amount: Money.format(shares, pair.shareDecimals),
        shares: Money.format(position.balance, pair.shareDecimals),
      },
    });
  const next = withdraw({ farm, account: position }, shares, now);
  const [farmAfter, positionAfter] = [after(farm, next.farm, now), { ...position, ...next.account }];
  return {
    ...withdrawal(situation, shares),
    extraWrites: [
      farmWrite(farm, farmAfter),
      positionWrite(position, positionAfter),
      releaseWrite(situation, shares),
    ],
    events: (entry) => [
      Outbox.write(farmWithdrawn, told(situation, positionAfter, entry, shares)),
      farmEvent("farm.withdrawn", situation, positionAfter, entry, { moved: shares }),
    ],
    result: ({ transactionHash }) => ({
      position: viewAfter(situation, farmAfter, positionAfter),
      withdrawn: shares,
      transactionHash,
    }),
  };
}

function leaving(situation: Situation): Draft<Exited> {
  const { farm, position, now } = situation;
  if (position.balance === 0n) throw fail(FarmingPositionNotFound);
  const { amount, reward, ...next } = exitFarm({ farm, account: position }, now);
  const farmAfter = after(farm, next.farm, now, reward);
  const positionAfter = { ...position, ...next.account, paid: position.paid + reward };
  const { postings, ...entry } = withdrawal(situation, amount);
  return {
    ...entry,
    postings: [...postings, ...rewardPostings(situation, reward)],
    extraWrites: [
      farmWrite(farm, farmAfter),
      positionWrite(position, positionAfter),
      releaseWrite(situation, amount),
    ],
    events: (made) => {
      const said = told(situation, positionAfter, made, amount);
      const harvest = { ...said, amount: Money.format(reward, token.decimals), asset: token.symbol };
      return [
        Outbox.write(farmWithdrawn, said),
        ...(reward === 0n ? [] : [Outbox.write(farmHarvested, harvest)]),
        farmEvent("farm.withdrawn", situation, positionAfter, made, { moved: amount }),
        ...(reward === 0n
          ? []
          : [farmEvent("farm.harvested", situation, positionAfter, made, { harvested: reward })]),
      ];
    },
    result: ({ transactionHash }) => ({
      position: viewAfter(situation, farmAfter, positionAfter),
      withdrawn: amount,
      harvested: reward,
      transactionHash,
    }),
  };
}

const withdrawal = (situation: Situation, shares: bigint) => ({
  type: "FARM_WITHDRAW" as const,
  postings: withdrawPostings(situation, shares),
  actorId: situation.owner.userId,
  reason: `shares out of the farm ${situation.farm.farmId}`,
  reference: { kind: "farming" as const, id: situation.position.positionId },
});

/** The write that lets shares be removed from the pool again. */
const releaseWrite = ({ liquidity }: Situation, shares: bigint) =>
  Liquidity.positionWrite(liquidity, { ...liquidity, farmed: liquidity.farmed - shares });

/** Paying what a position has earned. */

/** Thrown where there is no entry to be made: one must move something. */
class NothingToHarvest extends Error {
  override readonly name = "NothingToHarvest";
  readonly position: PositionView;
  constructor(position: PositionView) {
    super("there is nothing to harvest");
    this.position = position;
  }
}

/**
 * Pays what the position has earned to the actor's wallet, which is opened where there is none. Where that is
 * nothing, nothing is written but the request's idempotency record.
 * @throws FARMING_POSITION_NOT_FOUND, WALLET_LIMIT_REACHED, CONTENTION; AlreadyDone, for the chain to replay
 */
export async function harvest(
  actor: UserActor,
  positionId: string,
  claim?: Idempotency.Claim<Harvested>,
): Promise<Harvested> {
  const place = await placeOf(actor, positionId);
  try {
    return await inFarm(actor, { place, paying: true, claim, draft: harvesting });
  } catch (error) {
    if (!(error instanceof NothingToHarvest)) throw error;
    const result = { position: error.position, harvested: 0n, transactionHash: "" };
    // Kept, so that a repetition is answered alike though rewards have been earned since.
    if (claim) await Idempotency.keep(claim, result);
    return result;
  }
}

/**
 * Pays what was earned of somebody whose account is closed: it goes to `suspense`, with a flag (`core/policy`).
 * @throws FARMING_POSITION_NOT_FOUND, and as `Ledger.post`
 */
export async function harvestOfClosed(owner: Owner, positionId: string): Promise<Harvested> {
  const place = await placeOf(owner, positionId);
  return inFarm(owner, { place, paying: true, payDebtsFirst: true, claim: undefined, draft: harvesting });
}

/** The entry that pays. @throws FARMING_POSITION_NOT_FOUND, NothingToHarvest */
function harvesting(situation: Situation): Draft<Harvested> {
  const { owner, farm, position, pool, prices, now } = situation;
  if (position.version === 0n) throw fail(FarmingPositionNotFound);
  const { reward, ...next } = getReward({ farm, account: position }, now);
  if (reward === 0n) throw new NothingToHarvest(positionView(position, farm, pool, prices));
  const farmAfter = after(farm, next.farm, now, reward);
  const positionAfter = { ...position, ...next.account, paid: position.paid + reward };
  return {
    type: "REWARD",
    postings: rewardPostings(situation, reward),
    actorId: owner.userId,
    reason: `rewards of the farm ${farm.farmId}`,
    reference: { kind: "farming", id: position.positionId },
    extraWrites: [farmWrite(farm, farmAfter), positionWrite(position, positionAfter)],
    events: (entry) => [
      Outbox.write(farmHarvested, {
        ...told(situation, positionAfter, entry, 0n),
        amount: Money.format(reward, token.decimals),
        asset: token.symbol,
      }),
      farmEvent("farm.harvested", situation, positionAfter, entry, { harvested: reward }),
    ],
    result: ({ transactionHash }) => ({
      position: viewAfter(situation, farmAfter, positionAfter),
      harvested: reward,
      transactionHash,
    }),
  };
}
