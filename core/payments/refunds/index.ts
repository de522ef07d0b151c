import type { LiveActor } from "../../identity/actor.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { MerchantNotFound } from "../merchants/errors.ts";
import * as Merchants from "../merchants/index.ts";
import { ofAccount, referenceKey } from "./account.ts";
import { ofCard } from "./card.ts";
import type { NewRefund, Refunded } from "./schema.ts";

/**
 * Refunds by merchants: of payments from accounts, which the ledger gives back at once, and of payments by card,
 * which the provider does (`../returns` books what it tells of them). Everybody who had a share of the payment
 * gives back in proportion, and no refund is more than what is left of it.
 */

/** What `refund` reads first: which merchant is the actor's, and which payment it is. */
export const refundReads = (
  { userId }: Pick<LiveActor, "userId">,
  { paymentId }: Pick<NewRefund, "paymentId">,
): Table.Reads => ({ keys: [Merchants.ownKey(userId), referenceKey(paymentId)] });

/**
 * Gives a payment back to who paid the actor's merchant, in part or whole. What the merchant does not have it
 * cannot give back: nothing has moved yet, so nobody is made to owe.
 * @throws MERCHANT_NOT_FOUND, PAYMENT_NOT_FOUND, PAYMENT_NOT_REFUNDABLE, REFUND_EXCEEDS_PAYMENT,
 *   INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT, ACCOUNT_CLOSED of a payer who is erased, CONTENTION; as `Psp.call`; AlreadyDone
 */
export async function refund(
  actor: LiveActor,
  wish: NewRefund,
  claim?: Idempotency.Claim<Refunded>,
): Promise<Refunded> {
  const merchantId = await Merchants.idOf(actor.userId);
  const merchant = merchantId === undefined ? undefined : await Merchants.find(merchantId);
  if (!merchant) throw fail(MerchantNotFound);
  const isOfAccount = Ids.pattern("payment").test(wish.paymentId);
  return isOfAccount ? ofAccount(actor, merchant, wish, claim) : ofCard(merchant, wish, claim);
}
