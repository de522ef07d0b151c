import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { After } from "../../ledger/draft.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Transfers from "../../transfers/index.ts";
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
