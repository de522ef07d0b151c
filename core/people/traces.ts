import { beneficiary } from "../banking/beneficiaries/entity.ts";
import { scheduledPayment } from "../banking/scheduled/entity.ts";
import { withdrawal } from "../banking/withdrawals/entity.ts";
import { userProfile } from "../identity/entity.ts";
import { DELETED } from "../identity/names.ts";
import { job } from "../jobs/entity.ts";
import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { fromItem } from "../ledger/entry.ts";
import type { Entry } from "../ledger/schema.ts";
import { accountPayment } from "../payments/made/entity.ts";
import { keyOfItem, type StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { transferSplit } from "../transfers/entity.ts";
import { erasure } from "./entity.ts";
import { type AnyEntity, entityOf, erasureWrite } from "./inventory.ts";

/** Erases a user from other partitions: other users' histories, and items that contain the user's name or id. */

/**
 * Replaces a user's name in the histories of the other parties of the given history lines. No hash covers the name
 * (`core/ledger/entry.ts`), so the hash chains stay valid.
 */
export async function eraseName(userId: string, lines: readonly Table.Item[]): Promise<void> {
  const ids = lines.map((item) => historyLine.parse(item).entryId);
  const entries = await Table.getMany(ids.map((entryId) => journalEntry.key({ entryId })));
  for (const item of entries) if (item) await eraseNameInEntry(userId, fromItem(item));
}

async function eraseNameInEntry(userId: string, entry: Entry): Promise<void> {
  const isOwn = (account: string) => parseWalletId(walletOf(account) ?? "")?.userId === userId;
  const accounts = [...new Set(entry.postings.map(({ account }) => account))].filter(walletOf);
  const sender = entry.link?.initiator ?? "";
  const others = accounts.filter((one) => !isOwn(one));
  if (others.length === 0 || others.length === accounts.length) return;
  if (isOwn(sender)) return renameInHistories(others, entry, () => DELETED);
  // Each of several recipients sees only the sender.
  const seeing = others.filter((one) => one === sender);
  const split = await Table.find(transferSplit, entry);
  if (!split) return renameInHistories(seeing, entry, () => DELETED);
  const named = split.parts.find(({ account, counterparty }) => isOwn(account) && counterparty !== null);
  const name = named?.counterparty;
  if (!name || name === DELETED) return;
  await renameInHistories(seeing, entry, (names) => names.replaceAll(name, DELETED));
  const parts = split.parts.map((one) => (isOwn(one.account) ? { ...one, counterparty: DELETED } : one));
  await Table.update(transferSplit.key(entry), { set: { parts }, where: Where.exists });
}

/** Changes the name of the other party in histories. @param rename returns the new name */
async function renameInHistories(
  accounts: readonly string[],
  { entryId, createdAt }: Entry,
  rename: (names: string) => string,
): Promise<void> {
  for (const account of accounts) {
    const walletId = walletOf(account) ?? "";
    const userId = parseWalletId(walletId)?.userId ?? "";
    const lines = await queryBefore(historyLine.key({ walletId, createdAt, position: "-" }));
    const payments = await queryBefore(accountPayment.key({ userId, createdAt, paymentId: "-" }));
    const named = [
      ...lines.filter((item) => historyLine.parse(item).entryId === entryId),
      ...payments.filter((item) => accountPayment.parse(item).transactionId.startsWith(entryId)),
    ];
    for (const item of named) await renameCounterparty(item, rename);
  }
}

/** Reads the items whose sort key begins with the given one without its last character. */
const queryBefore = ({ pk, sk }: StoredKey): Promise<Table.Item[]> =>
  Table.queryAll({ pk, beginsWith: sk.slice(0, -1) });

async function renameCounterparty(item: Table.Item, rename: (names: string) => string): Promise<void> {
  const former = item["counterparty"];
  if (typeof former !== "string" || rename(former) === former) return;
  const change = { set: { counterparty: rename(former) }, where: Where.is({ counterparty: former }) };
  await Table.ignoreConditionFailure(Table.update(keyOfItem(item), change));
}

/** The attributes that identify a user in items of other partitions. */
interface Identifiers {
  readonly userId: string;
  readonly email: string;
  /** The IBANs of the user's accounts on the platform. */
  readonly ibans: readonly string[];
}

const namesPerson = ({ userId, email, ibans }: Identifiers): Where.Where =>
  Where.any(
    Where.is({ userId }),
    Where.is({ ownerId: userId }),
    Where.is({ toEmail: email }),
    Where.is({ payeeId: userId }),
    Where.contains("sharedWith", email),
    ...(ibans.length > 0 ? [Where.oneOf("iban", ibans), Where.oneOf("payee.iban", ibans)] : []),
  );

/** The number of items in a page. */
const PAGE = 1000;

/**
 * Erases a user from one page of the whole table. The table is scanned, because no index covers items in other partitions.
 * @returns the key after which the next page begins. Undefined at the end
 */
export async function eraseMentions(
  person: Identifiers,
  after: StoredKey | undefined,
): Promise<StoredKey | undefined> {
  const from = after && { ...after };
  const { items, next } = await Table.scanPage({ only: namesPerson(person), after: from, limit: PAGE });
  for (const item of items) {
    const write = mentionWrite(item, entityOf(item), person);
    if (write) await Table.tryCommit([write]);
  }
  return next && keyOfItem(next);
}

/** The entity that the last step erases, and the one that records the progress. */
const ERASED_LAST: readonly AnyEntity[] = [userProfile, erasure];

function mentionWrite(
  item: Table.Item,
  entity: AnyEntity,
  { userId, email }: Identifiers,
): Table.Write | undefined {
  if (item["userId"] === userId || item["ownerId"] === userId)
    return ERASED_LAST.includes(entity) ? undefined : erasureWrite(item, entity);
  // Only the name is removed from another user's item.
  const update = keyOfItem(item);
  const where = Where.exists;
  if (entity === job) return { update, discard: { sharedWith: new Set([email]) }, where };
  if (entity === beneficiary || entity === withdrawal) return { update, set: { name: DELETED }, where };
  if (entity !== scheduledPayment) return undefined;
  const { payee, toEmail } = scheduledPayment.parse(item);
  const set = { ...(payee && { "payee.name": DELETED }), ...(toEmail === email && { toEmail: undefined }) };
  return { update, set, where };
}
