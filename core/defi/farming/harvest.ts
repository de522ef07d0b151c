import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Money from "../../kernel/money/index.ts";
import type { Draft } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { token } from "../staking/token.ts";
import { farmEvent, told } from "./api-events.ts";
import { getReward } from "./engine/farm.ts";
import { FarmingPositionNotFound } from "./errors.ts";
import { farmHarvested } from "./events.ts";
import { after, farmWrite } from "./farms.ts";
import { positionWrite } from "./positions.ts";
import { rewardPostings } from "./postings.ts";
import type { Harvested, PositionView } from "./schema.ts";
import { inFarm, placeOf, type Situation, viewAfter } from "./situation.ts";
import { positionView } from "./valuation.ts";

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
