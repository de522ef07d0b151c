import { userProfile } from "../../identity/entity.ts";
import { AccountBlocked, StepUpRequired } from "../../identity/errors.ts";
import type { User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { type ErrorDefinition, SvcError } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { walletOf, walletRef } from "../../ledger/accounts.ts";
import type { After } from "../../ledger/draft.ts";
import { lineId } from "../../ledger/entry.ts";
import { InsufficientBalance, SameAccount } from "../../ledger/errors.ts";
import { listOutgoingWrite, listWrites } from "../../payments/made/listing.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { AccountInDebt, KycLimitExceeded } from "../../policy/errors.ts";
import { assertScheduleAllowedAfterReset } from "../../transfers/after-reset.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../transfers/errors.ts";
import * as Transfers from "../../transfers/index.ts";
import { outgoing } from "../../transfers/outgoing.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { assertSameOwner } from "../beneficiaries/stored.ts";
import { hold } from "../withdrawals/hold.ts";
import * as Dates from "./dates.ts";
import { scheduledDue, scheduledPayment } from "./entity.ts";
import { scheduledPaymentFailed, scheduledPaymentMissed } from "./events.ts";
import { continueWrites, endWrites } from "./index.ts";
import { MAX_TRIES, type ScheduledPayment } from "./schema.ts";

/**
 * Executes scheduled payments. Each date is paid once: the transaction that moves the money also sets the next date, if
 * the payment has not changed since it was read. Missed dates are all paid in order, as with a bank's standing order.
 * While a date is retried, later dates wait. In the 24 hours after a reset of the credentials a recipient who was never paid before
 * waits for their end: a thief may have scheduled the payment. Its owner is notified, and can cancel it.
 */

/** The limit of dates of one payment per sweep. */
const MAX_DATES = 31;

/** Errors that may disappear by the next day. */
const TRANSIENT: readonly ErrorDefinition[] = [InsufficientBalance, AccountInDebt, KycLimitExceeded];
/** Errors that end the payment. After any other error, the next sweep tries again. */
const PERMANENT: readonly ErrorDefinition[] = [
  RecipientUnknown,
  SameAccount,
  CurrencyMismatch,
  WalletNotFound,
  Money.InvalidAmount,
];

/** Executes every due payment. @returns the number of payments that changed */
export const runDue = (): Promise<number> =>
  Due.sweep(scheduledDue, (item) => run(scheduledPayment.parse(item)), Due.PROVIDER_PACE);

async function run(found: ScheduledPayment): Promise<boolean> {
  let steps = 0;
  while (steps < MAX_DATES && (await step(found))) steps++;
  return steps > 0;
}

/** Pays, defers or ends a due payment. @returns false if nothing is due, or a concurrent update has changed the payment */
async function step(found: ScheduledPayment): Promise<boolean> {
  const one = await Table.find(scheduledPayment, found);
  if (one?.status !== "active" || one.nextRunAt === undefined || one.nextRunAt > Clock.nowIso()) return false;
  const owner = await Users.fromId(one.userId);
  if (!owner || owner.blocked || owner.ownershipId !== one.ownershipId)
    return Table.tryCommit(endWrites(one, "cancel", { failure: AccountBlocked.code }));
  try {
    await pay(one, owner);
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    if (error instanceof SvcError) return Table.tryCommit(failureWrites(one, error));
    throw error;
  }
}

/** Pays one date. @throws ConditionFailed after a concurrent update of the payment, or if the account was blocked concurrently */
async function pay(one: ScheduledPayment, owner: User): Promise<void> {
  const { name, email } = owner;
  const { userId, amount, description, receiverId, toAccountId, toEmail, payeeOwnershipId } = one;
  const from = walletRef(one.accountId);
  // A date that was paid in the wait was allowed to be.
  const isContinued = one.paid > 0;
  if (one.payee?.iban !== undefined) {
    await assertScheduleAllowedAfterReset(owner, from, undefined, isContinued);
    const { id: beneficiaryId, name, iban } = one.payee;
    const payee = { beneficiaryId, name, iban };
    const order = { wallet: from, amountMinor: amount, payee, description, cents: amount };
    const outgoingLine = {
      from,
      method: "scheduled",
      amount,
      description,
      counterparty: payee.name,
    } as const;
    await hold({ mode: "live", userId }, order, {
      extraWrites: (after, { withdrawalId: id, feeMinor: fee }) => [
        ...dateWrites(one, after),
        listOutgoingWrite({ ...outgoingLine, fee, reference: { kind: "withdrawal", id } }, after),
      ],
      result: () => undefined,
    });
    return;
  }
  const sender = { userId, mode: "live", name, email } as const;
  const to = receiverId === undefined ? { toAccountId, toEmail } : { toAccountId: receiverId };
  const sum = outgoing(sender, from, amount);
  const receiver = await Transfers.resolveRecipient(sender, to, sum);
  await assertScheduleAllowedAfterReset(owner, from, receiver, isContinued);
  if (payeeOwnershipId !== undefined) await assertSameOwner(receiver.userId, payeeOwnershipId);
  const payment = { paymentId: Ids.create("payment"), method: "scheduled", description, amount } as const;
  await Transfers.transfer(
    sender,
    { outgoing: sum, receiver, description, reference: { kind: "payment", id: payment.paymentId } },
    {
      idempotency: undefined,
      extraWrites: (after) => [
        ...dateWrites({ ...one, receiverId: walletOf(receiver.account) }, after),
        ...listWrites({ ...payment, from, to: receiver }, after),
      ],
    },
    () => undefined,
  );
}

/** Returns the writes of a payment: its next date or its end, and the check that the owner is not blocked. */
function dateWrites(one: ScheduledPayment, { entryId, createdAt }: After): readonly Table.Write[] {
  const { userId, ownershipId, receiverId } = one;
  const changes = {
    ...{ receiverId, lastRunAt: createdAt, lastTransactionId: lineId(entryId, one.asset) },
    ...{ paid: one.paid + 1, tries: 0, failure: undefined },
  };
  const next = Dates.dueAt(one, changes.paid);
  return [
    ...(next === undefined ? endWrites(one, "complete", changes) : continueWrites(one, next, changes)),
    { check: userProfile.key({ userId }), where: Where.is({ ownershipId, blockedAt: undefined }) },
  ];
}

const dataOf = ({ userId, asset, amount }: ScheduledPayment, { code }: SvcError) => ({
  ...{ userId, asset, reason: code },
  amount: Assets.format(amount, asset),
});

/** Returns the end of the wait after a reset, in which a new recipient is not paid; undefined for any other error. */
function waitEndOf(error: SvcError): string | undefined {
  const { allowedFrom } = error.details;
  return error.is(StepUpRequired) && typeof allowedFrom === "string" ? allowedFrom : undefined;
}

/** Returns the writes of a failed date, with the owner's notification. @throws the error if it is neither in `TRANSIENT` nor in `PERMANENT` */
function failureWrites(one: ScheduledPayment, error: SvcError): readonly Table.Write[] {
  const waitEnd = waitEndOf(error);
  if (waitEnd !== undefined) {
    const data = { ...dataOf(one, error), retryAt: waitEnd };
    return [
      ...continueWrites(one, waitEnd, { failure: error.code }),
      Outbox.write(scheduledPaymentMissed, data),
    ];
  }
  const isTransient = TRANSIENT.some((one) => error.is(one));
  if (!isTransient && !PERMANENT.some((one) => error.is(one))) throw error;
  const data = dataOf(one, error);
  const missed = { tries: one.tries + 1, failure: error.code };
  if (!isTransient || missed.tries >= MAX_TRIES)
    return [...endWrites(one, "fail", missed), Outbox.write(scheduledPaymentFailed, data)];
  const retryAt = Dates.dayAfter(one.timeZone, Clock.nowMs());
  return [
    ...continueWrites(one, retryAt, missed),
    Outbox.write(scheduledPaymentMissed, { ...data, retryAt }),
  ];
}
