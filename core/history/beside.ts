import { bankTransfer } from "../banking/entity.ts";
import type { Transfer } from "../banking/schema.ts";
import { withdrawal } from "../banking/withdrawals/entity.ts";
import type { Withdrawal } from "../banking/withdrawals/schema.ts";
import { userProfile } from "../identity/entity.ts";
import { fromItem as userOf } from "../identity/user.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import { journalEntry } from "../ledger/entity.ts";
import { fromItem as entryOf } from "../ledger/entry.ts";
import { holdKey, toHold } from "../ledger/holds.ts";
import type { Entry, RunningLine } from "../ledger/schema.ts";
import { merchant } from "../payments/merchants/entity.ts";
import { transactionMetadata } from "../payments/records/entity.ts";
import type { Transaction } from "../payments/records/schema.ts";
import * as Table from "../platform/table/index.ts";
import { bankTransferOf, otherOf, withdrawalOf } from "./entries.ts";

/** What is read beside lines and records to show them: why money moved, and who is at its other end. */
export interface Beside {
  entry(entryId: string | undefined): Entry | undefined;
  /** A user's name. */
  name(userId: string | undefined): string | undefined;
  merchant(merchantId: string | undefined): string | undefined;
  bankTransfer(transactionId: string | undefined): Transfer | undefined;
  withdrawal(withdrawalId: string | undefined): Withdrawal | undefined;
  /** Whether something of a hold is left. */
  isHeld(holdId: string): boolean;
  /** What was noted with a record. */
  noted(transactionId: string): Readonly<Record<string, string>>;
}

/** Reads it for all of them: two round trips. */
export async function readBeside(
  lines: readonly RunningLine[],
  records: readonly Transaction[],
): Promise<Beside> {
  const wanted = [...lines, ...records].flatMap(({ entryId }) => entryId ?? []);
  const entries = await found(wanted, (entryId) => journalEntry.key({ entryId }), entryOf);
  const ofLines = lines.flatMap((line) => {
    const entry = entries.get(line.entryId);
    return entry ? [{ line, entry }] : [];
  });
  const heldFromTheFirst = ofLines.filter(({ line }) => line.available === 0n && line.held > 0n);
  const transfers = records.filter(({ type }) => type === "bank_transfer");
  const [names, transfersByBank, withdrawals, holds, notes] = await Promise.all([
    namesOf(
      ofLines.flatMap(({ line, entry }) => otherOf(entry, line.walletId) ?? []),
      records.flatMap(({ merchantId }) => merchantId ?? []),
    ),
    found(
      ofLines.flatMap(({ entry }) => bankTransferOf(entry) ?? []),
      (transactionId) => bankTransfer.key({ transactionId }),
      (item) => bankTransfer.parse(item),
    ),
    found(
      ofLines.flatMap(({ line, entry }) => nameOfWithdrawal(line, entry) ?? []),
      ({ userId, withdrawalId }) => withdrawal.key({ userId, withdrawalId }),
      (item) => withdrawal.parse(item),
      ({ withdrawalId }) => withdrawalId,
    ),
    found(
      heldFromTheFirst.flatMap(({ entry }) => entry.holds.map(({ holdId }) => holdId)),
      holdKey,
      (item) => (toHold(item)?.remaining ?? 0n) > 0n,
    ),
    found(
      transfers.map(({ transactionId }) => transactionId),
      (transactionId) => transactionMetadata.key({ transactionId }),
      (item) => transactionMetadata.parse(item).metadata,
    ),
  ]);
  return {
    entry: (entryId) => entries.get(entryId ?? ""),
    name: names.user,
    merchant: names.merchant,
    bankTransfer: (transactionId) => transfersByBank.get(transactionId ?? ""),
    withdrawal: (withdrawalId) => withdrawals.get(withdrawalId ?? ""),
    isHeld: (holdId) => holds.get(holdId) ?? false,
    noted: (transactionId) => notes.get(transactionId) ?? {},
  };
}

function nameOfWithdrawal({ walletId }: RunningLine, entry: Entry) {
  const withdrawalId = withdrawalOf(entry);
  const userId = parseWalletId(walletId)?.userId;
  return withdrawalId !== undefined && userId !== undefined ? { userId, withdrawalId } : undefined;
}

/** What there is of these, each read once, by its id. */
async function found<T, Id = string>(
  ids: readonly Id[],
  keyOf: (id: Id) => Table.Key,
  read: (item: Table.Item) => T,
  nameOf: (id: Id) => string = String,
): Promise<ReadonlyMap<string, T>> {
  const all = [...new Map(ids.map((id) => [nameOf(id), id])).values()];
  const items = await Table.getMany(all.map(keyOf));
  return new Map(
    all.flatMap((id, index): [string, T][] => {
      const item = items[index];
      return item ? [[nameOf(id), read(item)]] : [];
    }),
  );
}

/** What users and merchants are called. */
export async function namesOf(
  userIds: readonly string[],
  merchantIds: readonly string[],
): Promise<{ readonly user: Beside["name"]; readonly merchant: Beside["merchant"] }> {
  const [users, merchants] = await Promise.all([
    found(
      userIds,
      (userId) => userProfile.key({ userId }),
      (item) => nameOf(userOf(item)),
    ),
    found(
      merchantIds,
      (merchantId) => merchant.key({ merchantId }),
      (item) => merchant.parse(item).businessName,
    ),
  ]);
  return {
    user: (userId) => users.get(userId ?? ""),
    merchant: (merchantId) => merchants.get(merchantId ?? ""),
  };
}

/** A name to be shown to others. Some have an address for one, until they say theirs. */
const nameOf = ({ name }: { readonly name: string }): string | undefined =>
  name.includes("@") ? undefined : name;
