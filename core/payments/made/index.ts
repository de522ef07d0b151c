import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { After } from "../../ledger/draft.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { assertAllowedAfterReset } from "../../transfers/after-reset.ts";
import * as Transfers from "../../transfers/index.ts";
import type { Outgoing, WrittenSum } from "../../transfers/outgoing.ts";
import { sendReads, splitReads } from "../../transfers/prefetch.ts";
import * as Merchants from "../merchants/index.ts";
import * as Payments from "../payments/index.ts";
import type { NewPayment, Payment } from "../payments/schema.ts";
import { listWrites } from "./listing.ts";
import { payMerchant } from "./merchant.ts";
import type { CompletedPayment, NewAccountPayment, PaymentOptions, Processed } from "./schema.ts";

/**
 * Payments from accounts, each in one entry of the ledger. A user receives the money as by a transfer; a merchant as by
 * any payment, with commission, saveback, points and challenges.
 */

/**
 * Pays from one of the actor's accounts. It counts against the actor's outgoing limit, and both sides are notified.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   RECIPIENT_UNKNOWN, SAME_ACCOUNT, RATE_LIMITED, PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE,
 *   KYC_LIMIT_EXCEEDED, CONTENTION, PRICES_STALE, and the errors of `extraWrites`; AlreadyDone
 */
export async function pay<More extends object>(
  actor: LiveActor,
  { to, description, outgoing }: NewAccountPayment,
  options: PaymentOptions<More>,
  claim?: Idempotency.Claim<CompletedPayment & More>,
): Promise<CompletedPayment & More> {
  const paymentId = Ids.create("payment");
  if ("merchantId" in to)
    return payMerchant(actor, { ...to, description, outgoing, paymentId }, options, claim);
  const recipient = "email" in to ? { toEmail: to.email } : { toAccountId: to.accountId };
  const receiver = await Transfers.resolveRecipient(actor, recipient, outgoing);
  const { from, asset, amount } = outgoing;
  await assertAllowedAfterReset(actor, from, [receiver]);
  const { method, extraWrites, responseFields: answering } = options;
  const writes = (after: After) => [
    ...(extraWrites?.(paymentId) ?? []),
    ...listWrites({ paymentId, method, from, to: receiver, amount, description }, after),
  ];
  const reference = { kind: "payment", id: paymentId } as const;
  return Transfers.transfer(
    actor,
    { outgoing, receiver, description, reference },
    { idempotency: claim, extraWrites: writes },
    () => ({ paymentId, asset: asset.symbol, amount, ...answering }),
  );
}

/** A payment to one payee by one means of payment. */
interface NewProcess
  extends WrittenSum,
    Pick<NewPayment, "description" | "merchantId" | "cardId" | "paymentMethodId"> {
  /** The account id or email of a user, whom only an account can pay. */
  readonly recipient?: string | undefined;
  readonly accountId?: string | undefined;
}

/** Returns the inputs of `process`, for handlers that read them ahead. */
export function processReads(owner: Owner, request: NewProcess): Table.Reads {
  const { merchantId, recipient = "", accountId, currency } = request;
  if (accountId === undefined) return Payments.createReads(owner, request);
  if (merchantId !== undefined) {
    const { keys = [] } = splitReads(owner, accountId);
    return { keys: [...keys, Merchants.keyOf(merchantId)] };
  }
  const to = recipient.includes("@") ? { toEmail: recipient } : { toAccountId: recipient };
  return sendReads(owner, { fromAccountId: accountId, currency, ...to });
}

/**
 * Pays a merchant or a user from an account immediately, or a merchant by card through the provider.
 * @param outgoing the amount that leaves the account; undefined for a payment by card
 * @param confirm requires a proof, for a payment by card
 * @throws as `pay`, and as `Payments.pay` by card
 */
export function process(
  actor: LiveActor,
  { merchantId, recipient = "", cardId, paymentMethodId, description, ...sum }: NewProcess,
  outgoing: Outgoing | undefined,
  confirm: () => Promise<void>,
  claim?: Idempotency.Claim<Processed>,
): Promise<Processed> {
  // The client's key stores the result of either kind.
  if (outgoing) {
    const named = recipient.includes("@") ? { email: recipient } : { accountId: recipient };
    const to = merchantId === undefined ? named : { merchantId };
    const payClaim = claim as Idempotency.Claim<CompletedPayment> | undefined;
    return pay(actor, { to, description, outgoing }, { method: "account", responseFields: {} }, payClaim);
  }
  const card = { ...Payments.checkCardAmount(sum.amount, sum.currency), description, metadata: {} };
  const cardClaim = claim as Idempotency.Claim<Payment> | undefined;
  return Payments.pay(actor, { ...card, cardId, paymentMethodId, merchantId }, confirm, cardClaim);
}
