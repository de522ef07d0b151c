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

/** Transfers as they are looked up: by their entry, by either side. */

/** The account that the sender named. */
export const namedBy = (reference: Reference | undefined): string | null =>
  reference?.kind === "account" ? reference.id : null;

/**
 * A transfer that the actor sent or received.
 * @throws TRANSFER_NOT_FOUND, also for somebody else's and for what is no transfer
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

/** The lines of a wallet that were written at an instant. */
function linesAt(walletId: string, createdAt: string): Table.QueryInput {
  const { pk, sk } = historyLine.key({ walletId, createdAt, position: "-" });
  return { pk, beginsWith: sk.slice(0, -1) };
}

/** The entry and how it was split. It is shown to none but the two sides. */
const keysOf = (transferId: string): Table.Key[] => [
  journalEntry.key({ entryId: transferId }),
  transferSplit.key({ entryId: transferId }),
];

/** The hold that it was paid out of. */
const holdOf = (reference: Reference | undefined): string | null =>
  reference?.kind === "hold" ? reference.id : null;

/** The account that the sender of an entry named; of a hold it is always named. */
function namedIn({ type, reference, postings }: Entry, sender: string): string | null {
  if (type !== "CAPTURE") return namedBy(reference);
  const paid = postings.find(({ account }) => account !== sender && walletOf(account) !== undefined);
  return (paid && walletOf(paid.account)) ?? null;
}

/** What of a split an account got: also what of it paid a debt of its owner's. */
const paidTo = (account: string, parts: readonly { readonly account: string; readonly amount: bigint }[]) =>
  parts.reduce((sum, part) => (part.account === account ? sum + part.amount : sum), 0n);

function isOf({ userId, mode }: UserActor, { account }: Posting): boolean {
  const wallet = parseWalletId(walletOf(account) ?? "");
  return wallet?.userId === userId && wallet.mode === mode;
}

/** All that left the sender: also what of it paid a debt of the receiver's. */
const sentBy = ({ postings, link }: Entry): bigint =>
  postings.reduce((sum, { account, amount }) => (account === link?.initiator ? sum - amount : sum), 0n);

/** What the entry did to one of its accounts. */
async function lineOf({ entryId, createdAt }: Entry, walletId: string) {
  const items = await Table.queryAll(linesAt(walletId, createdAt));
  return items.map((item) => historyLine.parse(item)).find((line) => line.entryId === entryId);
}
