import type { UserActor } from "../../identity/actor.ts";
import type { Movement } from "../../identity/kyc/limits/index.ts";
import { shownTo } from "../../identity/names.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, recover } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { parseWalletId, walletOf } from "../accounts.ts";
import { amountOf } from "../amount.ts";
import { balanceNow } from "../balance-at.ts";
import { inDebt } from "../debtor.ts";
import * as Debts from "../debts.ts";
import { type After, given } from "../draft.ts";
import { lineId } from "../entry.ts";
import { AccountNotFound, InsufficientBalance, SameAccount } from "../errors.ts";
import * as Ledger from "../index.ts";
import type { AccountRef, Reference } from "../schema.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { transferEvents } from "./api-events.ts";
import { transferReceived, transferSent } from "./events.ts";
import { ownAccount } from "./own-account.ts";
import { namedBy } from "./reading.ts";
import { recipientOf, stillPaying } from "./recipient.ts";
import type { NewTransfer, Receiver, Recipient, Sender, Transferred } from "./schema.ts";

/** Transfers from user to user, of one asset: nothing is changed on the way. */

/** What an amount of an asset is worth in cents of a euro: prices are above the ledger. */
export type Valuing = (asset: Assets.Asset, amount: bigint) => Promise<bigint>;

/**
 * Sends money at once, in one entry, within the limits of the sender's level. The receiver's account is opened where it is missing, what the receiver
 * owes of the asset is paid first, and both are told.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   RECIPIENT_UNKNOWN, SAME_ACCOUNT, RATE_LIMITED, KYC_LIMIT_EXCEEDED, CONTENTION, and what `valuing` throws
 */
export async function send(
  actor: UserActor,
  { fromAccountId, amount: written, currency, description, ...to }: NewTransfer,
  valuing: Valuing,
  claim?: Idempotency.Claim<Transferred>,
): Promise<Transferred> {
  const { ref: from, asset } = ownAccount(actor, fromAccountId, currency);
  const reference = to.toAccountId === undefined ? undefined : named(to.toAccountId);
  const amount = amountOf("amount", written, asset.decimals);
  const receiver = await receiverOf(actor, to, { from, amount }, claim);
  if (receiver.account === from.account) throw fail(SameAccount);
  return give(actor, { from, receiver, amount, description, reference, valuing }, { idempotency: claim });
}

/** Only who named the account may see it again. */
const named = (accountId: string): Reference => ({ kind: "account", id: accountId });

/** Money on its way from one account to another. */
interface Gift {
  readonly from: AccountRef;
  readonly receiver: Receiver;
  readonly amount: bigint;
  /** What both read; may be empty. */
  readonly description: string;
  /** What it is part of, where it is more than a transfer. */
  readonly reference?: Reference | undefined;
  readonly valuing: Valuing;
}

/**
 * Moves the money to an account that was found before.
 * @param more what goes into the entry's transaction; a refusal without a meaning is a ConditionFailed
 * @throws WALLET_NOT_FOUND, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, CONTENTION, and what
 *   `valuing` throws
 */
export const give = (
  sender: Sender,
  gift: Gift,
  more: Pick<Ledger.FixedDraft<Transferred>, "idempotency" | "extraWrites">,
): Promise<Transferred> => giveFor(sender, gift, more, (transferred) => transferred);

/** As `give`. @param answerOf what is kept and answered of it */
export async function giveFor<T>(
  sender: Sender,
  { from, receiver, amount, description, reference, valuing }: Gift,
  more: Pick<Ledger.FixedDraft<T>, "idempotency" | "extraWrites">,
  answerOf: (transferred: Transferred) => T,
): Promise<T> {
  const asset = Assets.get(from.asset);
  const moving = await movingOf(sender, receiver, () => valuing(asset, amount));
  const sent = Ledger.post<T>({
    ...more,
    type: "TRANSFER",
    postings: Ledger.move(from, receiver, amount),
    initiator: from.account,
    opens: [receiver],
    spending: true,
    collecting: true,
    moving,
    actorId: sender.userId,
    reason: description,
    reference,
    extraWrites: (after) => [...given(more.extraWrites, after), ...stillPaying(sender, [receiver])],
    counterparties: new Map([
      [from.account, receiver.name],
      [receiver.account, shownTo(sender)],
    ]),
    events: (after) => [
      ...told(sender, receiver, Money.format(amount, asset.decimals), after),
      ...transferEvents({ from, to: receiver, named: namedBy(reference), amount, description }, after),
    ],
    result: ({ entryId, createdAt, balances }) =>
      answerOf({
        transferId: entryId,
        transactionId: lineId(entryId, asset.symbol),
        direction: "out",
        fromAccountId: walletOf(from.account) ?? null,
        toAccountId: namedBy(reference),
        counterparty: receiver.name ?? null,
        asset: asset.symbol,
        amount,
        description,
        createdAt,
        available: balances(from.account).available,
        recipient: receiver.name ?? null,
      }),
  });
  return recover(AccountNotFound, sent, () => Promise.reject(fail(WalletNotFound)));
}

/** What the sender gives away: nothing of live money where it goes to an account of the sender's own. */
export async function movingOf(
  { userId, mode }: Sender,
  receiver: AccountRef,
  worth: () => Promise<bigint>,
): Promise<Movement | undefined> {
  const isOwn = parseWalletId(walletOf(receiver.account) ?? "")?.userId === userId;
  return isOwn || mode !== "live" ? undefined : { userId, direction: "out", cents: await worth() };
}

/**
 * The receiver's account, told only to somebody who has the money: others would ask for nothing but who is
 * here. A repetition of what was done is one such.
 */
export async function receiverOf(
  sender: Sender,
  to: Recipient,
  { from, amount }: { readonly from: AccountRef; readonly amount: bigint },
  claim?: Idempotency.Claim<unknown>,
): Promise<Receiver> {
  const found = async () => {
    await checkCovered(sender, { from, amount });
    return recipientOf(sender, to, Assets.get(from.asset));
  };
  return found().catch(Idempotency.refusing(claim));
}

/**
 * That an amount could leave an account now, where that is worth knowing before it is tried: the entry checks it again.
 * @throws ACCOUNT_IN_DEBT, INSUFFICIENT_BALANCE
 */
export async function checkCovered(
  sender: Pick<Sender, "mode" | "userId">,
  { from, amount }: { readonly from: AccountRef; readonly amount: bigint },
): Promise<void> {
  const [{ available }, debts] = await Promise.all([balanceNow(from), Debts.ofUser(sender)]);
  // Why it cannot leave, however much there is: what comes in pays the debt first.
  if (debts.length > 0 && amount > 0n) throw inDebt(debts);
  if (available >= amount) return;
  const { decimals, symbol } = Assets.get(from.asset);
  const units = (of: bigint) => Money.format(of, decimals);
  const details = { required: units(amount), available: units(available), currency: symbol };
  throw fail(InsufficientBalance, { details });
}

/** That both sides are told of it. */
export const told = (sender: Sender, receiver: AccountRef, amount: string, after: After) => [
  toldSender(sender, receiver.asset, amount),
  toldReceiver(sender, receiver, amount, after),
];

export const toldSender = ({ mode, userId }: Sender, asset: string, amount: string) =>
  Outbox.write(transferSent, { mode, amount, asset, userId });

export function toldReceiver({ mode }: Sender, receiver: AccountRef, amount: string, { settled }: After) {
  const { userId = "" } = parseWalletId(walletOf(receiver.account) ?? "") ?? {};
  const { account, asset } = receiver;
  const paid = Assets.format(settled(account), asset);
  return Outbox.write(transferReceived, { mode, amount, asset, userId, settled: paid });
}
