import * as Assets from "../../kernel/assets/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import type { BaseUnits } from "../../kernel/money/index.ts";
import { systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import { recent } from "../../platform/table/recent.ts";
import { pairs } from "../exchange/pairs.ts";
import { fundedUntil, fundingKeys, fundingOf } from "../staking/funding.ts";

/** The public view of the treasury's balances and the funding of rewards. */

export interface Treasury {
  readonly balances: readonly { readonly asset: string; readonly amount: BaseUnits }[];
  /** Shares of the exchange's pools, earned as fees. */
  readonly shares: readonly { readonly pairId: string; readonly amount: BaseUnits }[];
  readonly rewards: Rewards;
}

interface Rewards {
  readonly balance: BaseUnits;
  /** Earned by stakes and not yet paid. */
  readonly owed: BaseUnits;
  /** The rewards of all stakes in a year. */
  readonly perYear: BaseUnits;
  /** The end of the funding, ISO 8601. Undefined if it is more than 100 years away. */
  readonly fundedUntil: string | undefined;
}

const liveTreasury = recent(5000, () => readAll("live"));

/** Returns the treasury of a ledger. For the live ledger, the result may be 5 seconds old. */
export const read = (mode: Mode): Promise<Treasury> => (mode === "live" ? liveTreasury() : readAll(mode));

async function readAll(mode: Mode): Promise<Treasury> {
  const of = (asset: string) => Ledger.balance(systemRef(mode, "treasury", asset).account, asset);
  const [balances, shares, rewards] = await Promise.all([
    Promise.all(Assets.list().map(async ({ symbol: asset }) => ({ asset, amount: await of(asset) }))),
    Promise.all(pairs.map(async ({ id: pairId, shareAsset }) => ({ pairId, amount: await of(shareAsset) }))),
    rewardsOf(mode),
  ]);
  return {
    balances: balances.filter(({ amount }) => amount > 0n),
    shares: shares.filter(({ amount }) => amount > 0n),
    rewards,
  };
}

async function rewardsOf(mode: Mode): Promise<Rewards> {
  const funding = fundingOf(await Table.getMany(fundingKeys(mode)));
  const { balance, free, perYear } = funding;
  return { balance, owed: balance - free, perYear, fundedUntil: fundedUntil(funding) };
}
