import type { UserActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf, type Draft } from "../../ledger/draft.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { EMPTY } from "../exchange/engine/pool.ts";
import { poolKey, poolOf, readExchange } from "../exchange/pools.ts";
import { insufficient } from "../exchange/requests.ts";
import { pricesOrNone } from "../exchange/valuation.ts";
import { stake } from "./engine/farm.ts";
import { FarmEnded, FarmingPositionNotFound } from "./errors.ts";
import { farmOf, keyOf, readFarms, requireFarm } from "./farms.ts";
import {
  draftOf,
  farmOfPosition,
  inFarm,
  pairOf,
  positionKey,
  positionOf,
  rangeOf,
  readPositions,
  type Situation,
} from "./operation.ts";
import type { Farmed, PositionView } from "./schema.ts";
import { type FarmView, farmView, positionView } from "./valuation.ts";

/**
 * Farming: users put shares of the exchange's pools into a farm, which distributes an emission of the platform's token
 * among them by the second (`engine/farm.ts`). `withdraw.ts` has the users' other operations, `funding.ts` those of
 * governance.
 */

/** Returns all farms, the initial ones first. */
export async function list(mode: Mode): Promise<FarmView[]> {
  const [farms, { pools }, prices] = await Promise.all([readFarms(mode), readExchange(mode), pricesOrNone()]);
  return farms.map((farm) => farmView(farm, pools.get(farm.pairId)?.state ?? EMPTY, prices));
}

/** @throws FARM_NOT_FOUND */
export async function fromId(mode: Mode, farmId: string): Promise<FarmView> {
  const key = keyOf(mode, farmId);
  const pair = await pairOf(mode, farmId);
  const [[item, pool], prices] = await Promise.all([
    Table.getMany([key, poolKey(mode, pair)]),
    pricesOrNone(),
  ]);
  const farm = requireFarm(farmOf(mode, farmId, item), farmId);
  return farmView(farm, poolOf(mode, pair, pool).state, prices);
}

/** Returns the actor's open positions: those with shares or unpaid rewards. */
export async function positions(actor: UserActor): Promise<PositionView[]> {
  const [own, farms, { pools }, prices] = await Promise.all([
    readPositions(actor),
    readFarms(actor.mode),
    readExchange(actor.mode),
    pricesOrNone(),
  ]);
  return own
    .flatMap((position) => {
      const farm = farms.find(({ farmId }) => farmId === position.farmId);
      return farm ? [positionView(position, farm, pools.get(farm.pairId)?.state ?? EMPTY, prices)] : [];
    })
    .filter(({ status }) => status === "active")
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Returns the reads of `positions` that depend on its owner. */
export const positionsReads = (owner: Owner): Table.Reads => ({ ranges: [rangeOf(owner)] });

/**
 * Returns one of the actor's positions, also a closed one.
 * @throws FARMING_POSITION_NOT_FOUND, also for another user's
 */
export async function position(actor: UserActor, id: string): Promise<PositionView> {
  const { farmId, pair } = await farmOfPosition(actor, id);
  const [[farmItem, item, pool], prices] = await Promise.all([
    Table.getMany([keyOf(actor.mode, farmId), positionKey(actor, farmId), poolKey(actor.mode, pair)]),
    pricesOrNone(),
  ]);
  if (!item) throw fail(FarmingPositionNotFound);
  const farm = requireFarm(farmOf(actor.mode, farmId, farmItem), farmId);
  return positionView(positionOf(actor, farm, item), farm, poolOf(actor.mode, pair, pool).state, prices);
}

/**
 * Adds shares of the actor's liquidity position to a farm. They earn from now on, and cannot be removed from the pool
 * until they are withdrawn.
 * @param amount decimal string, in whole shares
 * @throws FARM_NOT_FOUND, FARM_ENDED, INVALID_AMOUNT, INSUFFICIENT_BALANCE if fewer shares are available,
 *   CONTENTION; AlreadyDone, for the chain to replay
 */
export async function stakeShares(
  actor: UserActor,
  { farmId, amount }: { readonly farmId: string; readonly amount: string },
  claim?: Idempotency.Claim<Farmed>,
): Promise<Farmed> {
  const target = { farmId, pair: await pairOf(actor.mode, farmId) };
  const shares = amountOf("amount", amount, target.pair.shareDecimals);
  return inFarm(actor, { target, paying: false, claim, draft: (situation) => stakeDraft(situation, shares) });
}

function stakeDraft(situation: Situation, shares: bigint): Draft<Farmed> {
  const { farm, position, now } = situation;
  if (farm.paused) throw fail(FarmEnded, { details: { farmId: farm.farmId } });
  assertFree(situation, shares);
  return draftOf(situation, { ...stake({ farm, account: position }, shares, now), staked: shares }, {});
}

/** @throws INSUFFICIENT_BALANCE */
function assertFree({ pair, liquidity: { lpTokens, farmed } }: Situation, shares: bigint): void {
  const free = lpTokens - farmed;
  if (shares <= free) return;
  const message = text(
    `You do not have that many available shares of the pool ${pair.id}. Enter a smaller amount.`,
    `Vous n'avez pas autant de parts disponibles du pool ${pair.id}. Saisissez un montant plus faible.`,
  );
  throw insufficient(shares, free, pair.shareAsset, pair.shareDecimals, message);
}
