import { userProfile } from "../../identity/entity.ts";
import { AccountBlocked } from "../../identity/errors.ts";
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
import { listing, listingOut } from "../../payments/made/listing.ts";
import * as Due from "../../platform/due/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { AccountInDebt, KycLimitExceeded } from "../../policy/errors.ts";
import { CurrencyMismatch, RecipientUnknown } from "../../transfers/errors.ts";
import * as Transfers from "../../transfers/index.ts";
import { outgoing } from "../../transfers/outgoing.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { hold } from "../withdrawals/hold.ts";
import * as Dates from "./dates.ts";
import { scheduledDue, scheduledPayment } from "./entity.ts";
import { scheduledPaymentFailed, scheduledPaymentMissed } from "./events.ts";
import { ending, goingOn } from "./index.ts";
import { MAX_TRIES, type ScheduledPayment } from "./schema.ts";

/**
 * The schedule of payments. Each date is paid once: the transaction that moves the money moves the payment on
 * to its next date, over exactly what was read. Whoever dies before it has done nothing, whoever comes second
 * is refused. Dates that passed while nothing ran are all paid, one after the other, as a bank owes its
 * customer's standing order; while one is tried again, those after it wait.
 */

/** How many dates of one payment a sweep makes up for: the next one goes on. */
const MOST = 31;

/** What may be otherwise tomorrow. */
const PASSING: readonly ErrorDefinition[] = [InsufficientBalance, AccountInDebt, KycLimitExceeded];
/** What will not be. All else is ours to mend, and is left to the next sweep. */
const LASTING: readonly ErrorDefinition[] = [
  RecipientUnknown,
  SameAccount,
  CurrencyMismatch,
  WalletNotFound,
  Money.InvalidAmount,
];

/** Makes every payment that is due by now. @returns for how many something was done */
export const runDue = (): Promise<number> =>
  Due.sweep(scheduledDue, (item) => run(scheduledPayment.parse(item)), {
    batch: 25,
    concurrency: 5,
  });

async function run(name: ScheduledPayment): Promise<boolean> {
  let steps = 0;
  while (steps < MOST && (await step(name))) steps++;
  return steps > 0;
}

/** Does what is next of a payment. @returns false where that is nothing, or another sweep was faster */
async function step(name: ScheduledPayment): Promise<boolean> {
  const one = await Table.find(scheduledPayment, name);
  if (one?.status !== "active" || one.nextRunAt === undefined || one.nextRunAt > Clock.nowIso()) return false;
  const owner = await Users.fromId(one.userId);
  if (!owner || owner.blocked || owner.ownershipId !== one.ownershipId)
    return Table.tryCommit(ending(one, "canceled", { failure: AccountBlocked.code }));
  try {
    await pay(one, owner);
    return true;
  } catch (error) {
    if (error instanceof Table.ConditionFailed) return false;
    if (error instanceof SvcError) return Table.tryCommit(missing(one, error));
    throw error;
  }
}

/** Pays one date. @throws ConditionFailed where another sweep has, or the account was blocked meanwhile */
async function pay(one: ScheduledPayment, { name }: Pick<User, "name">): Promise<void> {
  const { userId, amount, description, receiverId, toAccountId, toEmail } = one;
  const from = walletRef(one.accountId);
  if (one.payee) {
    const { id: beneficiaryId, name, iban } = one.payee;
    const payee = { beneficiaryId, name, iban };
    const order = { wallet: from, amountMinor: amount, payee, description, cents: amount };
    const outward = { from, method: "scheduled", amount, description, counterparty: payee.name } as const;
    await hold({ mode: "live", userId }, order, {
      extraWrites: (after, { withdrawalId: id, feeMinor: fee }) => [
        ...moving(one, after),
        listingOut({ ...outward, fee, reference: { kind: "withdrawal", id } }, after),
      ],
      result: () => undefined,
    });
    return;
  }
  const sender = { userId, mode: "live", name } as const;
  const to = receiverId === undefined ? { toAccountId, toEmail } : { toAccountId: receiverId };
  const sum = outgoing(sender, from, amount);
  const receiver = await Transfers.resolveRecipient(sender, to, sum);
  const payment = { paymentId: Ids.create("payment"), method: "scheduled", description, amount } as const;
  await Transfers.transfer(
    sender,
    { outgoing: sum, receiver, description, reference: { kind: "payment", id: payment.paymentId } },
    {
      idempotency: undefined,
      extraWrites: (after) => [
        ...moving({ ...one, receiverId: walletOf(receiver.account) }, after),
        ...listing({ ...payment, from, to: receiver }, after),
      ],
    },
    () => undefined,
  );
}

/** What goes into the transaction that pays: on to the next date, or the end, of whom nobody has blocked. */
function moving(one: ScheduledPayment, { entryId, createdAt }: After): readonly Table.Write[] {
  const { userId, ownershipId, receiverId } = one;
  const changed = {
    ...{ receiverId, lastRunAt: createdAt, lastTransactionId: lineId(entryId, one.asset) },
    ...{ paid: one.paid + 1, tries: 0, failure: undefined },
  };
  const next = Dates.dueAt(one, changed.paid);
  return [
    ...(next === undefined ? ending(one, "completed", changed) : goingOn(one, next, changed)),
    { check: userProfile.key({ userId }), where: Where.is({ ownershipId, blockedAt: undefined }) },
  ];
}

/** The writes of a payment that could not be made: its owner is told. @throws the error that says nothing of it */
function missing(one: ScheduledPayment, error: SvcError): readonly Table.Write[] {
  const isPassing = PASSING.some((passing) => error.is(passing));
  if (!isPassing && !LASTING.some((lasting) => error.is(lasting))) throw error;
  const { userId, asset, timeZone } = one;
  const amount = Assets.format(one.amount, asset);
  const what = { userId, amount, asset, reason: error.code };
  const missed = { tries: one.tries + 1, failure: error.code };
  if (!isPassing || missed.tries >= MAX_TRIES)
    return [...ending(one, "failed", missed), Outbox.write(scheduledPaymentFailed, what)];
  const retryAt = Dates.dayAfter(timeZone, Clock.nowMs());
  return [...goingOn(one, retryAt, missed), Outbox.write(scheduledPaymentMissed, { ...what, retryAt })];
}
