import { SvcError } from "../kernel/errors.ts";
import * as Amounts from "../kernel/money/index.ts";
import { walletId, walletRef } from "../ledger/accounts.ts";
import { balanceNow } from "../ledger/balance-at.ts";
import * as Debts from "../ledger/clawback/debts.ts";
import { AccountNotFound, PlatformAccountShort } from "../ledger/errors.ts";
import * as Opening from "../ledger/wallets/opening.ts";
import * as Outbox from "../platform/outbox/index.ts";
import * as Table from "../platform/table/index.ts";
import { Outdated, unchanged, untilCurrent } from "./change.ts";
import { bankTransfer } from "./entity.ts";
import { transferReceived, transferReturned } from "./events.ts";
import { done, move } from "./moving.ts";
import { type Priced, type Transfer, transferItem } from "./schema.ts";
import { named, showing } from "./shown.ts";
import { type Due, dueOf } from "./transfer.ts";

/** Bank transfers: each one item, changed together with the ledger and with what the user sees of it. */

/** The transfer of that id, or undefined. */
export async function find(transactionId: string): Promise<Transfer | undefined> {
  const item = await Table.get(bankTransfer.key({ transactionId }));
  return item && transferItem.parse(item);
}

/**
 * Changes a transfer, and moves the money that is due for it in the same transaction.
 * @param by who does it
 * @param next makes the transfer after of the one before; undefined where nothing changes. It may be called more than once
 * @returns the transfer after
 * @throws what `next` throws, SERVICE_UNAVAILABLE, and as `Ledger.post`
 */
export async function change(
  transactionId: string,
  by: string,
  next: (before: Transfer | undefined) => Transfer | undefined,
): Promise<Transfer | undefined> {
  const attempt: Attempt = { by, isIdTaken: false };
  return untilCurrent(async () => {
    const before = await find(transactionId);
    const after = next(before);
    return after ? written(before, after, attempt) : before;
  });
}

/** What one attempt teaches the next. */
interface Attempt {
  readonly by: string;
  /** Whether another transaction is shown under the bank's id. */
  isIdTaken: boolean;
}

async function written(before: Transfer | undefined, wanted: Transfer, attempt: Attempt): Promise<Transfer> {
  const after = named(wanted, attempt.isIdTaken);
  const due = dueOf(after);
  const { money } = after;
  if (due === undefined || !money) return withoutMoney(before, after, attempt);
  const priced = { ...after, money };
  return (await isRenamed(priced, due))
    ? withoutMoney(before, renamed(priced), attempt, owedFromNowOn(priced))
    : withMoney(before, priced, due, attempt);
}

async function withMoney(
  before: Transfer | undefined,
  after: Priced,
  due: Due,
  attempt: Attempt,
): Promise<Transfer> {
  let transfer: Transfer = after;
  try {
    await move(after, due, {
      by: attempt.by,
      writes: (entry, how) => {
        transfer = done(after, due, entry, how);
        return [...writesOf(before, transfer), ...letters(after, due)];
      },
      refused: (refusals) => {
        learn(refusals, attempt);
        throw new Outdated();
      },
    });
    return transfer;
  } catch (error) {
    if (error instanceof SvcError && error.is(PlatformAccountShort)) throw new Outdated();
    if (!(error instanceof SvcError && error.is(AccountNotFound) && after.userId !== undefined)) throw error;
    await Opening.ensure({ userId: after.userId }, after.money.currency);
    throw new Outdated();
  }
}

async function withoutMoney(
  before: Transfer | undefined,
  after: Transfer,
  attempt: Attempt,
  further: readonly Table.Write[] = [],
): Promise<Transfer> {
  try {
    await Table.transact([...writesOf(before, after), ...further]);
    return after;
  } catch (error) {
    if (!(error instanceof Table.TransactionRefused)) throw error;
    const outdated = error.refusals.some((one) => one?.code === "ConditionalCheckFailed");
    if (!outdated && !error.transient) throw error;
    learn(error.refusals, attempt);
    throw new Outdated();
  }
}

function writesOf(before: Transfer | undefined, after: Transfer): readonly Table.Write[] {
  const { transactionId } = after;
  const item = { ...after, ...bankTransfer.key({ transactionId }), version: (before?.version ?? 0n) + 1n };
  return [{ put: item, ...unchanged(before) }, ...showing(after, before?.shownId !== undefined)];
}

/** The second write claims the id that the user sees. */
function learn(refusals: readonly (Table.Refusal | undefined)[], attempt: Attempt): void {
  if (!refusals[0] && refusals[1]?.code === "ConditionalCheckFailed") attempt.isIdTaken = true;
}

/**
 * Whether an assignment moves nothing: a debit that was nobody's, all of it owed, and whose user has nothing to pay it with.
 * Then it is only known from now on who owes it.
 */
async function isRenamed({ userId, money, booking }: Priced, due: Due): Promise<boolean> {
  if (due !== "assign" || userId === undefined || money.direction === "credit") return false;
  if (booking?.paid !== 0n) return false;
  return (await balanceNow(walletRef(walletId("live", userId, money.currency)))).available === 0n;
}

const renamed = (transfer: Priced): Transfer =>
  transfer.booking ? { ...transfer, booking: { ...transfer.booking, holder: "user" } } : transfer;

const owedFromNowOn = ({ userId, money: { currency, amountMinor } }: Priced): readonly Table.Write[] =>
  userId === undefined ? [] : Debts.owing(walletRef(walletId("live", userId, currency)), amountMinor);

function letters({ userId, money, booking }: Priced, due: Due): Table.Write[] {
  if (userId === undefined) return [];
  const { amountMinor, currency, direction } = money;
  const told = { userId, amount: Amounts.format(amountMinor, 2), currency };
  if (due !== "reverse") return direction === "credit" ? [Outbox.write(transferReceived, told)] : [];
  return booking?.holder === "user" ? [Outbox.write(transferReturned, { ...told, direction })] : [];
}
