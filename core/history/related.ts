import { bankTransfer } from "../banking/entity.ts";
import type { Transfer } from "../banking/schema.ts";
import { withdrawal, keyOf as withdrawalKey } from "../banking/withdrawals/entity.ts";
import type { Withdrawal } from "../banking/withdrawals/schema.ts";
import type { Owner } from "../kernel/mode.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import { journalEntry } from "../ledger/entity.ts";
import { fromItem as entryOf } from "../ledger/entry.ts";
import { holdKey, toHold } from "../ledger/holds.ts";
import type { Entry, Reference, ReferenceKind, RunningLine } from "../ledger/schema.ts";
import { cardAuthorization } from "../payments/issuing/authorizations/entity.ts";
import type { Authorization } from "../payments/issuing/authorizations/schema.ts";
import { merchant } from "../payments/merchants/entity.ts";
import { transactionMetadata } from "../payments/records/entity.ts";
import type { Transaction } from "../payments/records/schema.ts";
import * as Table from "../platform/table/index.ts";

/** The records related to lines, for their texts and states. */
export interface Related {
  entry(entryId: string | undefined): Entry | undefined;
  merchant(merchantId: string | undefined): string | undefined;
  bankTransfer(of: Pick<Entry, "reference">): Transfer | undefined;
  withdrawal(of: Pick<Entry, "reference">): Withdrawal | undefined;
  /** Returns a purchase with an issued card. */
  purchase(of: Pick<Entry, "reference">): Authorization | undefined;
  /** Returns whether a hold is open. */
  isHeld(holdId: string): boolean;
  /** Returns the metadata of a record. */
  noted(transactionId: string): Readonly<Record<string, string>>;
}

/** Reads the related records of all lines and records, in two round trips. */
export async function readRelated(
  lines: readonly RunningLine[],
  records: readonly Transaction[],
): Promise<Related> {
  const entryIds = [...lines, ...records].flatMap(({ entryId }) => entryId ?? []);
  const entries = await readById(entryIds, (entryId) => journalEntry.key({ entryId }), entryOf);
  const ofLines = lines.flatMap((line) => {
    const entry = entries.get(line.entryId);
    return entry ? [{ line, entry }] : [];
  });
  const heldLines = ofLines.filter(({ line }) => line.available === 0n && line.held > 0n);
  const transfers = records.filter(({ type }) => type === "bank_transfer");
  const referring = ofLines.map(({ line, entry: { reference } }) => {
    const { mode = "live", userId = "" } = parseWalletId(line.walletId) ?? {};
    return { mode, userId, reference };
  });
  const [merchants, transfersByBank, withdrawals, purchases, holds, notes] = await Promise.all([
    merchantsOf(records),
    readById(
      referring.flatMap(({ reference }) => idOf(reference, "bank_transfer") ?? []),
      (transactionId) => bankTransfer.key({ transactionId }),
      (item) => bankTransfer.parse(item),
    ),
    withdrawalsOf(referring),
    purchasesOf(referring),
    readById(
      heldLines.flatMap(({ entry }) => entry.holds.map(({ holdId }) => holdId)),
      holdKey,
      (item) => (toHold(item)?.remaining ?? 0n) > 0n,
    ),
    readById(
      transfers.map(({ transactionId }) => transactionId),
      (transactionId) => transactionMetadata.key({ transactionId }),
      (item) => transactionMetadata.parse(item).metadata,
    ),
  ]);
  return {
    entry: (entryId) => entries.get(entryId ?? ""),
    merchant: (merchantId) => merchants.get(merchantId ?? ""),
    bankTransfer: ({ reference }) => transfersByBank.get(idOf(reference, "bank_transfer") ?? ""),
    withdrawal: ({ reference }) => withdrawals.get(idOf(reference, "withdrawal") ?? ""),
    purchase: ({ reference }) => purchases.get(idOf(reference, "issuing_authorization") ?? ""),
    isHeld: (holdId) => holds.get(holdId) ?? false,
    noted: (transactionId) => notes.get(transactionId) ?? {},
  };
}

export const idOf = (reference: Reference | undefined, kind: ReferenceKind): string | undefined =>
  reference?.kind === kind ? reference.id : undefined;

/** An entry's reference, and the owner of the account. */
export interface Referring extends Owner {
  readonly reference?: Reference | undefined;
}

/** Reads the referenced withdrawals. */
export const withdrawalsOf = (all: readonly Referring[]): Promise<ReadonlyMap<string, Withdrawal>> =>
  readById(
    all.flatMap(({ mode, userId, reference }) => {
      const withdrawalId = idOf(reference, "withdrawal");
      return withdrawalId === undefined ? [] : [{ mode, userId, withdrawalId }];
    }),
    withdrawalKey,
    (item) => withdrawal.parse(item),
    ({ withdrawalId }) => withdrawalId,
  );

/** Reads the referenced purchases with issued cards. */
export const purchasesOf = (all: readonly Referring[]): Promise<ReadonlyMap<string, Authorization>> =>
  readById(
    all.flatMap(({ reference }) => idOf(reference, "issuing_authorization") ?? []),
    (authorizationId) => cardAuthorization.key({ authorizationId }),
    (item) => cardAuthorization.parse(item),
  );

/** Reads the names of the merchants of records. */
export const merchantsOf = (
  records: readonly Pick<Transaction, "merchantId">[],
): Promise<ReadonlyMap<string, string>> =>
  readById(
    records.flatMap(({ merchantId }) => merchantId ?? []),
    (merchantId) => merchant.key({ merchantId }),
    (item) => merchant.parse(item).businessName,
  );

/** Reads items by id, each once. Omits missing ones. */
async function readById<T, Id = string>(
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
