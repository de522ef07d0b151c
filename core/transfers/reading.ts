import type { UserActor } from "../identity/actor.ts";
import { fail } from "../kernel/errors.ts";
import { parseWalletId, walletOf } from "../ledger/accounts.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { fromItem } from "../ledger/entry.ts";
import type { Entry, Posting, Reference } from "../ledger/schema.ts";
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
  const [item, split] = await Table.getMany(keysOf(transferId));
  const entry = item && fromItem(item);
  const own =
    entry?.type === "TRANSFER" || entry?.type === "CAPTURE"
      ? entry.postings.find((one) => isOf(actor, one))
      : undefined;
  if (!entry || !own) throw fail(TransferNotFound);
  const accountId = walletOf(own.account) ?? "";
  const line = await lineOf(entry, accountId);
  const isSender = own.account === entry.link?.initiator;
  const parts = split && transferSplit.parse(split).parts;
  return {
    transferId,
    direction: isSender ? "out" : "in",
    fromAccountId: isSender ? accountId : null,
    toAccountId: isSender ? namedIn(entry, own.account) : accountId,
    holdId: isSender ? holdOf(entry.reference) : null,
    counterparty: line?.counterparty ?? null,
    asset: own.asset,
    amount: parts && !isSender ? paidTo(own.account, parts) : sentBy(entry),
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
function namedIn({ type, reference, postings }: Entry, sender: string): string | null {
  if (type !== "CAPTURE") return namedAccount(reference);
  const paid = postings.find(({ account }) => account !== sender && walletOf(account) !== undefined);
  return (paid && walletOf(paid.account)) ?? null;
}

/** Returns the part of a split that an account got, including the amount that paid its owner's debt. */
const paidTo = (account: string, parts: readonly { readonly account: string; readonly amount: bigint }[]) =>
  parts.reduce((sum, part) => (part.account === account ? sum + part.amount : sum), 0n);

function isOf({ userId, mode }: UserActor, { account }: Posting): boolean {
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
