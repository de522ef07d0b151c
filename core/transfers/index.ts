import type { UserActor } from "../identity/actor.ts";
import { publicName, shortenName } from "../identity/profile/public-name.ts";
import * as Assets from "../kernel/assets/index.ts";
import { fail, recover } from "../kernel/errors.ts";
import { walletOf } from "../ledger/accounts.ts";
import { type After, resolveWrites } from "../ledger/draft.ts";
import { lineId } from "../ledger/entry.ts";
import { AccountNotFound, SameAccount } from "../ledger/errors.ts";
import { move } from "../ledger/index.ts";
import type { Reference } from "../ledger/schema.ts";
import type * as Idempotency from "../platform/idempotency/index.ts";
import * as Outbox from "../platform/outbox/index.ts";
import type * as Table from "../platform/table/index.ts";
import * as Policy from "../policy/index.ts";
import type { Movement } from "../policy/limits.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { assertAllowedAfterReset } from "./after-reset.ts";
import { transferEvents, transferReceived, transferSent } from "./api-events.ts";
import type { Outgoing } from "./outgoing.ts";
import { namedAccount } from "./reading.ts";
import { assertPayable, findRecipient, recipientWrites } from "./recipient.ts";
import type { Receiver, Recipient, Sender, Transferred } from "./schema.ts";

/** Transfers between users, of one asset. */

/**
 * Sends money immediately, in one entry, within the limits of the sender's level. Opens the recipient's account if it is
 * missing, pays the recipient's debt in the asset first, and notifies both.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, RECIPIENT_UNKNOWN, CURRENCY_MISMATCH, SAME_ACCOUNT, RATE_LIMITED,
 *   KYC_LIMIT_EXCEEDED, WALLET_NOT_FOUND, WALLET_LIMIT_REACHED, PRICES_STALE, CONTENTION, STEP_UP_REQUIRED for a new
 *   recipient after a reset of the credentials; AllowanceExceeded of an unconfirmed sum
 */
export async function send(
  actor: UserActor,
  outgoing: Outgoing,
  { description, ...to }: Recipient & { readonly description: string },
  claim?: Idempotency.Claim<Transferred>,
): Promise<Transferred> {
  const receiver = await resolveRecipient(actor, to, outgoing);
  await assertAllowedAfterReset(actor, outgoing.from, [receiver]);
  // Only a sender who named the account may see its id again.
  const reference =
    to.toAccountId === undefined ? undefined : ({ kind: "account", id: to.toAccountId } as const);
  return transfer(
    actor,
    { outgoing, receiver, description, reference },
    { idempotency: claim },
    (sent) => sent,
  );
}

/**
 * Returns whom a transfer would pay, by a shortened name, without moving or storing anything.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, RECIPIENT_UNKNOWN, CURRENCY_MISMATCH, SAME_ACCOUNT, RATE_LIMITED,
 *   STEP_UP_REQUIRED for a new recipient after a reset of the credentials
 */
export async function preview(actor: UserActor, outgoing: Outgoing, to: Recipient): Promise<string> {
  const receiver = await resolveRecipient(actor, to, outgoing);
  await assertAllowedAfterReset(actor, outgoing.from, [receiver]);
  return shortenName(receiver.name);
}

/** A transfer with resolved accounts and amount. */
export interface TransferRequest {
  readonly outgoing: Outgoing;
  readonly receiver: Receiver;
  /** Both sides read it; may be empty. */
  readonly description: string;
  /** The object that the transfer belongs to, such as a payment. */
  readonly reference?: Reference | undefined;
}

/**
 * Moves money to a resolved account.
 * @param more writes of the entry's transaction; a failed condition without an error is a ConditionFailed
 * @param respond makes the response, which is stored under the idempotency key
 * @throws WALLET_NOT_FOUND, WALLET_LIMIT_REACHED, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, RECIPIENT_UNKNOWN,
 *   KYC_LIMIT_EXCEEDED, PRICES_STALE, CONTENTION
 */
export async function transfer<T>(
  sender: Sender,
  { outgoing, receiver, description, reference }: TransferRequest,
  more: Pick<Policy.FixedDraft<T>, "idempotency" | "extraWrites">,
  respond: (transferred: Transferred) => T,
): Promise<T> {
  const { from, asset, amount } = outgoing;
  const senderName = await publicName(sender);
  const sent = Policy.post<T>({
    ...more,
    type: "TRANSFER",
    postings: move(from, receiver, amount),
    initiator: from.account,
    opens: [receiver],
    rejectIfInDebt: true,
    payDebtsFirst: true,
    kycMovement: await kycMovement(sender, outgoing),
    actorId: sender.userId,
    reason: description,
    reference,
    extraWrites: (after) => [
      ...resolveWrites(more.extraWrites, after),
      ...recipientWrites(receiver, namedAccount(reference), amount, after),
      ...assertPayable(sender, [receiver]),
    ],
    counterparties: new Map([
      [from.account, receiver.name],
      [receiver.account, senderName],
    ]),
    events: (after) => [
      ...notifyBoth(sender, receiver, Assets.format(amount, asset.symbol), after),
      ...transferEvents({ from, to: receiver, named: namedAccount(reference), amount, description }, after),
    ],
    result: ({ entryId, createdAt, balances }) =>
      respond({
        transferId: entryId,
        transactionId: lineId(entryId, asset.symbol),
        direction: "out",
        fromAccountId: walletOf(from.account) ?? null,
        toAccountId: namedAccount(reference),
        counterparty: receiver.name,
        asset: asset.symbol,
        amount,
        description,
        createdAt,
        available: balances(from.account).available,
        recipient: receiver.name,
      }),
  });
  return recover(AccountNotFound, sent, () => Promise.reject(fail(WalletNotFound)));
}

/** Returns the movement that counts against the sender's limits: none within a sandbox. */
export const kycMovement = async (
  { userId, mode }: Sender,
  { worthInCents, unconfirmed }: Pick<Outgoing, "worthInCents" | "unconfirmed">,
): Promise<Movement | undefined> =>
  mode === "live" ? { userId, direction: "out", cents: await worthInCents(), unconfirmed } : undefined;

/**
 * Finds the recipient's account. Checks the sender's balance first, so that the lookup cannot be used to test
 * whether an account exists.
 * @throws INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, RECIPIENT_UNKNOWN, CURRENCY_MISMATCH, SAME_ACCOUNT, RATE_LIMITED
 */
export async function resolveRecipient(
  sender: Sender,
  to: Recipient,
  { from, asset, assertCovered }: Pick<Outgoing, "from" | "asset" | "assertCovered">,
): Promise<Receiver> {
  await assertCovered();
  const receiver = await findRecipient(sender, to, asset);
  if (receiver.account === from.account) throw fail(SameAccount);
  return receiver;
}

/** Returns the events that notify both sides. @param amount in whole units */
export const notifyBoth = (
  sender: Sender,
  receiver: Receiver,
  amount: string,
  after: After,
): Table.Write[] => [
  notifySender(sender, receiver.asset, amount),
  notifyRecipient(sender, receiver, amount, after),
];

export const notifySender = ({ mode, userId }: Sender, asset: string, amount: string): Table.Write =>
  Outbox.write(transferSent, { mode, amount, asset, userId });

export function notifyRecipient(
  { mode }: Sender,
  { account, asset, userId }: Receiver,
  amount: string,
  { settled }: Pick<After, "settled">,
): Table.Write {
  const paid = Assets.format(settled(account), asset);
  return Outbox.write(transferReceived, { mode, amount, asset, userId, settled: paid });
}
