import * as Assets from "../../kernel/assets/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import { systemRef } from "../../ledger/accounts.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import { recent } from "../../platform/table/recent.ts";
import { pairs } from "../exchange/pairs.ts";
import { fundedUntil, fundingKeys, fundingOf } from "../staking/funding.ts";

/** The public view of the treasury's balances and the funding of rewards. */

export type Treasury = Awaited<ReturnType<typeof readAll>>;

const liveTreasury = recent(5000, () => readAll("live"));

/** Returns the treasury of a ledger. For the live ledger, the result may be 5 seconds old. */
export const read = (mode: Mode): Promise<Treasury> => (mode === "live" ? liveTreasury() : readAll(mode));

async function readAll(mode: Mode) {
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

/** Returns the balance of the rewards account, its unpaid part, the rewards of a year, and the end of the funding. */
async function rewardsOf(mode: Mode) {
  const funding = fundingOf(await Table.getMany(fundingKeys(mode)));
  const { balance, free, perYear } = funding;
  return { balance, owed: balance - free, perYear, fundedUntil: fundedUntil(funding) };
}
