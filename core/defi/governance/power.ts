import pMap from "p-map";
import * as Assets from "../../kernel/assets/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { accountOf } from "../../ledger/accounts.ts";
import { balanceAt, balanceNow } from "../../ledger/balance-at.ts";
import type { Balances } from "../../ledger/schema.ts";
import { log } from "../../platform/log.ts";
import { weightAt, weightNow } from "../staking/weight.ts";
import { delegateAt, delegationNow, delegatorsAt, delegatorsNow } from "./delegates.ts";

/**
 * Voting power at an instant (spec 2, section 2.5): wallet balance + staked balance x multiplier + delegated
 * power. What is staked is still in its wallet, held, so the wallet's part is all else that is in it. Whoever
 * delegates gives all of that away but what the multipliers add, and keeps what others have delegated: there
 * are no chains. The bonus of a lock is for who stays locked, which only an own vote can hold somebody to.
 */

/** A user's own part, in base units, delegated away or not. */
export interface Own {
  /** In the wallet and not staked. */
  readonly wallet: BaseUnits;
  readonly staked: BaseUnits;
  /** Staked times the multipliers of its pools. */
  readonly weighted: BaseUnits;
}

export interface Power extends Own {
  /** Whom the own part is delegated to, by user id; then it is not part of the total. */
  readonly delegateId: string | undefined;
  /** The own parts of those who have delegated to the user, without what the multipliers of their stakes add. */
  readonly delegated: BaseUnits;
  readonly total: BaseUnits;
}

const walletOf = (owner: Owner) => accountOf(owner, Assets.native.symbol);

async function ownAt(owner: Owner, atMs: number): Promise<Own> {
  const [balances, weight] = await Promise.all([balanceAt(walletOf(owner), atMs), weightAt(owner, atMs)]);
  return ownOf(owner, balances, weight);
}

/** A user's own part as of now, delegated away or not. */
export async function ownNow(owner: Owner): Promise<Own> {
  const [balances, weight] = await Promise.all([balanceNow(walletOf(owner)), weightNow(owner)]);
  return ownOf(owner, balances, weight);
}

function ownOf(
  { mode, userId }: Owner,
  { available, held }: Balances,
  { staked, weighted }: Omit<Own, "wallet">,
): Own {
  const rest = available + held - staked;
  // More staked than there is: a stake was taken back with a penalty between the reading of one and of the
  // other, or in the very millisecond that is asked for. Of an instant long ago it cannot be, unless the
  // servers' clocks disagree.
  if (rest < 0n) log.warn("more is staked than the wallet has", { mode, userId, available, held, staked });
  return { wallet: rest > 0n ? rest : 0n, staked, weighted };
}

/** What an own part weighs in a vote. */
const weightOf = ({ wallet, weighted }: Own): BaseUnits => wallet + weighted;

/** What of an own part goes to a delegate: all but what the multipliers add. */
export const delegableOf = ({ wallet, staked }: Own): BaseUnits => wallet + staked;

/** How many delegators are looked up at a time. */
const CONCURRENCY = 25;

/** What a delegate's delegators have of their own, together. */
async function sumOf(
  { mode }: Owner,
  delegatorIds: readonly string[],
  read: (owner: Owner) => Promise<Own>,
): Promise<BaseUnits> {
  const parts = await pMap(delegatorIds, (userId) => read({ mode, userId }), { concurrency: CONCURRENCY });
  return parts.reduce((total, part) => total + delegableOf(part), 0n);
}

const powerOf = (own: Own, delegateId: string | undefined, delegated: BaseUnits): Power => ({
  ...own,
  delegateId,
  delegated,
  total: (delegateId === undefined ? weightOf(own) : 0n) + delegated,
});

/** A user's voting power at an instant. Final once the instant lies further back than a function may run. */
export async function powerAt(owner: Owner, atMs: number): Promise<Power> {
  const [own, delegateId, delegated] = await Promise.all([
    ownAt(owner, atMs),
    delegateAt(owner, atMs),
    delegatorsAt(owner, atMs).then((ids) => sumOf(owner, ids, (delegator) => ownAt(delegator, atMs))),
  ]);
  return powerOf(own, delegateId, delegated);
}

/** A user's voting power as of now: as `powerAt` of this instant, with fewer reads. */
export async function powerNow(owner: Owner): Promise<Power> {
  const [own, { delegateId }, delegated] = await Promise.all([
    ownNow(owner),
    delegationNow(owner),
    delegatorsNow(owner).then((ids) => sumOf(owner, ids, ownNow)),
  ]);
  return powerOf(own, delegateId, delegated);
}
