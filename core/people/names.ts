import { DELETED } from "../identity/names.ts";
import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { fromItem } from "../ledger/entry.ts";
import type { Entry } from "../ledger/schema.ts";
import { madePayment } from "../payments/made/entity.ts";
import { keyOfItem } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { transferSplit } from "../transfers/entity.ts";

/**
 * A person's name in other people's histories, found by what both had to do with each other: no hash covers it
 * (`core/ledger/line-hash.ts`), so the chains stay as they are.
 */

/** Takes a person's name out of what the other sides of these lines of the person's own history see. */
export async function forget(userId: string, lines: readonly Table.Item[]): Promise<void> {
  const ids = lines.map((item) => historyLine.parse(item).entryId);
  const entries = await Table.getMany(ids.map((entryId) => journalEntry.key({ entryId })));
  for (const item of entries) if (item) await ofEntry(userId, fromItem(item));
}

async function ofEntry(userId: string, entry: Entry): Promise<void> {
  const isOwn = (account: string) => parseWalletId(walletOf(account) ?? "")?.userId === userId;
  const accounts = [...new Set(entry.postings.map(({ account }) => account))].filter(walletOf);
  const sender = entry.link?.initiator ?? "";
  const others = accounts.filter((one) => !isOwn(one));
  if (others.length === 0 || others.length === accounts.length) return;
  if (isOwn(sender)) return inHistories(others, entry, () => DELETED);
  // Of several receivers each sees who sent, and nobody else.
  const seeing = others.filter((one) => one === sender);
  const split = await Table.find(transferSplit, entry);
  if (!split) return inHistories(seeing, entry, () => DELETED);
  const named = split.parts.find(({ account, counterparty }) => isOwn(account) && counterparty !== null);
  const name = named?.counterparty;
  if (!name || name === DELETED) return;
  await inHistories(seeing, entry, (names) => names.replaceAll(name, DELETED));
  const parts = split.parts.map((one) => (isOwn(one.account) ? { ...one, counterparty: DELETED } : one));
  await Table.update(transferSplit.key(entry), { set: { parts }, where: Where.exists });
}

/** @param instead what takes the place of what the line says of its other side */
async function inHistories(
  accounts: readonly string[],
  entry: Entry,
  instead: (names: string) => string,
): Promise<void> {
  for (const account of accounts) {
    const walletId = walletOf(account) ?? "";
    await inLine(walletId, entry, instead);
    await inPayment(parseWalletId(walletId)?.userId ?? "", entry, instead);
  }
}

async function inLine(walletId: string, entry: Entry, instead: (names: string) => string): Promise<void> {
  const { pk, sk } = historyLine.key({ walletId, createdAt: entry.createdAt, position: "-" });
  const items = await Table.queryAll({ pk, beginsWith: sk.slice(0, -1) });
  await rename(
    items.filter((item) => historyLine.parse(item).entryId === entry.entryId),
    instead,
  );
}

async function inPayment(userId: string, entry: Entry, instead: (names: string) => string): Promise<void> {
  const { pk, sk } = madePayment.key({ userId, createdAt: entry.createdAt, paymentId: "-" });
  const items = await Table.queryAll({ pk, beginsWith: sk.slice(0, -1) });
  await rename(
    items.filter((item) => madePayment.parse(item).transactionId.startsWith(entry.entryId)),
    instead,
  );
}

async function rename(items: readonly Table.Item[], instead: (names: string) => string): Promise<void> {
  for (const item of items) {
    const former = item["counterparty"];
    if (typeof former !== "string" || instead(former) === former) continue;
    const change = { set: { counterparty: instead(former) }, where: Where.is({ counterparty: former }) };
    await Table.unlessRefused(Table.update(keyOfItem(item), change));
  }
}
