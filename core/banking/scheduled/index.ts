import type { LiveActor, UserActor } from "../../identity/actor.ts";
import { AccountBlocked } from "../../identity/errors.ts";
import { isWithin, type Period } from "../../identity/events.ts";
import * as Stamp from "../../identity/stamp.ts";
import type { User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, invalidField, recover } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { walletKey, walletOf } from "../../ledger/accounts.ts";
import { InsufficientBalance, SameAccount } from "../../ledger/errors.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import * as Due from "../../platform/due/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { type ListPage, listAll, list as listOf, type Paging } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { AccountInDebt } from "../../policy/errors.ts";
import { assertAllowedAfterReset } from "../../transfers/after-reset.ts";
import { resolveRecipient } from "../../transfers/index.ts";
import { type Outgoing, outgoing as outgoingOf } from "../../transfers/outgoing.ts";
import type { Recipient } from "../../transfers/schema.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import * as Payees from "../beneficiaries/stored.ts";
import * as Withdrawals from "../withdrawals/index.ts";
import * as Dates from "./dates.ts";
import { scheduledCount, scheduledDue, scheduledPayment } from "./entity.ts";
import { ScheduledPaymentEnded, ScheduledPaymentLimit, ScheduledPaymentNotFound } from "./errors.ts";
import { MAX_ACTIVE, type NewScheduledPayment, type ScheduledPayment, scheduledStates } from "./schema.ts";

/**
 * Scheduled payments; `run.ts` executes them. They end when their account is blocked or handed over to another owner.
 */

type Owner = Pick<UserActor, "userId" | "ownershipId">;

/** Parses a scheduled payment for its owner; undefined for another owner's. */
export function parseOwned(item: Table.Item, { ownershipId }: Pick<Owner, "ownershipId">) {
  const payment = scheduledPayment.parse(item);
  return payment.ownershipId === ownershipId ? payment : undefined;
}

/** Returns a page of the owner's scheduled payments, newest first. @param page `after`: the last id of the previous page */
export const list = (owner: Owner, page: Paging): Promise<ListPage<ScheduledPayment>> =>
  listOf(
    scheduledPayment,
    { userId: owner.userId },
    { ...page, isWanted: ({ ownershipId }) => ownershipId === owner.ownershipId },
  );

/**
 * Cancels an active scheduled payment. A repeated call changes nothing.
 * @throws SCHEDULED_PAYMENT_NOT_FOUND, SCHEDULED_PAYMENT_ENDED, CONTENTION
 */
export async function cancel(owner: Owner, scheduledId: string): Promise<ScheduledPayment> {
  const key = scheduledPayment.key({ userId: owner.userId, scheduledId });
  const read = async () => {
    const item = await Table.get(key);
    const one = item && parseOwned(item, owner);
    if (!one) throw fail(ScheduledPaymentNotFound);
    return one;
  };
  await Table.change(read, (one) => {
    if (one.status === "canceled") return { writes: [], result: undefined };
    if (scheduledStates.next(one.status, "cancel") === undefined) throw fail(ScheduledPaymentEnded);
    return { writes: endWrites(one, "cancel"), result: undefined };
  });
  return read();
}

/** Cancels a blocked user's scheduled payments, and deletes those of a former owner of the account. */
export async function clear({ userId, ownershipId, blocked }: User): Promise<void> {
  for (const one of await listAll(scheduledPayment, { userId })) {
    if (one.ownershipId !== ownershipId) {
      await Table.remove(scheduledPayment.key(one));
      await Table.remove(scheduledCount.key(one));
    } else if (blocked && one.status === "active") await Table.retry(() => cancelBlocked(one));
  }
}

/** Cancels the owner's active payments that were scheduled in a period. */
export async function cancelCreated(owner: Owner, period: Period): Promise<void> {
  for (const one of await listAll(scheduledPayment, owner))
    if (one.ownershipId === owner.ownershipId && one.status === "active" && isWithin(period, one.createdAt))
      await recover(ScheduledPaymentEnded, cancel(owner, one.scheduledId), () => one);
}

/** Cancels an active payment of a blocked user. @throws ConditionFailed if a sweep executes it concurrently */
async function cancelBlocked(ref: Pick<ScheduledPayment, "userId" | "scheduledId">): Promise<void> {
  const one = await Table.find(scheduledPayment, ref);
  if (one?.status === "active")
    await Table.commit(endWrites(one, "cancel", { failure: AccountBlocked.code }));
}

/**
 * Schedules a payment to a user, or to a bank account in euros; a stored payee is either. The sender needs no money before the payment is due. If the
 * sender lacks the money or is in debt, an email address is looked up only at the first payment (see `toUser`). All checks precede the
 * confirmation.
 * @param sum the amount of each payment
 * @param confirm requires a proof of who acts, because the payments are made without the sender
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INVALID_REQUEST, RECIPIENT_UNKNOWN,
 *   SAME_ACCOUNT, RATE_LIMITED, SCHEDULED_PAYMENT_LIMIT_REACHED, UNAUTHORIZED, BENEFICIARY_NOT_FOUND; WITHDRAWALS_UNAVAILABLE,
 *   BENEFICIARY_LIMIT_REACHED of a bank account; STEP_UP_REQUIRED for a new recipient after a reset of the credentials, and
 *   the errors of `confirm`
 */
export async function create(
  actor: LiveActor,
  request: NewScheduledPayment,
  sum: Outgoing,
  confirm: () => Promise<void>,
  claim?: Idempotency.Claim<ScheduledPayment>,
): Promise<ScheduledPayment> {
  if (!(await Table.get(walletKey(sum.from)))) throw fail(WalletNotFound);
  const { timeZone } = await Users.readOwn(actor);
  const nextRunAt = firstDueAt(request, timeZone);
  const { writes, ...target } = await targetOf(actor, request, sum);
  await confirm();
  const { userId, ownershipId } = actor;
  const { accountId, description, frequency, startDate, endDate } = request;
  const at = Clock.nowIso();
  const created: ScheduledPayment = {
    ...{ scheduledId: Ids.create("scheduled"), userId, ownershipId, accountId, asset: sum.asset.symbol },
    ...{ ...target, description, frequency, startDate, endDate, timeZone },
    ...{
      status: scheduledStates.assertTransition("none", "schedule"),
      paid: 0,
      tries: 0,
      nextRunAt,
      createdAt: at,
      updatedAt: at,
      version: 1,
    },
  };
  await Table.commit([
    ...Idempotency.recordWrites(claim, created),
    Stamp.assertUnchanged(actor),
    ...writes,
    {
      put: { ...scheduledPayment.item(created), ...scheduledDue.at(created.scheduledId, nextRunAt) },
      where: Where.absent,
    },
    {
      update: scheduledCount.key(created),
      add: { count: 1 },
      where: Where.any(Where.lacks("count"), Where.below("count", MAX_ACTIVE)),
      onConditionFailed: ScheduledPaymentLimit,
    },
  ]);
  return created;
}

/**
 * Returns when the first payment is due: immediately, if it starts today after the hour of payments.
 * @throws INVALID_REQUEST if the start is in the past, or after the end
 */
function firstDueAt(
  request: Pick<NewScheduledPayment, "frequency" | "startDate" | "endDate">,
  timeZone: string,
): string {
  if (request.startDate < Dates.dateIn(timeZone, Clock.nowMs()))
    throw invalidField(
      "startDate",
      text(
        `must not be in the past in the time zone ${timeZone}`,
        `ne doit pas être passée dans le fuseau horaire ${timeZone}`,
      ),
    );
  const due = Dates.dueAt({ ...request, timeZone }, 0);
  if (due === undefined)
    throw invalidField("endDate", text("must not be before startDate", "ne doit pas précéder startDate"));
  const now = Clock.nowIso();
  return due > now ? due : now;
}

/** Returns the recipient and the amount of a payment, with the writes that store a new beneficiary. */
async function targetOf(actor: LiveActor, request: NewScheduledPayment, sum: Outgoing) {
  const { toBeneficiaryId: beneficiaryId, iban } = request;
  if (beneficiaryId === undefined)
    return iban === undefined ? toUser(actor, request, sum) : toBank(actor, request);
  const payee = await Payees.storedFrom(actor, beneficiaryId);
  if (payee.payeeId === undefined) return toBank(actor, { ...request, beneficiaryId });
  const target = await toUser(actor, { toUserId: await Payees.userBehind(payee) }, sum);
  const { name, payeeOwnershipId } = payee;
  return { ...target, payee: { id: beneficiaryId, name }, payeeOwnershipId };
}

/** Returns the payee and the amount of a payment to a bank account, with the writes that store a new beneficiary. */
async function toBank(
  actor: LiveActor,
  request: NewScheduledPayment & { readonly beneficiaryId?: string | undefined },
) {
  const { amountMinor: amount, payee } = await Withdrawals.prepare(actor, request);
  const { beneficiaryId: id, name, iban, writes } = payee;
  return { amount, payee: { id, name, iban }, writes };
}

/**
 * Returns the recipient and the amount of a payment to a user. An email address is looked up only for a sender who has the
 * money and no debt. Otherwise `receiverId` is undefined, and the address is looked up at the first payment.
 * @throws RECIPIENT_UNKNOWN, SAME_ACCOUNT, RATE_LIMITED
 */
async function toUser(actor: LiveActor, to: Recipient, sum: Outgoing) {
  const { toAccountId, toEmail, toUserId } = to;
  if (toEmail === actor.email) throw fail(SameAccount);
  // Account ids cannot be guessed and payees are known, so they are looked up for any balance.
  const checked = toEmail === undefined ? outgoingOf(actor, sum.from, 0n) : sum;
  const recipient = { toAccountId, toEmail, toUserId };
  const found: Promise<AccountRef | undefined> = resolveRecipient(actor, recipient, checked);
  const defer = async () => undefined;
  const receiver = await recover(AccountInDebt, recover(InsufficientBalance, found, defer), defer);
  await assertAllowedAfterReset(actor, sum.from, [receiver]);
  return {
    ...{ amount: sum.amount, toAccountId, toEmail, receiverId: receiver && walletOf(receiver.account) },
    writes: [],
  };
}

type Changes = Partial<
  Pick<
    ScheduledPayment,
    "tries" | "paid" | "failure" | "receiverId" | "nextRunAt" | "lastRunAt" | "lastTransactionId"
  >
>;

/** Returns the writes of a payment that remains active. They fail if it has changed since it was read. */
export const continueWrites = (
  one: ScheduledPayment,
  nextRunAt: string,
  changes: Changes,
): readonly Table.Write[] => [
  {
    update: scheduledPayment.key(one),
    set: {
      ...changes,
      ...{ nextRunAt, updatedAt: Clock.nowIso() },
      ...scheduledDue.at(one.scheduledId, nextRunAt),
    },
    add: { version: 1 },
    where: isUnchanged(one),
  },
];

/** Returns the writes that end a payment and free its place in the limit. They fail if it has changed since it was read. */
export const endWrites = (
  one: ScheduledPayment,
  event: "complete" | "cancel" | "fail",
  changes: Changes = {},
): readonly Table.Write[] => [
  {
    update: scheduledPayment.key(one),
    set: {
      ...changes,
      status: scheduledStates.assertTransition(one.status, event),
      nextRunAt: undefined,
      updatedAt: Clock.nowIso(),
      ...Due.done,
    },
    add: { version: 1 },
    where: isUnchanged(one),
  },
  { update: scheduledCount.key(one), add: { count: -1 } },
];

const isUnchanged = (one: ScheduledPayment): Where.Where =>
  Where.all(scheduledPayment.unchanged(one), Where.is({ status: "active" }));
