import { findPair, positionId as liquidityId } from "../defi/exchange/pairs.ts";
import { SCALE } from "../defi/farming/engine/farm.ts";
import type { Farm, Position } from "../defi/farming/schema.ts";
import { token } from "../defi/staking/token.ts";
import { type Checker, reading } from "./kinds.ts";
import { farmingKind, farmKind, liquidityKind } from "./pools.ts";
import { nameIn, problemUnless, show } from "./texts.ts";

/** The sums of a farm's positions. */
interface Sums {
  balance: bigint;
  paid: bigint;
  owed: bigint;
}

const shares = (pairId: string) => ({ asset: findPair(pairId)?.shareAsset ?? "?" });

/**
 * Each farm's supply is the sum of its positions, and the same number of their owners' shares is locked in the pool.
 * Earned rewards do not exceed the unpaid emission. The unpaid and the future emission together do not exceed the farm's
 * balance.
 * `pools.ts` compares positions and farms with their accounts.
 */
export function farms(): Checker {
  const all = new Map<string, Farm>();
  const positions: Position[] = [];
  /** The shares that a liquidity position states as farmed, by its id. */
  const farmed = new Map<string, bigint>();

  function compare(): string[] {
    const problems: string[] = [];
    const sums = new Map<string, Sums>();
    const held = new Map<string, bigint>();
    for (const position of positions) {
      const name = nameIn(position.mode, position.farmId);
      const farm = all.get(name);
      if (farm?.pairId !== position.pairId) {
        problems.push(
          `the farming position ${position.positionId} is in ${position.farmId}, which is not a farm of ${position.pairId}`,
        );
        continue;
      }
      const since = farm.rewardPerTokenStored - position.userRewardPerTokenPaid;
      if (since < 0n || position.rewards < 0n || position.balance < 0n)
        problems.push(
          `the farming position ${position.positionId} is ahead of its farm, or has a negative figure`,
        );
      const sum = sums.get(name) ?? { balance: 0n, paid: 0n, owed: 0n };
      sum.balance += position.balance;
      sum.paid += position.paid;
      sum.owed += (position.balance * since) / SCALE + position.rewards;
      sums.set(name, sum);
      const liquidity = liquidityId(position, farm.pairId);
      held.set(liquidity, (held.get(liquidity) ?? 0n) + position.balance);
    }
    const ofLiquidity = [...new Set([...held.keys(), ...farmed.keys()])].flatMap((id) => {
      const [inFarms, stated] = [held.get(id) ?? 0n, farmed.get(id) ?? 0n];
      const unit = shares(id.split("_").at(-1)?.toUpperCase() ?? "");
      return problemUnless(
        inFarms === stated,
        () =>
          `of the position ${id} ${show(stated, unit)} are farmed, but its farms have ${show(inFarms, unit)}`,
      );
    });
    return [
      ...problems,
      ...[...all].flatMap(([name, farm]) => problemsOfFarm(name, farm, sums.get(name))),
      ...ofLiquidity,
    ];
  }

  return {
    reads: [
      reading(farmKind, (farm) => all.set(nameIn(farm.mode, farm.farmId), farm)),
      reading(farmingKind, (position) => positions.push(position)),
      reading(liquidityKind, (position) => farmed.set(position.positionId, position.farmed)),
    ],
    compare,
  };
}

function problemsOfFarm(
  name: string,
  farm: Farm,
  { balance, paid, owed }: Sums = { balance: 0n, paid: 0n, owed: 0n },
): string[] {
  const [unit, share] = [{ asset: token.symbol }, shares(farm.pairId)];
  const due = farm.emitted - farm.paid;
  const future = (farm.periodFinish - farm.lastUpdateTime) * farm.rewardRate;
  return [
    ...problemUnless(
      farm.totalSupply === balance,
      () =>
        `the farm ${name} has ${show(farm.totalSupply, share)}, but its positions come to ${show(balance, share)}`,
    ),
    ...problemUnless(
      farm.paid === paid,
      () =>
        `the farm ${name} has paid ${show(farm.paid, unit)}, but its positions were paid ${show(paid, unit)}`,
    ),
    ...problemUnless(
      owed <= due,
      () =>
        `the positions of the farm ${name} have earned ${show(owed, unit)}, but only ${show(due, unit)} were emitted and not paid`,
    ),
    ...problemUnless(
      due + future <= farm.rewardsBalance,
      () =>
        `the farm ${name} owes ${show(due, unit)} and is to emit ${show(future, unit)}, but has ${show(farm.rewardsBalance, unit)}`,
    ),
  ];
}
