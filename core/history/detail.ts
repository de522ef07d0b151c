import type { UserActor } from "../identity/actor.ts";
import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import type { Owner } from "../kernel/mode.ts";
import { parseWalletId, walletId } from "../ledger/accounts.ts";
import { historyLine, journalEntry } from "../ledger/entity.ts";
import { historyLines } from "../ledger/entry.ts";
import type { Entry, RunningLine } from "../ledger/schema.ts";
import type { Merchant } from "../payments/issuing/authorizations/schema.ts";
import { find } from "../payments/records/index.ts";
import type { Transaction } from "../payments/records/schema.ts";
import * as Table from "../platform/table/index.ts";
import { ofLine } from "./lines.ts";
import { ofRecord } from "./records.ts";
import { type Related, readRelated } from "./related.ts";
import { type AccountTransaction, TransactionNotFound } from "./schema.ts";

/** One transaction of a user's history, with everything that the platform knows about it. */

/** The change of one of the user's accounts. */
export interface AccountMovement {
  readonly accountId: string;
  readonly asset: Assets.Asset;
  readonly direction: "in" | "out";
  /** Base units, never negative. */
  readonly amount: bigint;
}

export interface DetailedTransaction extends AccountTransaction {
  /** All changes of the user's accounts by the same ledger entry, such as both sides of a swap. */
  readonly movements: readonly AccountMovement[];
  /** The destination of a withdrawal: a bank account, or a network address. */
  readonly iban: string | null;
  readonly address: string | null;
  /** The stored payee of a withdrawal. */
  readonly beneficiaryId: string | null;
  /** The last digits of the card that was used. */
  readonly cardLast4: string | null;
  /** Where an issued card was used. */
  readonly merchant: Merchant | null;
  /** The refunded part, in base units. */
  readonly refunded: bigint;
  /** Why it failed or was returned, as the bank or the card's network states it. */
  readonly failure: string | null;
  /** The ledger's entry, with its hash in the initiator's chain. */
  readonly entry: Pick<Entry, "entryId" | "transactionHash"> | null;
}

/**
 * Returns a transaction of the actor's history by its id, or by the id of the request that caused it.
 * @throws TRANSACTION_NOT_FOUND, also for another user's transaction
 */
export async function read(actor: UserActor, id: string): Promise<DetailedTransaction> {
  const named = parseLineId(id);
  const found = named ? await ofLineId(actor, named) : await ofRecordId(actor, id);
  if (!found) throw fail(TransactionNotFound);
  return found;
}

interface LineName {
  readonly entryId: string;
  readonly asset: string;
}

/** Parses the id of an account's line; undefined for the id of a record. */
function parseLineId(id: string): LineName | undefined {
  const at = id.lastIndexOf("_");
  const asset = Assets.find(id.slice(at + 1));
  return at > 0 && asset ? { entryId: id.slice(0, at), asset: asset.symbol } : undefined;
}

async function ofLineId(
  { mode, userId }: Owner,
  { entryId, asset }: LineName,
): Promise<DetailedTransaction | undefined> {
  const entry = await Table.find(journalEntry, { entryId });
  const account = walletId(mode, userId, asset);
  const line = entry && (await lineOf(account, entry));
  if (!line) return undefined;
  const related = await readRelated([line], []);
  const full = related.entry(entryId);
  const shown = full && ofLine(line, full, related);
  return shown && detailed(userId, shown, related, { entry: full });
}

/** Returns the line of an entry in an account's history: its time is in the line's key. */
async function lineOf(
  account: string,
  { entryId, createdAt }: Pick<Entry, "entryId" | "createdAt">,
): Promise<RunningLine | undefined> {
  const instant = `${historyLine.prefix}${createdAt}#`;
  const pk = historyLine.partition({ walletId: account });
  const items = await Table.queryAll({ pk, from: instant, upTo: `${instant}~` });
  return items.map((item) => historyLine.parse(item)).find((one) => one.entryId === entryId);
}

async function ofRecordId(owner: Owner, id: string): Promise<DetailedTransaction | undefined> {
  const record = owner.mode === "live" ? await find(id) : undefined;
  if (!record || record.userId !== owner.userId) return undefined;
  const related = await readRelated([], [record]);
  const shown = ofRecord(record, related);
  if (shown) return detailed(owner.userId, shown, related, { record, entry: related.entry(record.entryId) });
  // Once an account has booked it, the history shows the account's line.
  const { entryId = "", currency } = record;
  const booked = await ofLineId(owner, { entryId, asset: currency });
  return booked && { ...booked, ...ofRecordAlone(record) };
}

const ofRecordAlone = ({ cardLast4, refundedMinor, failureReason }: Transaction) => ({
  cardLast4: cardLast4 ?? null,
  refunded: refundedMinor,
  failure: failureReason ?? null,
});

function detailed(
  userId: string,
  shown: AccountTransaction,
  related: Related,
  { entry, record }: { readonly entry?: Entry | undefined; readonly record?: Transaction },
): DetailedTransaction {
  const reference = entry ? { reference: entry.reference } : {};
  const withdrawal = related.withdrawal(reference);
  const purchase = related.purchase(reference);
  const transfer = related.bankTransfer(reference);
  return {
    ...shown,
    movements: entry ? movementsOf(userId, entry) : [],
    iban: withdrawal?.iban ?? null,
    address: withdrawal?.address ?? null,
    beneficiaryId: withdrawal?.beneficiaryId ?? null,
    cardLast4: purchase?.last4 ?? null,
    merchant: purchase?.merchant ?? null,
    refunded: purchase?.refundedMinor ?? 0n,
    failure: withdrawal?.reason ?? transfer?.reason ?? null,
    ...(record && ofRecordAlone(record)),
    entry: entry ? { entryId: entry.entryId, transactionHash: entry.transactionHash } : null,
  };
}

/** Returns the changes of the user's accounts by an entry. Money that is only held counts as its amount. */
const movementsOf = (userId: string, entry: Entry): AccountMovement[] =>
  historyLines(entry).flatMap(({ walletId: accountId, available, held }) => {
    const account = parseWalletId(accountId);
    if (account?.userId !== userId) return [];
    const moved = available === 0n ? held : available;
    const direction = moved < 0n ? "out" : "in";
    const amount = moved < 0n ? -moved : moved;
    return [{ accountId, asset: Assets.get(account.asset), direction, amount }];
  });
