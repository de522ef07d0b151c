import type { UserActor } from "../identity/actor.ts";
import { fail } from "../kernel/errors.ts";
import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { fromItem } from "../ledger/entry.ts";
import type { Entry, Reference } from "../ledger/schema.ts";
import * as Table from "../platform/table/index.ts";
import { transferSplit } from "./entity.ts";
import { TransferNotFound } from "./errors.ts";
import type { Transfer } from "./schema.ts";

/** Looks up transfers by their entry, for either side. */

/** Returns the account that the sender named. */
export const namedAccount = (reference: Reference | undefined): string | null =>
  reference?.kind === "account" ? reference.id : null;

/**
 * Returns a transfer that the actor sent or received.
 * @throws TRANSFER_NOT_FOUND, also for another user's transfer and for another kind of entry
 */
export async function fromId(actor: UserActor, transferId: string): Promise<Transfer> {
  const [item, stored] = await Table.getMany(keysOf(transferId));
  const entry = item && fromItem(item);
  if (entry?.type !== "TRANSFER" && entry?.type !== "CAPTURE") throw fail(TransferNotFound);
  const recipients = stored && transferSplit.parse(stored).parts;
  const accounts = [...entry.postings, ...(recipients ?? [])].map(({ account }) => account);
  const own = accounts.find((account) => isOf(actor, account));
  const accountId = (own && walletOf(own)) ?? "";
  const wallet = parseWalletId(accountId);
  if (own === undefined || !wallet) throw fail(TransferNotFound);
  const line = await lineOf(entry, accountId);
  const isSender = own === entry.link?.initiator;
  const parts = recipients && recipients.length > 1 ? recipients : undefined;
  return {
    transferId,
    direction: isSender ? "out" : "in",
    fromAccountId: isSender ? accountId : null,
    toAccountId: isSender ? namedIn(entry, own, parts ? [] : recipients) : accountId,
    holdId: isSender ? holdOf(entry.reference) : null,
    counterparty: line?.counterparty ?? null,
    asset: wallet.asset,
    amount: parts && !isSender ? paidTo(own, parts) : sentBy(entry),
    description: entry.reason,
    createdAt: entry.createdAt,
    ...(isSender && { parts: parts?.map(({ account: _, ...part }) => part) }),
  };
}

/** Returns the query of a wallet's lines of an instant. */
function linesAt(walletId: string, createdAt: string): Table.QueryInput {
  const { pk, sk } = historyLine.key({ walletId, createdAt, position: "-" });
  return { pk, beginsWith: sk.slice(0, -1) };
}

/** Returns the keys of the entry and its split. Only the two sides see them. */
const keysOf = (transferId: string): Table.Key[] => [
  journalEntry.key({ entryId: transferId }),
  transferSplit.key({ entryId: transferId }),
];

/** Returns the hold that a transfer was paid from. */
const holdOf = (reference: Reference | undefined): string | null =>
  reference?.kind === "hold" ? reference.id : null;

/** Returns the account that the sender of an entry named. A capture always names it. */
function namedIn({ type, reference, postings }: Entry, sender: string, recipients: readonly Paid[] = []) {
  if (type !== "CAPTURE") return namedAccount(reference);
  const accounts = [...postings, ...recipients].map(({ account }) => account);
  const paid = accounts.find((account) => account !== sender && walletOf(account) !== undefined);
  return (paid !== undefined && walletOf(paid)) || null;
}

interface Paid {
  readonly account: string;
  readonly amount: bigint;
}

/** Returns the part of a split that an account got, including the amount that paid its owner's debt. */
const paidTo = (account: string, parts: readonly Paid[]) =>
  parts.reduce((sum, part) => (part.account === account ? sum + part.amount : sum), 0n);

function isOf({ userId, mode }: UserActor, account: string): boolean {
  const wallet = parseWalletId(walletOf(account) ?? "");
  return wallet?.userId === userId && wallet.mode === mode;
}

/** Returns the amount that left the sender, including the amount that paid the recipient's debt. */
const sentBy = ({ postings, link }: Entry): bigint =>
  postings.reduce((sum, { account, amount }) => (account === link?.initiator ? sum - amount : sum), 0n);

/** Reads the history line of an entry in one of its wallets. */
async function lineOf({ entryId, createdAt }: Entry, walletId: string) {
  const items = await Table.queryAll(linesAt(walletId, createdAt));
  return items.map((item) => historyLine.parse(item)).find((line) => line.entryId === entryId);
}
