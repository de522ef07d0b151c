import { findPair, positionId as liquidityId } from "../defi/exchange/pairs.ts";
import { SCALE } from "../defi/farming/engine/farm.ts";
import type { Farm, Position } from "../defi/farming/schema.ts";
import { token } from "../defi/staking/token.ts";
import type { Mode } from "../kernel/mode.ts";
import { type Checker, reading } from "./kinds.ts";
import { farmingKind, farmKind, liquidityKind } from "./pools.ts";
import { show } from "./words.ts";

/**
 * Farms: what is farmed in one is what its positions have, and as many of their owners' shares are out of reach
 * in the pool. What all have earned is no more than was emitted and not paid, and that, with what is yet to be
 * emitted, no more than the farm has. That positions and farms say what their accounts have is `pools.ts`.
 */

/** What positions of a farm come to. */
interface Sums {
  balance: bigint;
  paid: bigint;
  owed: bigint;
}

const shares = (pairId: string) => ({ asset: findPair(pairId)?.shareAsset ?? "?" });

export class Farms implements Checker {
  readonly reads = [
    reading(farmKind, (farm) => this.addFarm(farm)),
    reading(farmingKind, (position) => this.addPosition(position)),
    reading(liquidityKind, (position) => this.addLiquidity(position)),
  ];

  private readonly farms = new Map<string, Farm>();
  private readonly positions: Position[] = [];
  /** By liquidity position: the shares that it says are farmed. */
  private readonly farmed = new Map<string, bigint>();

  private addFarm(farm: Farm): void {
    this.farms.set(nameOf(farm), farm);
  }

  private addPosition(position: Position): void {
    this.positions.push(position);
  }

  private addLiquidity({
    positionId,
    farmed,
  }: {
    readonly positionId: string;
    readonly farmed: bigint;
  }): void {
    this.farmed.set(positionId, farmed);
  }

  compare(): string[] {
    const problems: string[] = [];
    const sums = new Map<string, Sums>();
    const held = new Map<string, bigint>();
    for (const position of this.positions) {
      const farm = this.farms.get(nameOf(position));
      if (farm?.pairId !== position.pairId) {
        problems.push(
          `the farming position ${position.positionId} is in ${position.farmId}, which is no farm of ${position.pairId}`,
        );
        continue;
      }
      const since = farm.rewardPerTokenStored - position.userRewardPerTokenPaid;
      if (since < 0n || position.rewards < 0n || position.balance < 0n)
        problems.push(
          `the farming position ${position.positionId} is ahead of its farm, or has less than nothing`,
        );
      const sum = sums.get(nameOf(farm)) ?? { balance: 0n, paid: 0n, owed: 0n };
      sum.balance += position.balance;
      sum.paid += position.paid;
      sum.owed += (position.balance * since) / SCALE + position.rewards;
      sums.set(nameOf(farm), sum);
      const liquidity = liquidityId(position, farm.pairId);
      held.set(liquidity, (held.get(liquidity) ?? 0n) + position.balance);
    }
    return [
      ...problems,
      ...[...this.farms].flatMap(([name, farm]) => ofFarm(name, farm, sums.get(name))),
      ...this.ofLiquidity(held),
    ];
  }

  private ofLiquidity(held: ReadonlyMap<string, bigint>): string[] {
    return [...new Set([...held.keys(), ...this.farmed.keys()])].flatMap((id) => {
      const [inFarms, said] = [held.get(id) ?? 0n, this.farmed.get(id) ?? 0n];
      if (inFarms === said) return [];
      const unit = shares(id.split("_").at(-1)?.toUpperCase() ?? "");
      return [
        `of the position ${id} ${show(said, unit)} are farmed, but its farms have ${show(inFarms, unit)}`,
      ];
    });
  }
}

/** A farm, by which ledger it is of. */
const nameOf = ({ mode, farmId }: { readonly mode: Mode; readonly farmId: string }): string =>
  mode === "live" ? farmId : `${farmId} (${mode})`;

function ofFarm(
  name: string,
  farm: Farm,
  { balance, paid, owed }: Sums = { balance: 0n, paid: 0n, owed: 0n },
) {
  const unit = { asset: token.symbol };
  const due = farm.emitted - farm.paid;
  const toCome = (farm.periodFinish - farm.lastUpdateTime) * farm.rewardRate;
  const rules: readonly (readonly [holds: boolean, problem: string])[] = [
    [
      farm.totalSupply === balance,
      `the farm ${name} has ${show(farm.totalSupply, shares(farm.pairId))}, but its positions come to ${show(balance, shares(farm.pairId))}`,
    ],
    [
      farm.paid === paid,
      `the farm ${name} has paid ${show(farm.paid, unit)}, but its positions were paid ${show(paid, unit)}`,
    ],
    [
      owed <= due,
      `the positions of the farm ${name} have earned ${show(owed, unit)}, but only ${show(due, unit)} were emitted and not paid`,
    ],
    [
      due + toCome <= farm.rewardsBalance,
      `the farm ${name} owes ${show(due, unit)} and is to emit ${show(toCome, unit)}, but has ${show(farm.rewardsBalance, unit)}`,
    ],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}
