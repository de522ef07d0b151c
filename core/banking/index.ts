import type { StaffActor } from "../identity/actor.ts";
import { isGone } from "../identity/user.ts";
import * as Users from "../identity/users.ts";
import { fail, SvcError } from "../kernel/errors.ts";
import * as Amounts from "../kernel/money/index.ts";
import { accountOf } from "../ledger/accounts.ts";
import type { After } from "../ledger/draft.ts";
import { PlatformAccountShort } from "../ledger/errors.ts";
import * as Transactions from "../payments/records/index.ts";
import type { NewTransaction, TransactionStatus } from "../payments/records/schema.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import * as Debts from "../policy/debts.ts";
import * as Policy from "../policy/index.ts";
import * as Suspense from "../policy/suspense.ts";
import { bankTransfer } from "./entity.ts";
import { NothingToAssign, RecipientNotFound, TransferAssigned, TransferNotFound } from "./errors.ts";
import { transferDebited, transferReceived, transferReturned } from "./events.ts";
import { isCollecting, movementOf } from "./postings.ts";
import type { Priced, Split, Transfer, TransferState } from "./schema.ts";
import { type Due, dueOf, isOfWallet, withOwner } from "./transfer-state.ts";

/**
 * The bank (spec 3, section 6.2): accounts, consents and transfers, as its events say (`webhooks.ts`) and the
 * staff assigns them.
 */

/**
 * Assigns a transfer that came for nobody: what `suspense` has of it goes to the user's wallet, which is
 * opened where it is missing; a debit is taken from it. What is only announced is booked to the user later.
 * Assigning it again changes nothing.
 * @param transactionId the bank's
 * @throws BANK_TRANSFER_NOT_FOUND, RECIPIENT_NOT_FOUND, BANK_TRANSFER_ASSIGNED, NOTHING_TO_ASSIGN,
 * CONTENTION, and as `Ledger.post`
 */
export async function assign(actor: StaffActor, transactionId: string, userId: string): Promise<Transfer> {
  const owner = await Users.fromId(userId);
  if (!owner || isGone(owner)) throw fail(RecipientNotFound);
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

/** Another event on the transfer was faster: what it comes to must be decided anew. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/** Its user is erased since the transfer was found to be the user's: whose it is must be found out anew. */
export class OwnerErased extends Error {
  override readonly name = "OwnerErased";
}

/** The entry would move nothing. */
class NothingMoves extends Error {
  override readonly name = "NothingMoves";
}

/** The transfer of that id, or undefined. */
export const find = (transactionId: string): Promise<Transfer | undefined> =>
  Table.find(bankTransfer, { transactionId });

/**
 * Changes a transfer, and moves the money that is due for it in the same transaction.
 * @param by who does it
 * @param next makes the transfer after; undefined where nothing changes. It may be called more than once
 * @returns the transfer after
 * @throws what `next` throws, CONTENTION, OwnerErased, and as `Policy.post`
 */
export const change = (
  transactionId: string,
  by: string,
  next: (before: Transfer | undefined) => Transfer | undefined | Promise<Transfer | undefined>,
): Promise<Transfer | undefined> =>
  Table.retry(async () => {
    const before = await find(transactionId);
    const wanted = await next(before);
    if (!wanted) return before;
    try {
      return await write(before, await named(wanted), by);
    } catch (error) {
      // Others took from suspense meanwhile.
      const isShort = error instanceof SvcError && error.is(PlatformAccountShort);
      if (isShort || error instanceof Overtaken) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
  });

async function write(before: Transfer | undefined, after: Transfer, by: string): Promise<Transfer> {
  const due = dueOf(after);
  const { money } = after;
  if (due && money) return book(before, { ...after, money }, due, by);
  await Table.commit(writesOf(before, after));
  return after;
}

async function book(before: Transfer | undefined, after: Priced, due: Due, by: string): Promise<Transfer> {
  const { transactionId, userId, money } = after;
  const isUser = userId !== undefined && isOfWallet(after);
  const wallet = isUser ? accountOf({ mode: "live", userId }, money.currency) : undefined;
  const isUsers = due === "book" && wallet !== undefined;
  const claims = isPaidBack(after, due) ? await Suspense.claimsOf(userId ?? "", money.currency) : [];
  const suspense = isUsers ? 0n : (await Suspense.unclaimed(money.currency)) + Suspense.sumOf(claims);
  const reference = { kind: "bank_transfer", id: transactionId } as const;
  const request = wallet && {
    initiator: wallet.account,
    opens: [wallet],
    payDebtsFirst: isCollecting(after, due, wallet, suspense),
    suspendAs: reference,
    reads: { flag: after.erased ? Suspense.flagKey(reference) : undefined },
  };
  try {
    return await Policy.post<Transfer>(request ?? {}, ({ state, items: { flag } }) => {
      const has = { available: state?.available ?? 0n, suspended: Suspense.suspendedOf(flag)?.amount ?? 0n };
      const movement = movementOf(after, due, { wallet, ...has, suspense });
      const { type, postings, debtWrites } = movement;
      if (postings.length === 0) throw new NothingMoves();
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
          const taken = Suspense.takeWrites(flag, movement.ofSuspense, {
            by,
            note: "the bank has taken it back",
          });
          const said = { by, note: `bank transfer ${transactionId}` };
          const claimed = Suspense.takeFromAllWrites(claims, movement.paid, said).map((write) => ({
            ...write,
            onConditionFailed: () => new Overtaken(),
          }));
          return [
            ...writesOf(before, booked(after, due, movement, entry)),
            ...[...debtWrites, ...taken, ...claimed],
          ];
        },
        result: (entry) => booked(after, due, movement, entry),
      };
    });
  } catch (error) {
    if (!(error instanceof NothingMoves) || !wallet || !after.booking) throw error;
    // Nobody has paid anything of a debit, and its user has nothing: from now on it is the user who owes it.
    const assigned: Transfer = { ...after, booking: { ...after.booking, holder: "user" } };
    await Table.commit([
      ...writesOf(before, assigned),
      ...Debts.debtWrites(wallet, money.amountMinor),
      ...eventsOf(after, due, 0n),
    ]);
    return assigned;
  }
}

/** Whether it is a debit of somebody who is erased: then what is theirs in `suspense` pays it. */
const isPaidBack = (transfer: Priced, due: Due): boolean =>
  due === "book" && transfer.erased === true && transfer.money.direction === "debit" && !isOfWallet(transfer);

/** The transfer with what the ledger has done for it. */
function booked(
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

/** The writes of a transfer and its record, over the transfer as it was. Refused: Overtaken. */
function writesOf(before: Transfer | undefined, after: Transfer): readonly Table.Write[] {
  const version = before?.version ?? 0n;
  const writes: readonly Table.Write[] = [
    {
      put: bankTransfer.item({ ...after, version: version + 1n }),
      where: before ? Where.is({ version }) : Where.absent,
    },
    ...recording(after, before?.shownId === undefined),
  ];
  return writes.map((one) => ({ ...one, onConditionFailed: () => new Overtaken() }));
}

function eventsOf({ userId, erased, money, booking }: Priced, due: Due, settledMinor: bigint): Table.Write[] {
  if (userId === undefined || erased) return [];
  const { amountMinor, currency, direction } = money;
  const moved = { userId, amount: Amounts.format(amountMinor, 2), currency };
  const settled = Amounts.format(settledMinor, 2);
  if (due !== "reverse")
    return direction === "credit"
      ? [Outbox.write(transferReceived, { ...moved, settled })]
      : [Outbox.write(transferDebited, moved)];
  return booking?.holder === "user" ? [Outbox.write(transferReturned, { ...moved, direction })] : [];
}

const statuses: Readonly<Record<TransferState, TransactionStatus>> = {
  refused: "FAILED",
  pending: "PENDING",
  booked: "SUCCEEDED",
  rejected: "FAILED",
};

/** Undefined where there is no user, or none any more, or no amount. */
function recordOf(transfer: Transfer): NewTransaction | undefined {
  const { transactionId, shownId = transactionId, userId, money, state, booking, reversal } = transfer;
  if (userId === undefined || !money) return undefined;
  // One that was made before stays, and goes on saying what became of the transfer.
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

/** The transfer with the id of its record: the bank's, unless another transaction has that. */
export async function named(transfer: Transfer): Promise<Transfer> {
  if (transfer.shownId !== undefined || !recordOf(transfer)) return transfer;
  const { transactionId } = transfer;
  const isTaken = (await Transactions.find(transactionId)) !== undefined;
  return { ...transfer, shownId: isTaken ? `bank_${transactionId}` : transactionId };
}

/**
 * The writes that bring the record up to date.
 * @param isNew whether there was none before: the first write is then refused where its id is taken
 */
export function recording(transfer: Transfer, isNew: boolean): readonly Table.Write[] {
  const record = recordOf(transfer);
  if (!record) return [];
  return isNew ? Transactions.opening(record) : Transactions.replacing(record);
}
