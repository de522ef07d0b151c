import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, recover } from "../../kernel/errors.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import { systemRef } from "../../ledger/accounts.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef, Posting } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { wholePartition } from "../../platform/table/list.ts";
import * as Policy from "../../policy/index.ts";
import { newestKeys } from "../../prices/newest.ts";
import type { PoolState } from "../exchange/engine/pool.ts";
import { getPair, type Pair, positionAccount } from "../exchange/pairs.ts";
import { poolKey, poolOf } from "../exchange/pools.ts";
import * as Liquidity from "../exchange/positions.ts";
import type { Position as LiquidityPosition } from "../exchange/schema.ts";
import { type PriceList, pricesOrNone } from "../exchange/valuation.ts";
import { token, walletOf } from "../staking/token.ts";
import { position as positionEntity } from "./entity.ts";
import { FarmingPositionNotFound, FarmNotFound } from "./errors.ts";
import { farmOf, firstFarms, keyOf, mustBe, mutexOf, secondsOf } from "./farms.ts";
import { parsePositionId, positionId, rewardsOf } from "./names.ts";
import type { Farm, Position, PositionView } from "./schema.ts";
import { positionView } from "./valuation.ts";

/** What an operation in a farm depends on: read in one round trip, together with the ledger's own. */

export interface Situation {
  readonly owner: Owner;
  readonly pair: Pair;
  readonly farm: Farm;
  readonly position: Position;
  /** The user's shares of the farm's pool. */
  readonly liquidity: LiquidityPosition;
  readonly pool: PoolState;
  readonly prices: PriceList;
  /** Seconds since the epoch. */
  readonly now: bigint;
}

/** The pair of a farm: it never changes, and of those from the start is known. @throws FARM_NOT_FOUND */
export async function pairOf(mode: Mode, farmId: string): Promise<Pair> {
  const known = firstFarms.find((one) => one.farmId === farmId);
  if (known) return getPair(known.pairId);
  const item = await Table.get(keyOf(mode, farmId));
  return getPair(mustBe(farmOf(mode, farmId, item), farmId).pairId);
}

/** A farm by its id, and the pair whose shares it takes. */
export interface Place {
  readonly farmId: string;
  readonly pair: Pair;
}

/** Where one of the actor's positions is. @throws FARMING_POSITION_NOT_FOUND of somebody else's too */
export async function placeOf({ mode, userId }: Owner, positionId: string): Promise<Place> {
  const missing = () => {
    throw fail(FarmingPositionNotFound);
  };
  const named = parsePositionId(positionId);
  if (named?.userId !== userId || named.mode !== mode) return missing();
  const { farmId } = named;
  return { farmId, pair: await recover(FarmNotFound, pairOf(mode, farmId), missing) };
}

/** An operation, apart from what it depends on. */
interface Operation<T> {
  readonly place: Place;
  /** Whether the actor's wallet is paid. */
  readonly paying: boolean;
  /** Whether the payment to a closed account goes to `suspense` (`core/policy`). */
  readonly payDebtsFirst?: boolean;
  readonly claim: Idempotency.Claim<T> | undefined;
  draft(situation: Situation): Draft<T>;
}

/**
 * Makes one entry of the ledger of an operation in a farm, again where another was faster. Everybody in a farm meets
 * at its accumulator: within this process they wait for each other.
 * @throws FARM_NOT_FOUND, and as `Policy.post`
 */
export async function inFarm<T>(
  owner: Owner,
  { place: { farmId, pair }, paying, payDebtsFirst = false, claim, draft }: Operation<T>,
): Promise<T> {
  const prices = pricesOrNone();
  const needs = { ...needsOf(owner, { farmId, pair }, paying), payDebtsFirst, idempotency: claim };
  return withLocalMutex(mutexOf(owner.mode, farmId), () =>
    Policy.post(needs, async (snapshot) => draft(situationOf(owner, farmId, pair, snapshot, await prices))),
  );
}

function needsOf(owner: Owner, { farmId, pair }: Place, paying: boolean) {
  const wallet = walletOf(owner);
  return {
    ...(paying && { initiator: wallet.account, opens: [wallet] }),
    reads: {
      farm: keyOf(owner.mode, farmId),
      position: positionKey(owner, farmId),
      liquidity: Liquidity.positionKey(owner, pair.id),
      pool: poolKey(owner.mode, pair),
    },
  };
}

/** What an operation reads first in a farm from the start: of any other the pair is to be read. */
export function farmReads(owner: Owner, farmId: string, paying: boolean): Table.Reads {
  const known = firstFarms.find((one) => one.farmId === farmId);
  if (!known) return {};
  const { keys = [] } = Policy.readsOf(needsOf(owner, { farmId, pair: getPair(known.pairId) }, paying));
  return { keys: [...keys, ...newestKeys()] };
}

/** As `farmReads`, in the farm of one of the owner's positions. */
export function positionReads(owner: Owner, positionId: string, paying: boolean): Table.Reads {
  const named = parsePositionId(positionId);
  const isOwn = named?.userId === owner.userId && named.mode === owner.mode;
  return isOwn ? farmReads(owner, named.farmId, paying) : {};
}

function situationOf(
  owner: Owner,
  farmId: string,
  pair: Pair,
  { items: { farm: farmItem, position, liquidity, pool } }: Snapshot<ReturnType<typeof needsOf>["reads"]>,
  prices: PriceList,
): Situation {
  const farm = mustBe(farmOf(owner.mode, farmId, farmItem), farmId);
  return {
    owner,
    pair,
    farm,
    position: positionOf(owner, farm, position),
    liquidity: Liquidity.positionOf(owner, pair, liquidity),
    pool: poolOf(owner.mode, pair, pool).state,
    prices,
    now: secondsOf(farm),
  };
}

/** The position as it is shown after an operation. */
export const viewAfter = ({ pool, prices }: Situation, farm: Farm, position: Position): PositionView =>
  positionView({ ...position, version: position.version + 1n }, farm, pool, prices);

/**
 * Positions as items of the table: one per user and farm. A closed one stays, with nothing in it, so that its
 * version goes on.
 */

export const positionKey = ({ mode, userId }: Owner, farmId: string): Key =>
  positionEntity.key({ mode, userId, farmId });

/** The position that an item is; the user's empty one where there is none. */
export function positionOf(
  { mode, userId }: Owner,
  { farmId, pairId }: Pick<Position, "farmId" | "pairId">,
  item: Table.Item | undefined,
): Position {
  if (item) return positionEntity.parse(item);
  return {
    positionId: positionId({ mode, userId }, farmId),
    ...{ mode, userId, farmId, pairId },
    ...{ balance: 0n, userRewardPerTokenPaid: 0n, rewards: 0n, paid: 0n },
    createdAt: Clock.nowIso(),
    version: 0n,
  };
}

/** All positions of a user, closed ones too. */
export async function readPositions({ mode, userId }: Owner): Promise<Position[]> {
  const items = await Table.queryAll(rangeOf({ mode, userId }));
  return items.map(positionEntity.parse);
}

/** What `readPositions` reads. */
export const rangeOf = ({ mode, userId }: Owner): Table.QueryInput =>
  wholePartition(positionEntity, { mode, userId });

/** The write that changes a position from what was read. */
export const positionWrite = (before: Position, after: Position): Table.Write => ({
  put: positionEntity.item({
    ...after,
    userRewardPerTokenPaid: after.userRewardPerTokenPaid.toString(),
    version: before.version + 1n,
  }),
  where: positionEntity.unchanged(before),
});

/**
 * What farming moves in the ledger. Shares that are farmed are in an account of the farming position: out of
 * reach of whoever removes liquidity, which takes from the account of the liquidity position.
 */

const sharesIn = ({ owner, pair }: Situation, positionId: string): AccountRef =>
  systemRef(owner.mode, positionAccount(positionId), pair.shareAsset);

/** Shares from the liquidity position into the farm. */
export const stakePostings = (situation: Situation, amount: bigint): Posting[] =>
  Ledger.move(
    sharesIn(situation, situation.liquidity.positionId),
    sharesIn(situation, situation.position.positionId),
    amount,
  );

/** Shares out of the farm, back to the liquidity position. */
export const withdrawPostings = (situation: Situation, amount: bigint): Posting[] =>
  Ledger.move(
    sharesIn(situation, situation.position.positionId),
    sharesIn(situation, situation.liquidity.positionId),
    amount,
  );

/** What a farm's rewards are paid from. */
export const fundsOf = ({ mode, farmId }: Pick<Farm, "mode" | "farmId">): AccountRef =>
  systemRef(mode, rewardsOf(farmId), token.symbol);

/** Rewards from the farm to the user's wallet; nothing where there are none. */
export const rewardPostings = ({ owner, farm }: Situation, reward: bigint): Posting[] =>
  reward === 0n ? [] : Ledger.move(fundsOf(farm), walletOf(owner), reward);
