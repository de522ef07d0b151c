import { fail } from "../kernel/errors.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import * as Money from "../kernel/money/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { shardKey, shardKeys, shardOf, system } from "./accounts.ts";
import { systemShard } from "./entity.ts";
import type { AccountChange } from "./entry.ts";
import { PlatformAccountShort } from "./errors.ts";
import type { AccountRef, Entry } from "./schema.ts";

/**
 * System accounts: their balance is spread over shards, so that everybody's entries may touch them at once.
 */

/**
 * The writes of a system account's change: one shard, picked by the entry's id. Where the account may not go
 * negative and that shard alone is too short, the change is drawn from as many shards as it takes.
 * @param balances of all shards, once one alone was too short
 * @param short is told that one alone is too short
 * @throws PLATFORM_ACCOUNT_SHORT
 */
export function systemWrites(
  entry: Entry,
  change: AccountChange,
  balances: readonly BaseUnits[] | undefined,
  short: (ref: AccountRef) => Promise<void>,
): Table.Write[] {
  const { mayGoNegative, shards } = system(change.account);
  const write = ([shard, amount]: readonly [number, BaseUnits]) =>
    shardWrite(change, shard, amount, !mayGoNegative && amount < 0n, short);
  // What is issued is spread at once: else all payments out of the account would meet in the one shard that
  // has it.
  if (entry.type === "ISSUANCE" && change.available > 0n && !mayGoNegative)
    return spread(change.available, shards).map(write);
  if (change.available >= 0n || mayGoNegative || !balances)
    return [write([shardOf(change, entry.entryId), change.available])];
  return draw(balances, -change.available).map(([shard, amount]) => write([shard, -amount]));
}

const shardWrite = (
  ref: AccountRef,
  shard: number,
  amount: BaseUnits,
  isBounded: boolean,
  short: (ref: AccountRef) => Promise<void>,
): Table.Write => ({
  update: shardKey(ref, shard),
  set: { account: ref.account, asset: ref.asset },
  add: { balance: amount },
  ...(isBounded && {
    where: Where.atLeast("balance", -amount),
    onConditionFailed: async () => {
      await short(ref);
      return undefined;
    },
  }),
});

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
  return items.map((item) => (item ? systemShard.parse(item).balance : 0n));
}
