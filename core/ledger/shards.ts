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

/** System accounts: each balance is the sum of shards, so that parallel entries do not conflict. */

/**
 * Returns the writes of a system account's change: to one shard, picked by the entry's id. If the account may not be
 * negative and this shard's balance is too low, the change is drawn from as many shards as needed. Issued units are
 * spread over all shards.
 * @param balances the balances of all shards, if that of a single shard was too low
 * @param short called if the balance of a single shard is too low
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
  // An issued amount is spread over all shards: otherwise all payments out of the account would contend for one.
  if (entry.type === "ISSUANCE" && change.available > 0n && !mayGoNegative)
    return spread(change.available, shards).map(write);
  if (change.available >= 0n || mayGoNegative || !balances)
    return [write([shardOf(change, entry.entryId), change.available])];
  return draw(change, balances, -change.available).map(([shard, amount]) => write([shard, -amount]));
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

/** Splits an amount into equal parts over all shards; the remainder goes to the first shards. */
const spread = (amount: BaseUnits, shards: number): [shard: number, amount: BaseUnits][] => [
  ...Money.allot(
    amount,
    Array.from({ length: shards }, (): Money.Fraction => [1n, BigInt(shards)]),
  )
    .filter((part) => part > 0n)
    .entries(),
];

/**
 * Draws an amount from as few shards as possible, largest balance first.
 * @throws PLATFORM_ACCOUNT_SHORT; its cause names the account in the log, and is never part of a response
 */
function draw(
  ref: AccountRef,
  balances: readonly BaseUnits[],
  amount: BaseUnits,
): [shard: number, amount: BaseUnits][] {
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
  if (left > 0n) throw fail(PlatformAccountShort, { cause: ref });
  return drawn;
}

/** Reads the balance of each shard of a system account, in one round trip. */
export async function shardBalances(ref: AccountRef): Promise<BaseUnits[]> {
  const items = await Table.getMany(shardKeys(ref));
  return items.map((item) => (item ? systemShard.parse(item).balance : 0n));
}
