import type { LiveActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { amountOf } from "../../ledger/amount.ts";
import type { After } from "../../ledger/draft.ts";
import { SameAccount } from "../../ledger/errors.ts";
import * as Transfers from "../../ledger/transfers/index.ts";
import { ownAccount } from "../../ledger/transfers/own-account.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type { How } from "./how.ts";
import { listing } from "./listing.ts";
import { payMerchant } from "./merchant.ts";
import type { NewMade, Paid } from "./schema.ts";

/**
 * Payments from account to account: at once, in one entry of the ledger. A user is sent money as by any
 * transfer; a merchant is paid as by any payment, with its commission, saveback, points and challenges.
 */

/**
 * Pays from one of the actor's accounts. Counted against what the actor may give away, and both are told.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   RECIPIENT_UNKNOWN, SAME_ACCOUNT, RATE_LIMITED, PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE,
 *   KYC_LIMIT_EXCEEDED, CONTENTION, what `valuing` throws and what `beside` is refused with; AlreadyDone
 */
export async function pay<More extends object>(
  actor: LiveActor,
  { to, ...wish }: NewMade,
  how: How<More>,
  claim?: Idempotency.Claim<Paid & More>,
): Promise<Paid & More> {
  const paymentId = Ids.create("payment");
  if ("merchantId" in to) return payMerchant(actor, { ...wish, ...to, paymentId }, how, claim);
  const { ref: from, asset } = ownAccount(actor, wish.accountId, wish.currency);
  const amount = amountOf("amount", wish.amount, asset.decimals);
  const recipient = "email" in to ? { toEmail: to.email } : { toAccountId: to.accountId };
  const receiver = await Transfers.receiverOf(actor, recipient, { from, amount }, claim);
  if (receiver.account === from.account) throw fail(SameAccount);
  const { description } = wish;
  const { method, valuing, beside, answering } = how;
  const extraWrites = (after: After) => [
    ...(beside?.(paymentId) ?? []),
    ...listing({ paymentId, method, from, to: receiver, amount, description }, after),
  ];
  const reference = { kind: "payment", id: paymentId } as const;
  const gift = { from, receiver, amount, description, reference, valuing };
  return Transfers.giveFor(actor, gift, { idempotency: claim, extraWrites }, () => ({
    ...{ paymentId, asset: asset.symbol, amount },
    ...answering,
  }));
}
