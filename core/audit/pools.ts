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
import * as FarmingSchema from "../defi/farming/schema.ts";
import type { Mode } from "../kernel/mode.ts";
import { parseSystem, systemRef } from "../ledger/accounts.ts";
import { refName } from "../ledger/draft.ts";
import type { AccountRef } from "../ledger/schema.ts";
import { type Checker, kindOf, NOWHERE, reading, strict } from "./kinds.ts";
import { problemUnless, show } from "./texts.ts";

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

interface Claim {
  readonly ref: AccountRef;
  readonly amount: bigint;
  /** The item that states the amount. */
  readonly by: string;
}

/**
 * The items of pools, farms and positions repeat the balances of their accounts, so that one read is enough for a price.
 * Each repeated amount must equal the balance, and each account with a balance must be stated by an item.
 */
export function claims(): Checker {
  const problems: string[] = [];
  const all = new Map<string, Claim>();
  const claim = (ref: AccountRef, amount: bigint, by: string) => all.set(refName(ref), { ref, amount, by });
  return {
    reads: [
      reading(poolKind, ({ mode, pairId, reserve0, reserve1, totalSupply }) => {
        const pair = findPair(pairId);
        if (pair?.id !== pairId) {
          problems.push(`the pool ${pairId} has no pair`);
          return;
        }
        const by = `the pool ${pair.id}`;
        const account = poolAccount(pair.id);
        claim(systemRef(mode, account, pair.token0.symbol), reserve0, `${by} has a reserve0 of`);
        claim(systemRef(mode, account, pair.token1.symbol), reserve1, `${by} has a reserve1 of`);
        claim(systemRef(mode, "issuance", pair.shareAsset), -totalSupply, `${by} leaves issuance at`);
      }),
      reading(liquidityKind, ({ mode, positionId, pairId, lpTokens, farmed }) => {
        const free = farmed === 0n ? "" : " free";
        const ref = sharesIn(mode, positionId, pairId);
        claim(ref, lpTokens - farmed, `the position ${positionId} has${free}`);
      }),
      reading(farmKind, (farm) => claim(fundsOf(farm), farm.rewardsBalance, `the farm ${farm.farmId} has`)),
      reading(farmingKind, ({ mode, positionId, pairId, balance }) =>
        claim(sharesIn(mode, positionId, pairId), balance, `the farming position ${positionId} has`),
      ),
    ],
    compare(accounts) {
      const balances = new Map(accounts.map(({ ref, stored }) => [refName(ref), stored.available]));
      const wrong = [...all].flatMap(([name, { ref, amount, by }]) => {
        const balance = balances.get(name) ?? 0n;
        return problemUnless(
          balance === amount,
          () => `${by} ${show(amount, ref)}, but the account ${ref.account} has ${show(balance, ref)}`,
        );
      });
      const unclaimed = accounts.flatMap(({ ref, stored: { available } }) =>
        problemUnless(
          available === 0n || all.has(refName(ref)) || !needsClaim(ref),
          () =>
            `the account ${ref.account} has ${show(available, ref)}, but no pool, farm or position states it`,
        ),
      );
      return [...problems, ...wrong, ...unclaimed];
    },
  };
}

const sharesIn = (mode: Mode, positionId: string, pairId: string): AccountRef =>
  systemRef(mode, positionAccount(positionId), findPair(pairId)?.shareAsset ?? "?");

/** Returns whether a pool, farm or position must state the balance of an account. */
function needsClaim({ account, asset }: AccountRef): boolean {
  const { name } = parseSystem(account);
  return (
    name.startsWith("pool:") ||
    name.startsWith("rewards:") ||
    (name.startsWith("lp:") && name !== LOCKED) ||
    (name === "issuance" && pairOfShares(asset) !== undefined)
  );
}
