import type { BaseUnits } from "../kernel/money/index.ts";
import * as Table from "../platform/table/index.ts";
import { systemRef } from "./accounts.ts";
import { flag } from "./flags/entity.ts";
import { shardBalances } from "./shards.ts";
import { suspendedOf, taking } from "./suspense.ts";

/** Whose money in `suspense` is: of somebody who is erased, as flags say, or of nobody whom we know. */

/**
 * How much of an asset is nobody's. Flags and the balance change meanwhile, so the flags are read before and after it,
 * and the higher sum counts: it may be too little by what moves that moment, never too much.
 */
export async function unclaimed(asset: string): Promise<BaseUnits> {
  const before = sumOf(await claims(asset));
  const balances = await shardBalances(systemRef("live", "suspense", asset));
  const after = sumOf(await claims(asset));
  const left = balances.reduce((sum, shard) => sum + shard, 0n) - (before > after ? before : after);
  return left > 0n ? left : 0n;
}

/** The flags of what is somebody's, as they were read. */
export const claimsOf = (userId: string, asset: string): Promise<Table.Item[]> => claims(asset, userId);

async function claims(asset: string, userId?: string): Promise<Table.Item[]> {
  const items = await Table.queryAll({ pk: flag.partition({}), beginsWith: flag.prefix });
  return items.filter((item) => {
    const one = flag.parse(item);
    const isTheirs = userId === undefined || one.userId === userId;
    return one.kind === "suspense" && one.asset === asset && (one.amount ?? 0n) > 0n && isTheirs;
  });
}

/** How much flags speak of. */
export const sumOf = (items: readonly Table.Item[]): BaseUnits =>
  items.reduce((sum, item) => sum + (suspendedOf(item)?.amount ?? 0n), 0n);

/** The writes of an entry that takes so much of what flags are of, one after the other. */
export function takingAll(
  items: readonly Table.Item[],
  amount: BaseUnits,
  noted: Parameters<typeof taking>[2],
): Table.Write[] {
  let left = amount;
  return items.flatMap((item) => {
    const { amount: has } = suspendedOf(item) ?? { amount: 0n };
    const taken = has < left ? has : left;
    left -= taken;
    return taking(item, taken, noted);
  });
}
