import * as Exchange from "../defi/exchange/entity.ts";
import {
  findPair,
  LOCKED,
  pairOfShares,
  parsePositionId,
  poolAccount,
  positionAccount,
} from "../defi/exchange/pairs.ts";
import * as ExchangeSchema from "../defi/exchange/schema.ts";
import * as Farming from "../defi/farming/entity.ts";
import { fundsOf } from "../defi/farming/farms.ts";
import { parsePositionId as parseFarmingId } from "../defi/farming/names.ts";
import type { Farm, Position as FarmingPosition } from "../defi/farming/schema.ts";
import * as FarmingSchema from "../defi/farming/schema.ts";
import type { Mode } from "../kernel/mode.ts";
import { parseSystem, systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { AccountRef } from "../ledger/schema.ts";
import { type Accounts, type Checker, kindOf, NOWHERE, reading, strict } from "./kinds.ts";
import { show } from "./words.ts";

const poolKind = kindOf(Exchange.pool, strict(ExchangeSchema.pool));

export const liquidityKind = kindOf(Exchange.position, strict(ExchangeSchema.position), {
  keyOf({ positionId, mode, userId, pairId }) {
    const named = parsePositionId(positionId);
    const isIts = named?.mode === mode && named.userId === userId && named.pairId === pairId;
    return isIts ? Exchange.position.key(named) : NOWHERE;
  },
});

export const farmKind = kindOf(Farming.farm, strict(FarmingSchema.farm));

export const farmingKind = kindOf(Farming.position, strict(FarmingSchema.position), {
  keyOf({ positionId, mode, userId, farmId }) {
    const named = parseFarmingId(positionId);
    const isIts = named?.mode === mode && named.userId === userId && named.farmId === farmId;
    return isIts ? Farming.position.key(named) : NOWHERE;
  },
});

/**
 * Pools and farms, and positions in them: their items repeat what the ledger's accounts have, so that one read gives a price.
 * What they claim must be what the accounts have, and an account that has something must be claimed.
 */

interface Claim {
  readonly ref: AccountRef;
  readonly amount: bigint;
  /** Who says so, and of what. */
  readonly by: string;
}

export class Claims implements Checker {
  readonly reads = [
    reading(poolKind, (pool) => this.addPool(pool)),
    reading(liquidityKind, (position) => this.addPosition(position)),
    reading(farmKind, (farm) => this.addFarm(farm)),
    reading(farmingKind, (position) => this.addFarming(position)),
  ];

  readonly problems: string[] = [];
  private readonly claims = new Map<string, Claim>();

  private addPool(pool: {
    readonly mode: Mode;
    readonly pairId: string;
    readonly reserve0: bigint;
    readonly reserve1: bigint;
    readonly totalSupply: bigint;
  }): void {
    const pair = findPair(pool.pairId);
    if (pair?.id !== pool.pairId) {
      this.problems.push(`the pool ${pool.pairId} is of no pair`);
      return;
    }
    const by = `the pool ${pair.id}`;
    const ref = (name: string, asset: string) => systemRef(pool.mode, name, asset);
    const account = poolAccount(pair.id);
    this.claim(ref(account, pair.token0.symbol), pool.reserve0, `${by} has a reserve0 of`);
    this.claim(ref(account, pair.token1.symbol), pool.reserve1, `${by} has a reserve1 of`);
    this.claim(ref("issuance", pair.shareAsset), -pool.totalSupply, `${by} leaves issuance at`);
  }

  private addPosition(position: {
    readonly mode: Mode;
    readonly positionId: string;
    readonly pairId: string;
    readonly lpTokens: bigint;
    readonly farmed: bigint;
  }): void {
    const { mode, positionId, pairId, lpTokens, farmed } = position;
    const free = farmed === 0n ? "" : " free";
    this.claim(
      sharesIn(mode, positionId, pairId),
      lpTokens - farmed,
      `the position ${positionId} has${free}`,
    );
  }

  private addFarming({ mode, positionId, pairId, balance }: FarmingPosition): void {
    this.claim(sharesIn(mode, positionId, pairId), balance, `the farming position ${positionId} has`);
  }

  private addFarm(farm: Farm): void {
    this.claim(fundsOf(farm), farm.rewardsBalance, `the farm ${farm.farmId} has`);
  }

  private claim(ref: AccountRef, amount: bigint, by: string): void {
    this.claims.set(refName(ref), { ref, amount, by });
  }

  /** What pools and positions say that the accounts do not, and the other way round. */
  compare(accounts: Accounts): string[] {
    const balances = new Map([...accounts].map((one) => [refName(one.ref), one] as const));
    const wrong = [...this.claims].flatMap(([name, { ref, amount, by }]) => {
      const has = balances.get(name)?.stored.available ?? 0n;
      return has === amount
        ? []
        : [`${by} ${show(amount, ref)}, but the account ${ref.account} has ${show(has, ref)}`];
    });
    const unclaimed = [...balances].flatMap(([name, { ref, stored }]) =>
      stored.available === 0n || this.claims.has(name) || !needsClaim(ref)
        ? []
        : [
            `the account ${ref.account} has ${show(stored.available, ref)}, but no pool, farm or position says so`,
          ],
    );
    return [...this.problems, ...wrong, ...unclaimed];
  }
}

const sharesIn = (mode: Mode, positionId: string, pairId: string): AccountRef =>
  systemRef(mode, positionAccount(positionId), findPair(pairId)?.shareAsset ?? "?");

/** Whether an account is one that a pool or a position must speak of. */
function needsClaim({ account, asset }: AccountRef): boolean {
  const { name } = parseSystem(account);
  return (
    name.startsWith("pool:") ||
    name.startsWith("rewards:") ||
    (name.startsWith("lp:") && name !== LOCKED) ||
    (name === "issuance" && pairOfShares(asset) !== undefined)
  );
}
