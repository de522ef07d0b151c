import { fail } from "../kernel/errors.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Money from "../kernel/money/index.ts";
import * as Table from "../platform/table/index.ts";
import { shardKey, shardKeys, shardOf, system } from "./accounts.ts";
import { type Known, refName } from "./draft.ts";
import type { AccountChange } from "./entry.ts";
import { PlatformAccountShort } from "./errors.ts";
import type { AccountRef, Entry } from "./schema.ts";
import type { Step } from "./step.ts";
import { update } from "./update.ts";

/** System accounts: their balance is spread over shards, so that everybody's entries may touch them at once. */

/**
 * The writes of a system account's change: one shard, picked by the entry's id. Where the account may not go negative
 * and that shard alone is too short, the change is drawn from as many shards as it takes.
 * @throws PLATFORM_ACCOUNT_SHORT
 */
export function systemSteps(entry: Entry, change: AccountChange, known: Known): Step[] {
  const balances = known.shards.get(refName(change));
  const { mayGoNegative, shards } = system(change.account);
  // What is issued is spread at once: else all payments out of the account would meet in the one shard that has it.
  if (entry.type === "ISSUANCE" && change.available > 0n && !mayGoNegative)
    return spread(change.available, shards).map(([shard, amount]) => shardStep(change, shard, amount, false));
  const takes = change.available < 0n && !mayGoNegative;
  if (!takes || !balances)
    return [shardStep(change, shardOf(change, entry.entryId), change.available, takes)];
  return draw(balances, -change.available).map(([shard, amount]) => shardStep(change, shard, -amount, true));
}

function shardStep(ref: AccountRef, shard: number, amount: BaseUnits, bounded: boolean): Step {
  return {
    write: update(shardKey(ref, shard), {
      set: { account: ref.account, asset: ref.asset },
      add: { balance: amount },
      ...(bounded && { condition: "#balance >= :least", values: { ":least": -amount } }),
    }),
    learn: () => ({ shortOf: ref }),
  };
}

/** An amount in equal parts over all shards, the odd units in the first. */
const spread = (amount: BaseUnits, shards: number): [shard: number, amount: BaseUnits][] => [
  ...Money.allot(
    amount,
    Array.from({ length: shards }, (): Money.Fraction => [1n, BigInt(shards)]),
  )
    .filter((part) => part > 0n)
    .entries(),
];

/** Which shards give how much: the richest first, so that as few as possible take part. */
function draw(balances: readonly BaseUnits[], amount: BaseUnits): [shard: number, amount: BaseUnits][] {
  const richest = [...balances.entries()].sort(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1));
  const drawn: [number, BaseUnits][] = [];
  let left = amount;
  for (const [shard, balance] of richest) {
    if (left === 0n || balance <= 0n) break;
    let part = left;
    if (balance < left) part = balance;
    drawn.push([shard, part]);
    left -= part;
  }
  if (left > 0n) throw fail(PlatformAccountShort);
  return drawn;
}

/** The balance of each shard of a system account, in one round trip. */
export async function shardBalances(ref: AccountRef): Promise<BaseUnits[]> {
  const items = await Table.getMany(shardKeys(ref));
  return items.map((item) => BigInt((item?.["balance"] as bigint | undefined) ?? 0n));
}
