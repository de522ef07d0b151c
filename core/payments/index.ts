import * as Cards from "../cards/index.ts";
import type { Card } from "../cards/schema.ts";
import * as Customers from "../customers/index.ts";
import { fail, SvcError } from "../errors.ts";
import { KeyReused } from "../idempotency/errors.ts";
import type * as Idempotency from "../idempotency/index.ts";
import type { UserActor } from "../identity/actor.ts";
import * as Merchants from "../merchants/index.ts";
import { log } from "../platform/log.ts";
import { CardRefused } from "../platform/psp/errors.ts";
import type { Stripe } from "../platform/psp/index.ts";
import * as Psp from "../platform/psp/index.ts";
import type { Transaction } from "../transactions/schema.ts";
import { needsApproval } from "./approval.ts";
import { OwnPayee, PayeeCurrency, PayeeNotActive, PayeeNotFound } from "./errors.ts";
import * as Facts from "./facts.ts";
import { EXPAND, learn } from "./learn.ts";
import * as Record from "./record.ts";
import type { NewPayment, Payment } from "./schema.ts";
import { failed } from "./states.ts";

/**
 * Payments by card (spec 3). The provider holds the card and takes the money; here are who pays whom, what was agreed, and what
 * became of it. `settle.ts` credits, `refund.ts` takes back, `validate.ts` approves, `webhooks.ts` hears what the provider says.
 */

/**
 * Begins a payment; one with a card is charged at once. A payment that needs an approval is only authorised until then.
 * @throws CARD_REFUSED, of a payment that then stands as failed; CARD_NOT_FOUND, CARD_NOT_ACTIVE, PAYEE_NOT_FOUND,
 *   PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE; as `Psp.call`; AlreadyDone
 */
export async function create(
  actor: UserActor,
  wish: NewPayment,
  claim?: Idempotency.Claim<Payment>,
): Promise<Payment> {
  const [card, approval] = await Promise.all([
    wish.cardId === undefined ? undefined : Cards.fromId(actor, wish.cardId).then(Cards.payable),
    needsApproval(actor, wish.amount),
    checkMerchant(actor, wish),
  ]);
  const customer = card?.customerId ?? (await Customers.ensure(actor));
  const intent = await charge(asked(actor, wish, customer, card), approval, claim);
  const payment = shown(intent);
  const one = await Record.open(recordOf(intent), claim && { claim, result: payment });
  try {
    await learn(one, intent);
  } catch (error) {
    // The provider tells of the same in an event, which is repeated until it is done.
    log.warn("a payment is left to its event", { paymentId: payment.id, error });
  }
  return payment;
}

/** @throws PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE */
async function checkMerchant({ userId }: UserActor, { merchantId, currency }: NewPayment): Promise<void> {
  if (merchantId === undefined) return;
  const merchant = await Merchants.find(merchantId);
  if (!merchant) throw fail(PayeeNotFound);
  const about = (field: string, message: string) => ({ details: { fields: [{ field, message }] } });
  if (merchant.userId === userId) throw fail(OwnPayee, about("merchantId", "is your own"));
  if (merchant.status !== "active") throw fail(PayeeNotActive, about("merchantId", `is ${merchant.status}`));
  const wanted = merchant.currency.toLowerCase();
  if (wanted !== currency) throw fail(PayeeCurrency, about("currency", `must be ${wanted}`));
}

/** What the provider is asked for, but for the approval. The same request says the same, at every try. */
function asked(
  { userId }: UserActor,
  { amount, currency, description, metadata, paymentMethodId, merchantId }: NewPayment,
  customer: string,
  card: Card | undefined,
): Stripe.PaymentIntentCreateParams {
  const method = card?.paymentMethodId ?? paymentMethodId;
  return {
    amount,
    currency,
    customer,
    allowed_payment_method_types: ["card"],
    // Cards never send the customer elsewhere: so a card can be charged without saying where to come back to.
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: {
      ...metadata,
      [Customers.OWNER]: userId,
      ...(merchantId !== undefined && { [Facts.MERCHANT]: merchantId }),
    },
    expand: EXPAND,
    ...(description !== "" && { description }),
    ...(method !== undefined && { payment_method: method, confirm: true }),
  };
}

/** Makes the intent, and charges the card where there is one. @throws as `create` */
async function charge(
  params: Stripe.PaymentIntentCreateParams,
  approval: boolean,
  claim: Idempotency.Claim<Payment> | undefined,
): Promise<Stripe.PaymentIntent> {
  const idempotencyKey = Psp.keyOf(claim, "create");
  const attempt = (needed: boolean) =>
    Psp.call((stripe) =>
      stripe.paymentIntents.create(needed ? withApproval(params) : params, { idempotencyKey }),
    );
  try {
    // An account may have come of age between two tries of one request: the first try's answer is the one that counts.
    return await attempt(approval).catch((error: unknown) => {
      if (claim && error instanceof SvcError && error.is(KeyReused)) return attempt(!approval);
      throw error;
    });
  } catch (error) {
    if (error instanceof SvcError && error.is(CardRefused)) await recordRefusal(error);
    throw error;
  }
}

const withApproval = (params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntentCreateParams => ({
  ...params,
  capture_method: "manual",
  metadata: { ...params.metadata, [Facts.APPROVAL]: "manual" },
});

/** The payment stands as failed. Nothing is kept under the client's key: whoever repeats it is told of the refusal again. */
async function recordRefusal(error: SvcError): Promise<void> {
  const intent = Psp.refusedIntent(error);
  if (!intent) return;
  const one = await Record.open(recordOf(intent));
  const { cardLast4 } = Facts.failureOf(intent);
  await failed(one, { reason: error.message, cardLast4, atSeconds: intent.created });
}

/** @throws TypeError when the provider's answer is not of what it was asked for */
function recordOf(intent: Stripe.PaymentIntent): Transaction {
  const one = Facts.recordOf(Facts.ofIntent(intent));
  if (!one) throw new TypeError(`the payment intent ${intent.id} is not as it was asked for`);
  return one;
}

const shown = (intent: Stripe.PaymentIntent): Payment => ({
  id: intent.id,
  clientSecret: intent.client_secret ?? "",
  amount: intent.amount,
  currency: intent.currency,
  status: intent.status,
  created: new Date(intent.created * 1000).toISOString(),
  needsApproval: intent.capture_method === "manual",
});
