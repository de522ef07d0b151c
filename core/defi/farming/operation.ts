import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, recover } from "../../kernel/errors.ts";
import type { Mode, Owner } from "../../kernel/mode.ts";
import { systemRef } from "../../ledger/accounts.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { withLocalMutex } from "../../platform/mutex/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll, wholePartition } from "../../platform/table/list.ts";
import * as Policy from "../../policy/index.ts";
import { newestKeys } from "../../prices/newest.ts";
import type { PoolState } from "../exchange/engine/pool.ts";
import { getPair, type Pair, positionAccount } from "../exchange/pairs.ts";
import { poolKey, poolOf } from "../exchange/pools.ts";
import * as Liquidity from "../exchange/positions.ts";
import type { Position as LiquidityPosition } from "../exchange/schema.ts";
import { type PriceList, pricesOrNone } from "../exchange/valuation.ts";
import { walletOf } from "../staking/token.ts";
import type { State } from "./engine/farm.ts";
import { position as positionEntity } from "./entity.ts";
import { FarmingPositionNotFound, FarmNotFound } from "./errors.ts";
import { eventWrites } from "./events.ts";
import {
  afterChange,
  farmOf,
  farmWrite,
  firstFarms,
  fundsOf,
  keyOf,
  mutexOf,
  requireFarm,
  secondsOf,
} from "./farms.ts";
import { parsePositionId, positionId } from "./names.ts";
import type { Farm, Farmed, Position } from "./schema.ts";
import { positionView } from "./valuation.ts";

/** One operation of a user in a farm: its inputs, read in one round trip, and its ledger entry. */

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

/** Returns the pair of a farm, which never changes. @throws FARM_NOT_FOUND */
export async function pairOf(mode: Mode, farmId: string): Promise<Pair> {
  const known = firstFarms.find((one) => one.farmId === farmId);
  if (known) return getPair(known.pairId);
  const item = await Table.get(keyOf(mode, farmId));
  return getPair(requireFarm(farmOf(mode, farmId, item), farmId).pairId);
}

/** A farm's id, and the pair whose shares it accepts. */
interface FarmRef {
  readonly farmId: string;
  readonly pair: Pair;
}

/** Returns the farm of one of the actor's positions. @throws FARMING_POSITION_NOT_FOUND, also for another user's */
export async function farmOfPosition({ mode, userId }: Owner, id: string): Promise<FarmRef> {
  const missing = () => {
    throw fail(FarmingPositionNotFound);
  };
  const named = parsePositionId(id);
  if (named?.userId !== userId || named.mode !== mode) return missing();
  const { farmId } = named;
  return { farmId, pair: await recover(FarmNotFound, pairOf(mode, farmId), missing) };
}

interface Operation<T> {
  readonly target: FarmRef;
  /** Whether the operation pays rewards to the actor's wallet. */
  readonly paying: boolean;
  /** Whether a payment to a closed account goes to `suspense` (`core/policy`). */
  readonly payDebtsFirst?: boolean;
  readonly claim: Idempotency.Claim<T> | undefined;
  draft(situation: Situation): Draft<T>;
}

/**
 * Posts the entry of an operation, and retries it after a concurrent update. All operations in a farm write the same
 * item, so this process runs them one after another.
 * @throws FARM_NOT_FOUND, and as `Policy.post`
 */
export async function inFarm<T>(
  owner: Owner,
  { target, paying, payDebtsFirst = false, claim, draft }: Operation<T>,
): Promise<T> {
  const prices = pricesOrNone();
  const needs = { ...needsOf(owner, target, paying), payDebtsFirst, idempotency: claim };
  return withLocalMutex(mutexOf(owner.mode, target.farmId), () =>
    Policy.post(needs, async (snapshot) => draft(situationOf(owner, target, snapshot, await prices))),
  );
}

function needsOf(owner: Owner, { farmId, pair }: FarmRef, paying: boolean) {
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

/** Returns the reads of an operation in an initial farm. Any other farm must be read first to know its pair. */
export function farmReads(owner: Owner, farmId: string, paying: boolean): Table.Reads {
  const known = firstFarms.find((one) => one.farmId === farmId);
  if (!known) return {};
  const { keys = [] } = Policy.readsOf(needsOf(owner, { farmId, pair: getPair(known.pairId) }, paying));
  return { keys: [...keys, ...newestKeys()] };
}

/** Returns the reads of an operation in the farm of one of the owner's positions. */
export function positionReads(owner: Owner, id: string, paying: boolean): Table.Reads {
  const named = parsePositionId(id);
  const isOwn = named?.userId === owner.userId && named.mode === owner.mode;
  return isOwn ? farmReads(owner, named.farmId, paying) : {};
}

function situationOf(
  owner: Owner,
  { farmId, pair }: FarmRef,
  { items }: Snapshot<ReturnType<typeof needsOf>["reads"]>,
  prices: PriceList,
): Situation {
  const farm = requireFarm(farmOf(owner.mode, farmId, items.farm), farmId);
  return {
    owner,
    pair,
    farm,
    position: positionOf(owner, farm, items.position),
    liquidity: Liquidity.positionOf(owner, pair, items.liquidity),
    pool: poolOf(owner.mode, pair, items.pool).state,
    prices,
    now: secondsOf(farm),
  };
}

/** The engine's state after an operation, and the moved shares and rewards. */
interface Change extends State {
  readonly staked?: bigint;
  readonly withdrawn?: bigint;
  readonly reward?: bigint;
}

/**
 * Returns the entry of an operation. Farmed shares are in an account of the farming position, which removals of
 * liquidity cannot access.
 * @param result the fields of the result beyond `Farmed`
 */
export function draftOf<T extends Farmed>(
  situation: Situation,
  { farm: state, account, staked = 0n, withdrawn = 0n, reward = 0n }: Change,
  result: Omit<T, keyof Farmed>,
): Draft<T> {
  const { owner, pair, farm, position, liquidity, pool, prices, now } = situation;
  const farmAfter = afterChange(farm, state, now, reward);
  const positionAfter = { ...position, ...account, paid: position.paid + reward };
  const shares = (id: string): AccountRef => systemRef(owner.mode, positionAccount(id), pair.shareAsset);
  const [free, farmed] = [shares(liquidity.positionId), shares(position.positionId)];
  const { farmId } = farm;
  const [type, reason] =
    staked > 0n
      ? (["FARM_STAKE", `shares in the farm ${farmId}`] as const)
      : withdrawn > 0n
        ? (["FARM_WITHDRAW", `shares from the farm ${farmId}`] as const)
        : (["REWARD", `rewards of the farm ${farmId}`] as const);
  return {
    type,
    postings: [
      ...(staked > 0n ? Ledger.move(free, farmed, staked) : []),
      ...(withdrawn > 0n ? Ledger.move(farmed, free, withdrawn) : []),
      ...(reward > 0n ? Ledger.move(fundsOf(farm), walletOf(owner), reward) : []),
    ],
    actorId: owner.userId,
    reason,
    reference: { kind: "farming", id: position.positionId },
    extraWrites: [
      farmWrite(farm, farmAfter),
      positionWrite(position, positionAfter),
      ...(type === "REWARD"
        ? []
        : [
            Liquidity.positionWrite(liquidity, {
              ...liquidity,
              farmed: liquidity.farmed + staked - withdrawn,
            }),
          ]),
    ],
    events: ({ transactionHash }) =>
      eventWrites(situation, positionAfter, transactionHash, { staked, withdrawn, reward }),
    result: ({ transactionHash }) =>
      ({
        ...result,
        position: positionView({ ...positionAfter, version: position.version + 1n }, farmAfter, pool, prices),
        transactionHash,
      }) as T,
  };
}

export const positionKey = ({ mode, userId }: Owner, farmId: string): Key =>
  positionEntity.key({ mode, userId, farmId });

/**
 * Parses a position. Returns the user's empty one if the item does not exist. A closed position remains stored, so that
 * its version continues.
 */
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

/** Reads all positions of a user, also closed ones. */
export const readPositions = ({ mode, userId }: Owner): Promise<Position[]> =>
  listAll(positionEntity, { mode, userId });

/** Returns the query of `readPositions`. */
export const rangeOf = ({ mode, userId }: Owner): Table.QueryInput =>
  wholePartition(positionEntity, { mode, userId });

/** Returns the write of a changed position if its version is unchanged. */
const positionWrite = (before: Position, changed: Position): Table.Write => ({
  put: positionEntity.item({
    ...changed,
    userRewardPerTokenPaid: changed.userRewardPerTokenPaid.toString(),
    version: before.version + 1n,
  }),
  where: positionEntity.unchanged(before),
});
