import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { After } from "../../ledger/draft.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Transfers from "../../transfers/index.ts";
import type { Outgoing, WrittenSum } from "../../transfers/outgoing.ts";
import { sendReads, splitReads } from "../../transfers/prefetch.ts";
import * as Merchants from "../merchants/index.ts";
import * as Payments from "../payments/index.ts";
import type { Payment } from "../payments/schema.ts";
import { listing } from "./listing.ts";
import { payMerchant } from "./merchant.ts";
import type { How, NewMade, Paid, Processed } from "./schema.ts";

/**
 * Payments from account to account: at once, in one entry of the ledger. A user is sent money as by any
 * transfer; a merchant is paid as by any payment, with its commission, saveback, points and challenges.
 */

/**
 * Pays from one of the actor's accounts. Counted against what the actor may give away, and both are told.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   RECIPIENT_UNKNOWN, SAME_ACCOUNT, RATE_LIMITED, PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE,
 *   KYC_LIMIT_EXCEEDED, CONTENTION, PRICES_STALE, and the errors of `beside`; AlreadyDone
 */
export async function pay<More extends object>(
  actor: LiveActor,
  { to, description, outgoing }: NewMade,
  how: How<More>,
  claim?: Idempotency.Claim<Paid & More>,
): Promise<Paid & More> {
  const paymentId = Ids.create("payment");
  if ("merchantId" in to) return payMerchant(actor, { ...to, description, outgoing, paymentId }, how, claim);
  const recipient = "email" in to ? { toEmail: to.email } : { toAccountId: to.accountId };
  const receiver = await Transfers.resolveRecipient(actor, recipient, outgoing, claim);
  const { from, asset, amount } = outgoing;
  const { method, beside, answering } = how;
  const extraWrites = (after: After) => [
    ...(beside?.(paymentId) ?? []),
    ...listing({ paymentId, method, from, to: receiver, amount, description }, after),
  ];
  const reference = { kind: "payment", id: paymentId } as const;
  return Transfers.transfer(
    actor,
    { outgoing, receiver, description, reference },
    { idempotency: claim, extraWrites },
    () => ({ paymentId, asset: asset.symbol, amount, ...answering }),
  );
}

/** Who is paid, and with what: one of each. */
export interface NewProcess extends WrittenSum {
  readonly description: string;
  readonly merchantId?: string | undefined;
  /** The id of an account, or an e-mail address: of a user whom an account alone can pay. */
  readonly recipient?: string | undefined;
  readonly accountId?: string | undefined;
  readonly cardId?: string | undefined;
  readonly paymentMethodId?: string | undefined;
}

/** What `process` reads first of who pays and who is paid; by card, whom the provider knows the payer as. */
export function processReads(owner: Owner, wish: NewProcess): Table.Reads {
  const { merchantId, recipient = "", accountId, currency } = wish;
  if (accountId === undefined) return Payments.createReads(owner, wish);
  if (merchantId !== undefined) {
    const { keys = [] } = splitReads(owner, accountId);
    return { keys: [...keys, Merchants.keyOf(merchantId)] };
  }
  const to = recipient.includes("@") ? { toEmail: recipient } : { toAccountId: recipient };
  return sendReads(owner, { fromAccountId: accountId, currency, ...to });
}

/**
 * Pays a merchant or a user from an account at once, or a merchant by card through the provider.
 * @param outgoing the sum that leaves the named account; undefined for a payment by card
 * @throws as `pay`, and as `Payments.create` by card
 */
export function process(
  actor: LiveActor,
  { merchantId, recipient = "", cardId, paymentMethodId, description, ...sum }: NewProcess,
  outgoing: Outgoing | undefined,
  claim?: Idempotency.Claim<Processed>,
): Promise<Processed> {
  // Under a client's key stands the result of one of the two, which both are among what is read there.
  if (outgoing) {
    const named = recipient.includes("@") ? { email: recipient } : { accountId: recipient };
    const to = merchantId === undefined ? named : { merchantId };
    const kept = claim as Idempotency.Claim<Paid> | undefined;
    return pay(actor, { to, description, outgoing }, { method: "account", answering: {} }, kept);
  }
  const card = { ...Payments.checkCardAmount(sum.amount, sum.currency), description, metadata: {} };
  const kept = claim as Idempotency.Claim<Payment> | undefined;
  return Payments.create(actor, { ...card, cardId, paymentMethodId, merchantId }, kept);
}
