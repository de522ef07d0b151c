import type { StaffActor } from "../identity/actor.ts";
import { isClosed } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import { fail, isAnyOf } from "../kernel/errors.ts";
import * as Amounts from "../kernel/money/index.ts";
import { accountOf } from "../ledger/accounts.ts";
import type { After } from "../ledger/draft.ts";
import { PlatformAccountShort } from "../ledger/errors.ts";
import * as Transactions from "../payments/records/index.ts";
import type { NewTransaction, TransactionStatus } from "../payments/records/schema.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import * as Suspense from "../policy/suspense.ts";
import { bankTransfer } from "./entity.ts";
import { NothingToAssign, RecipientNotFound, TransferAssigned, TransferNotFound } from "./errors.ts";
import { transferDebited, transferReceived, transferReturned } from "./events.ts";
import { movementOf, paysDebtsFirst } from "./postings.ts";
import type { Priced, Split, Transfer, TransferState } from "./schema.ts";
import { type Due, dueOf, isOfWallet, withOwner } from "./transfer-state.ts";

/**
 * Bank transfers (spec 3, section 6.2). A transfer is one item. Its events (`webhooks.ts`) and staff members change it
 * together with the ledger and with its user's record of it.
 */

/** The user was erased concurrently, so the owner of the transfer must be determined again. */
export class OwnerErased extends Error {
  override readonly name = "OwnerErased";
}

export const find = (transactionId: string): Promise<Transfer | undefined> =>
  Table.find(bankTransfer, { transactionId });

/**
 * Assigns an unassigned transfer to a user. A credit moves from `suspense` to the user's wallet, which is opened if it
 * is missing. A debit is taken from the wallet, and the user owes the part that the wallet lacks. A pending transfer is
 * booked to the user later. A repeated call changes nothing.
 * @throws BANK_TRANSFER_NOT_FOUND, RECIPIENT_NOT_FOUND, BANK_TRANSFER_ASSIGNED, NOTHING_TO_ASSIGN, CONTENTION, and as
 *   `Policy.post`
 */
export async function assign(actor: StaffActor, transactionId: string, userId: string): Promise<Transfer> {
  const owner = await Users.fromId(userId);
  if (!owner || isClosed(owner)) throw fail(RecipientNotFound);
  const changed = change(transactionId, actor.userId, (before) => {
    if (!before) throw fail(TransferNotFound);
    if (before.userId === userId) return undefined;
    if (before.userId !== undefined) throw fail(TransferAssigned);
    if (before.state === "rejected" || before.state === "refused") throw fail(NothingToAssign);
    return withOwner({ ...before, assignedBy: actor.userId }, userId);
  });
  const transfer = await changed.catch((error: unknown) => {
    throw error instanceof OwnerErased ? fail(RecipientNotFound) : error;
  });
  if (!transfer) throw fail(TransferNotFound);
  return transfer;
}

/**
 * Changes a transfer, and moves the money that is due for it in the same transaction.
 * @param by the staff member or system that changes it
 * @param next returns the new transfer; undefined if nothing changes. It may run more than once
 * @returns the transfer after the change
 * @throws the errors of `next`, CONTENTION, OwnerErased, and as `Policy.post`
 */
export const change = (
  transactionId: string,
  by: string,
  next: (before: Transfer | undefined) => Transfer | undefined | Promise<Transfer | undefined>,
): Promise<Transfer | undefined> =>
  Table.retryPlan(
    async () => {
      const before = await find(transactionId);
      const wanted = await next(before);
      if (!wanted) return before;
      const after = await withRecordId(wanted);
      const due = dueOf(after);
      const { money } = after;
      if (due && money) return book(before, { ...after, money }, due, by);
      await Table.commit(transferWrites(before, after));
      return after;
    },
    // A concurrent entry took money from `suspense`: plan again.
    (error) => isAnyOf(error, [PlatformAccountShort]),
  );

async function book(before: Transfer | undefined, after: Priced, due: Due, by: string): Promise<Transfer> {
  const { transactionId, userId, money } = after;
  const isUser = userId !== undefined && isOfWallet(after);
  const wallet = isUser ? accountOf({ mode: "live", userId }, money.currency) : undefined;
  const claims = isPaidBack(after, due) ? await Suspense.claimsOf(userId ?? "", money.currency) : [];
  const suspense =
    due === "book" && wallet ? 0n : (await Suspense.unclaimed(money.currency)) + Suspense.sumOf(claims);
  const reference = { kind: "bank_transfer", id: transactionId } as const;
  const request = wallet && {
    initiator: wallet.account,
    opens: [wallet],
    payDebtsFirst: paysDebtsFirst(after, due, wallet, suspense),
    suspendAs: reference,
    reads: { flag: after.erased ? Suspense.flagKey(reference) : undefined },
  };
  try {
    return await Policy.post<Transfer>(request ?? {}, ({ state, items: { flag } }) => {
      const available = state?.available ?? 0n;
      const suspended = Suspense.suspendedOf(flag)?.amount ?? 0n;
      const movement = movementOf(after, due, { wallet, available, suspended, suspense });
      const { type, postings, debtWrites } = movement;
      if (postings.length === 0) throw new Transactions.NothingToPost();
      return {
        type,
        postings,
        actorId: by,
        reason: `bank transfer ${transactionId}${due === "reverse" ? " was rejected" : ""}`,
        reference,
        ...(wallet && { counterparties: new Map([[wallet.account, after.counterparty]]) }),
        events: ({ settled }) => eventsOf(after, due, wallet ? settled(wallet.account) : 0n),
        extraWrites: (entry) => {
          if (wallet && !after.erased && entry.suspended(wallet.account) > 0n) throw new OwnerErased();
          const note = { by, note: `bank transfer ${transactionId}` };
          return [
            ...transferWrites(before, afterEntry(after, due, movement, entry)),
            ...debtWrites,
            ...Suspense.takeWrites(flag, movement.ofSuspense, { by, note: "the bank has taken it back" }),
            ...Suspense.takeFromAllWrites(claims, movement.paid, note).map(orConcurrentUpdate),
          ];
        },
        result: (entry) => afterEntry(after, due, movement, entry),
      };
    });
  } catch (error) {
    if (!(error instanceof Transactions.NothingToPost) || !wallet || !after.booking) throw error;
    // No part of the debit was paid and the user has no money, so no money moves: the user becomes the debtor.
    const assigned: Transfer = { ...after, booking: { ...after.booking, holder: "user" } };
    await Table.commit([
      ...transferWrites(before, assigned),
      ...Debts.debtWrites(wallet, money.amountMinor),
      ...eventsOf(after, due, 0n),
    ]);
    return assigned;
  }
}

/** Returns whether the transfer is a debit of an erased user, which the user's money in `suspense` pays. */
const isPaidBack = (transfer: Priced, due: Due): boolean =>
  due === "book" && transfer.erased === true && transfer.money.direction === "debit" && !isOfWallet(transfer);

function afterEntry(
  transfer: Priced,
  due: Due,
  { paid, owed }: Split,
  { entryId, createdAt }: Pick<After, "entryId" | "createdAt">,
): Transfer {
  if (due === "reverse") return { ...transfer, reversal: { entryId, paid, owed } };
  const holder = isOfWallet(transfer) ? "user" : "nobody";
  return {
    ...transfer,
    booking: { entryId, holder, paid, owed },
    bookedAt: transfer.bookedAt ?? createdAt,
  };
}

const orConcurrentUpdate = (write: Table.Write): Table.Write => ({
  ...write,
  onConditionFailed: () => new Table.ConcurrentUpdate(),
});

/** Returns the writes of a transfer and its record. They fail with ConcurrentUpdate if the transfer has changed. */
function transferWrites(before: Transfer | undefined, after: Transfer): readonly Table.Write[] {
  const put: Table.Write = {
    put: bankTransfer.item({ ...after, version: (before?.version ?? 0n) + 1n }),
    where: bankTransfer.unchanged(before),
  };
  return [put, ...recordWrites(after, before?.shownId === undefined)].map(orConcurrentUpdate);
}

function eventsOf({ userId, erased, money, booking }: Priced, due: Due, settledMinor: bigint): Table.Write[] {
  if (userId === undefined || erased) return [];
  const { amountMinor, currency, direction } = money;
  const data = { userId, amount: Amounts.format(amountMinor, 2), currency };
  const settled = Amounts.format(settledMinor, 2);
  if (due !== "reverse")
    return direction === "credit"
      ? [Outbox.write(transferReceived, { ...data, settled })]
      : [Outbox.write(transferDebited, data)];
  return booking?.holder === "user" ? [Outbox.write(transferReturned, { ...data, direction })] : [];
}

const statuses: Readonly<Record<TransferState, TransactionStatus>> = {
  refused: "FAILED",
  pending: "PENDING",
  booked: "SUCCEEDED",
  rejected: "FAILED",
};

/** Returns the user's record of a transfer; undefined without a user or an amount. */
function recordOf(transfer: Transfer): NewTransaction | undefined {
  const { transactionId, shownId = transactionId, userId, money, state, booking, reversal } = transfer;
  if (userId === undefined || !money) return undefined;
  // An existing record of an erased user is updated, but no new one is created.
  if (transfer.erased && transfer.shownId === undefined) return undefined;
  const isCredit = money.direction === "credit";
  const returned = reversal ? "The bank has returned the transfer." : "The bank has rejected the transfer.";
  return {
    transactionId: shownId,
    userId,
    type: "bank_transfer",
    status: statuses[state],
    amountMinor: money.amountMinor,
    currency: money.currency,
    description: transfer.description ?? (isCredit ? "Incoming bank transfer" : "Outgoing bank transfer"),
    metadata: {
      direction: money.direction,
      ...(transfer.counterparty !== undefined && { counterparty: transfer.counterparty }),
    },
    createdAt: transfer.createdAt,
    refundedMinor: 0n,
    needsApproval: false,
    completedAt: transfer.bookedAt,
    failureReason: state === "rejected" ? (transfer.reason ?? returned) : undefined,
    entryId: booking?.entryId,
    flagged: transfer.flagged,
  };
}

/** Returns the transfer with the id of its record: the bank's id, unless another transaction has it. */
async function withRecordId(transfer: Transfer): Promise<Transfer> {
  if (transfer.shownId !== undefined || !recordOf(transfer)) return transfer;
  const { transactionId } = transfer;
  const isIdTaken = (await Transactions.find(transactionId)) !== undefined;
  return { ...transfer, shownId: isIdTaken ? `bank_${transactionId}` : transactionId };
}

/** Returns the writes of the record. @param isNew whether the record does not exist yet; the write then fails if the id is taken */
function recordWrites(transfer: Transfer, isNew: boolean): readonly Table.Write[] {
  const record = recordOf(transfer);
  if (!record) return [];
  return isNew ? Transactions.openWrites(record) : Transactions.replaceWrites(record);
}
