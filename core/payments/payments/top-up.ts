import type { LiveActor } from "../../identity/actor.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { ownAccount } from "../../transfers/outgoing.ts";
import { checkCardAmount } from "./card-amount.ts";
import { create } from "./index.ts";
import type { NewPayment, Payment } from "./schema.ts";

/** Money of one's own that comes in by card: a payment to nobody else. */

export interface TopUp extends Pick<NewPayment, "cardId" | "paymentMethodId"> {
  readonly accountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as it was written. */
  readonly amount: string | number;
  readonly currency: string;
}

/**
 * Charges a card for one of the actor's accounts, which is credited once the provider has taken the money.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, and as `create`
 */
export async function topUp(
  actor: LiveActor,
  { accountId, amount, currency, cardId, paymentMethodId }: TopUp,
  claim?: Idempotency.Claim<Payment>,
): Promise<Payment> {
  const { asset } = ownAccount(actor, accountId, currency);
  const wish = checkCardAmount(amount, asset.symbol);
  return create(actor, { ...wish, description: "", metadata: {}, cardId, paymentMethodId }, claim);
}
