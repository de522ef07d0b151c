import type { LiveActor } from "../../identity/actor.ts";
import * as Stamp from "../../identity/stamp.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, failFields, InvalidRequest, recover } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import { walletKey, walletOf } from "../../ledger/accounts.ts";
import { amountOf } from "../../ledger/amount.ts";
import { AccountInDebt, InsufficientBalance, SameAccount } from "../../ledger/errors.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import { receiverOf } from "../../ledger/transfers/index.ts";
import { ownAccount } from "../../ledger/transfers/own-account.ts";
import { sendReads } from "../../ledger/transfers/prefetch.ts";
import { WalletNotFound } from "../../ledger/wallets/errors.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import * as Withdrawals from "../withdrawals/index.ts";
import * as Dates from "./dates.ts";
import { scheduledCount, scheduledDue, scheduledPayment } from "./entity.ts";
import { ScheduledPaymentLimit } from "./errors.ts";
import { MAX_ACTIVE, type NewScheduledPayment, type ScheduledPayment } from "./schema.ts";

/** How payments are scheduled. */

interface Asking {
  /** Has the caller confirm a new payee, or so much; one confirmation is of the whole request. */
  readonly confirm: () => Promise<void>;
  /** Whether each payment is worth more than 100 EUR. */
  readonly isAbove: () => Promise<boolean>;
}

/** What `create` reads first of who pays, and who is paid from account to account. */
export const createReads = (owner: Owner, wish: NewScheduledPayment): Table.Reads =>
  sendReads(owner, {
    fromAccountId: wish.accountId,
    currency: wish.currency,
    toAccountId: wish.toAccountId,
    toEmail: wish.toEmail,
  });

/**
 * Schedules a payment to a user, or to a bank account in euros. No money is needed before it is due: without it an address is looked up when the first
 * payment is made, for the reason that `receiverOf` gives.
 * Nobody is asked to confirm what would be refused.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INVALID_REQUEST, RECIPIENT_UNKNOWN,
 *   SAME_ACCOUNT, RATE_LIMITED, SCHEDULED_PAYMENT_LIMIT_REACHED, UNAUTHORIZED; WITHDRAWALS_UNAVAILABLE,
 *   BENEFICIARY_LIMIT_REACHED of a bank account, and what `confirm` throws
 */
export async function create(
  actor: LiveActor,
  wish: NewScheduledPayment,
  { confirm, isAbove }: Asking,
  claim?: Idempotency.Claim<ScheduledPayment>,
): Promise<ScheduledPayment> {
  const { ref, asset } = ownAccount(actor, wish.accountId, wish.currency);
  if (!(await Table.get(walletKey(ref)))) throw fail(WalletNotFound);
  const { timeZone } = await Users.own(actor);
  const nextRunAt = firstOf(wish, timeZone);
  const { writes, ...target } = await (wish.iban === undefined
    ? toUser(actor, wish)
    : toBank(actor, wish, confirm));
  if (await isAbove()) await confirm();
  const { userId, ownershipId } = actor;
  const { accountId, description, frequency, startDate, endDate } = wish;
  const at = Clock.nowIso();
  const made: ScheduledPayment = {
    ...{ scheduledId: Ids.create("scheduled"), userId, ownershipId, accountId, asset: asset.symbol },
    ...{ ...target, description, frequency, startDate, endDate, timeZone },
    ...{ status: "active", paid: 0, tries: 0, nextRunAt, createdAt: at, updatedAt: at, version: 1 },
  };
  await Table.commit([
    ...Idempotency.recording(claim, made),
    Stamp.stillHolds(actor),
    ...writes,
    {
      put: { ...scheduledPayment.item(made), ...scheduledDue.at(made.scheduledId, nextRunAt) },
      where: Where.absent,
    },
    {
      update: scheduledCount.key(made),
      add: { count: 1 },
      where: Where.any(Where.lacks("count"), Where.below("count", MAX_ACTIVE)),
      refused: ScheduledPaymentLimit,
    },
  ]);
  return made;
}

/** When the first payment is due: of today at the hour of payments, or at once where that is over. */
function firstOf(wish: Pick<NewScheduledPayment, "frequency" | "startDate" | "endDate">, timeZone: string) {
  if (wish.startDate < Dates.dateIn(timeZone, Clock.nowMs()))
    throw failFields(InvalidRequest, [
      {
        field: "startDate",
        message: text(
          `must not be over: no date before today, by the clock of ${timeZone}`,
          `ne doit pas être passée : aucune date avant aujourd'hui, à l'heure de ${timeZone}`,
        ),
      },
    ]);
  const due = Dates.dueAt({ ...wish, timeZone }, 0);
  if (due === undefined)
    throw failFields(InvalidRequest, [
      {
        field: "endDate",
        message: text("must not be before startDate", "ne doit pas précéder startDate"),
      },
    ]);
  const now = Clock.nowIso();
  return due > now ? due : now;
}

/** Whom a payment is for and how much it is, with what must be kept of the payee. */
type Target = Pick<ScheduledPayment, "amount" | "toAccountId" | "toEmail" | "receiverId" | "payee"> & {
  readonly writes: readonly Table.Write[];
};

async function toUser(actor: LiveActor, wish: NewScheduledPayment): Promise<Target> {
  const { ref, asset } = ownAccount(actor, wish.accountId, wish.currency);
  const amount = amountOf("amount", wish.amount, asset.decimals);
  const receiver = await foundNow(actor, wish, ref, amount);
  const { toAccountId, toEmail } = wish;
  return { amount, toAccountId, toEmail, receiverId: receiver && walletOf(receiver.account), writes: [] };
}

async function toBank(
  actor: LiveActor,
  wish: NewScheduledPayment,
  confirm: () => Promise<void>,
): Promise<Target> {
  const { amountMinor: amount, payee } = await Withdrawals.prepare(actor, wish, confirm);
  const { beneficiaryId: id, name, iban, writes } = payee;
  return { amount, payee: { id, name, iban }, writes };
}

/** The receiver's account, where it can be told by now. @throws RECIPIENT_UNKNOWN, SAME_ACCOUNT, RATE_LIMITED */
async function foundNow(
  actor: LiveActor,
  { toAccountId, toEmail }: Pick<NewScheduledPayment, "toAccountId" | "toEmail">,
  from: AccountRef,
  amount: bigint,
): Promise<AccountRef | undefined> {
  if (toEmail === actor.email) throw fail(SameAccount);
  // The id of an account is nobody's guess: it is looked up whatever the caller has.
  const least = toAccountId === undefined ? amount : 0n;
  const looked: Promise<AccountRef | undefined> = receiverOf(
    actor,
    { toAccountId, toEmail },
    { from, amount: least },
  );
  const nobody = async () => undefined;
  const found = await recover(AccountInDebt, recover(InsufficientBalance, looked, nobody), nobody);
  if (found?.account === from.account) throw fail(SameAccount);
  return found;
}
