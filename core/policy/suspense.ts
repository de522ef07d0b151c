import { type Flag, flag } from "../flags/entity.ts";
import * as Clock from "../kernel/clock/ledger.ts";
import type { BaseUnits } from "../kernel/money/index.ts";
import { parseWalletId, systemRef, walletOf } from "../ledger/accounts.ts";
import type { After, Draft } from "../ledger/draft.ts";
import type { EntryType, Reference } from "../ledger/schema.ts";
import { shardBalances } from "../ledger/shards.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";

/**
 * Money in the system account `suspense`. Money for a closed account has a flag, written in the same transaction, that
 * states the amount and the user. All other money arrived for an unknown recipient.
 */

/** Reasons of a flag, stored with it. */
export const RECEIVER_ERASED = "its receiver is erased: what has come in is in suspense, to be sent back";
export const OWNER_ERASED =
  "its owner is erased: what was staked, pooled, farmed or earned there is in suspense, to be paid out";

/** Types of entries that return a user's own money, or its earnings. */
const RETURNS_OWN_MONEY: readonly EntryType[] = ["UNSTAKE", "LIQUIDITY_REMOVE", "FARM_WITHDRAW", "REWARD"];

const idOf = ({ kind, id }: Reference): string => `${kind}:${id}`;

export const keyById = (id: string): Table.Key => flag.key({ kind: "suspense", id });

/** Returns the key of the flag of the payment, withdrawal … that brought money to `suspense`. */
export const flagKey = (source: Reference): Table.Key => keyById(idOf(source));

/**
 * Returns the writes that flag the suspended credits of an entry.
 * @param source names the flag of the first credit, so that the money can be taken from `suspense` again. Defaults to
 *   the entry
 */
export const flagWrites = (
  { type, suspended }: Pick<Draft<unknown>, "type" | "suspended">,
  source: Reference | undefined,
  { entryId, createdAt: at }: Pick<After, "entryId" | "createdAt">,
): Table.Write[] =>
  [...(suspended ?? [])].map(([account, amount], index) => {
    const { asset = "", userId } = parseWalletId(walletOf(account) ?? "") ?? {};
    const id = source && index === 0 ? idOf(source) : `entry:${entryId}:${asset}`;
    const of = { kind: "suspense", id } as const;
    const why = RETURNS_OWN_MONEY.includes(type) ? OWNER_ERASED : RECEIVER_ERASED;
    return {
      update: flag.key(of),
      set: { ...of, why, at, userId, asset, resolution: undefined },
      add: { amount },
    };
  });

/** Returns the money that a flag still has in `suspense`; undefined without a flag. */
export function suspendedOf(item: Table.Item | undefined) {
  if (!item) return undefined;
  const { asset = "", amount = 0n, userId } = flag.parse(item);
  return { asset, amount, userId };
}

/** The author and text of a flag's resolution. */
type Note = Pick<NonNullable<Flag["resolution"]>, "by" | "note">;

/**
 * Returns the writes of an entry that takes a flag's money out of `suspense`; none for zero. A flag without remaining
 * money is resolved. The writes fail after a concurrent update.
 * @param item the flag as it was read
 */
export function takeWrites(
  item: Table.Item | undefined,
  amount: BaseUnits,
  { by, note }: Note,
): Table.Write[] {
  if (!item || amount === 0n) return [];
  const { kind, id, amount: before = 0n, resolution } = flag.parse(item);
  const left = before - amount;
  const isResolved = left === 0n && !resolution;
  return [
    {
      update: flag.key({ kind, id }),
      set: { amount: left, ...(isResolved && { resolution: { by, at: Clock.nowIso(), note } }) },
      where: Where.is({ amount: before }),
    },
  ];
}

/** As `takeWrites`, from several flags, one after the other. */
export function takeFromAllWrites(
  items: readonly Table.Item[],
  amount: BaseUnits,
  note: Note,
): Table.Write[] {
  let left = amount;
  return items.flatMap((item) => {
    const { amount: available } = suspendedOf(item) ?? { amount: 0n };
    const taken = available < left ? available : left;
    left -= taken;
    return takeWrites(item, taken, note);
  });
}

/**
 * Returns the amount of an asset in `suspense` that belongs to no flag, in base units. Flags and the balance may change
 * concurrently: the flags are read before and after the balance, and the higher sum counts. So the result may be too
 * low by the money that moves at that moment, but not too high.
 */
export async function unclaimed(asset: string): Promise<BaseUnits> {
  const before = sumOf(await claims(asset));
  const balances = await shardBalances(systemRef("live", "suspense", asset));
  const after = sumOf(await claims(asset));
  const left = balances.reduce((sum, shard) => sum + shard, 0n) - (before > after ? before : after);
  return left > 0n ? left : 0n;
}

/** Reads the flags of a user's money in `suspense`. */
export const claimsOf = (userId: string, asset: string): Promise<Table.Item[]> => claims(asset, userId);

async function claims(asset: string, userId?: string): Promise<Table.Item[]> {
  const items = await Table.queryAll({ pk: flag.partition({}), beginsWith: flag.prefix });
  return items.filter((item) => {
    const one = flag.parse(item);
    const isOwn = userId === undefined || one.userId === userId;
    return one.kind === "suspense" && one.asset === asset && (one.amount ?? 0n) > 0n && isOwn;
  });
}

/** Returns the sum of the flags' money, in base units. */
export const sumOf = (items: readonly Table.Item[]): BaseUnits =>
  items.reduce((sum, item) => sum + (suspendedOf(item)?.amount ?? 0n), 0n);
