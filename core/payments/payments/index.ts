import type { LiveActor } from "../../identity/actor.ts";
import * as Assets from "../../kernel/assets/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import * as Money from "../../kernel/money/index.ts";
import { text } from "../../kernel/texts/index.ts";
import { amountOf } from "../../ledger/draft.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import { log } from "../../platform/log.ts";
import { CardRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import { requestMetadata } from "../../platform/psp/index.ts";
import type * as Table from "../../platform/table/index.ts";
import { CurrencyMismatch } from "../../transfers/errors.ts";
import { ownAccount } from "../../transfers/outgoing.ts";
import * as Cards from "../cards/index.ts";
import * as Customers from "../customers/index.ts";
import * as Merchants from "../merchants/index.ts";
import { APPROVAL, ATTEMPT, COUNTED, MERCHANT, OWNER } from "../records/psp-objects.ts";
import type { NewTransaction, Transaction } from "../records/schema.ts";
import { type Attempt, findIntent, hasStarted, start } from "./attempt.ts";
import { countedKeys } from "./counting.ts";
import * as Facts from "./facts.ts";
import * as Intent from "./intent.ts";
import { payeeOf } from "./parties.ts";
import type { NewPayment, Payment } from "./schema.ts";
import { failed } from "./states.ts";

/**
 * Payments by card (spec 3). The provider holds the card and takes the money; here is who pays whom, and what
 * became of it. `settle.ts` credits, `validate.ts` approves, `webhooks.ts` follows the provider's events,
 * `../returns` takes back.
 */

/**
 * Makes a payment; one with a card is charged at once, or authorised where it needs an approval.
 * @throws CARD_REFUSED, of a payment that has then failed; CARD_NOT_FOUND, CARD_NOT_ACTIVE, PAYEE_NOT_FOUND,
 *   PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE; KYC_LIMIT_EXCEEDED, PRICES_STALE; IDEMPOTENCY_KEY_REUSED; as `Psp.call`; AlreadyDone
 */
export async function create(
  actor: LiveActor,
  wish: NewPayment,
  claim?: Idempotency.Claim<Payment>,
): Promise<Payment> {
  const params = paramsOf(actor, wish);
  // What cannot be asked of the provider counts for nothing. But what an earlier try has made of it stands,
  // though the card was locked since.
  await params.catch(async (error: unknown) => {
    if (!(await hasStarted(claim))) throw error;
  });
  const attempt = await start(actor, wish, claim);
  const intent = (await earlier(actor, wish, attempt)) ?? (await charge(await params, attempt));
  const wanted = recordOf(intent);
  const kept = claim && { claim, result: view(intent, wanted) };
  const one = await Facts.open(wanted, kept);
  const payment = view(intent, one);
  try {
    await Intent.apply(one, intent);
  } catch (error) {
    // The provider says the same in an event, which is repeated until it is done.
    log.warn("a payment is left to its event", { paymentId: payment.id, error });
  }
  return payment;
}

/** What `create` reads first: whom the provider knows the payer as, the card, and who is paid. */
export const createReads = (
  owner: Pick<LiveActor, "userId">,
  { cardId, paymentMethodId, merchantId }: Pick<NewPayment, "cardId" | "paymentMethodId" | "merchantId">,
): Table.Reads => ({
  ranges: paymentMethodId === undefined ? [] : (Cards.listReads(owner).ranges ?? []),
  keys: [
    Customers.keyOf(owner.userId),
    ...countedKeys(owner),
    ...(cardId === undefined ? [] : Cards.keysOf(owner, cardId)),
    ...(merchantId === undefined ? [] : [Merchants.keyOf(merchantId)]),
  ],
});

/** What the provider is asked for, the same at every try of a request. @throws as `create` */
async function paramsOf(actor: LiveActor, wish: NewPayment): Promise<Psp.Stripe.PaymentIntentCreateParams> {
  const { amount, currency, description, metadata, merchantId, cardId } = wish;
  const [card] = await Promise.all([
    cardId === undefined ? undefined : Cards.fromId(actor, cardId).then(Cards.payable),
    merchantId === undefined ? undefined : payeeOf(actor, merchantId, currency),
    wish.paymentMethodId === undefined ? undefined : Cards.checkMethod(actor, wish.paymentMethodId),
  ]);
  const method = card?.paymentMethodId ?? wish.paymentMethodId;
  return {
    amount,
    currency,
    customer: card?.customerId ?? (await Customers.ensure(actor)),
    allowed_payment_method_types: ["card"],
    // Cards never send the customer elsewhere: so a card can be charged without saying where to come back to.
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    metadata: {
      ...metadata,
      [OWNER]: actor.userId,
      ...(merchantId !== undefined && { [MERCHANT]: merchantId }),
    },
    expand: Intent.EXPAND,
    ...(description !== "" && { description }),
    ...(method !== undefined && { payment_method: method, confirm: true }),
  };
}

/** Makes the intent, and charges the card where there is one. @throws as `create` */
async function charge(
  params: Psp.Stripe.PaymentIntentCreateParams,
  { key, needsApproval, counted, request }: Attempt,
): Promise<Psp.Stripe.PaymentIntent> {
  const ours = {
    [ATTEMPT]: key,
    ...(counted !== "" && { [COUNTED]: counted }),
    ...requestMetadata(request),
  };
  const marked = { ...params, metadata: { ...params.metadata, ...ours } };
  try {
    return await Psp.call((stripe) =>
      stripe.paymentIntents.create(needsApproval ? withApproval(marked) : marked, { idempotencyKey: key }),
    );
  } catch (error) {
    if (error instanceof SvcError && error.is(CardRefused)) await recordRefusal(error);
    throw error;
  }
}

/**
 * What an earlier try of this request has made at the provider.
 * @throws CARD_REFUSED where that try's card was
 */
async function earlier(
  { userId }: LiveActor,
  { cardId, paymentMethodId }: NewPayment,
  attempt: Attempt,
): Promise<Psp.Stripe.PaymentIntent | undefined> {
  const intent = await findIntent(userId, attempt);
  const hadCard = cardId !== undefined || paymentMethodId !== undefined;
  const refusal = intent && hadCard ? Psp.refusalOf(intent) : undefined;
  if (!refusal) return intent;
  await recordRefusal(refusal);
  throw refusal;
}

const withApproval = (
  params: Psp.Stripe.PaymentIntentCreateParams,
): Psp.Stripe.PaymentIntentCreateParams => ({
  ...params,
  capture_method: "manual",
  metadata: { ...params.metadata, [APPROVAL]: "manual" },
});

/** The payment has failed. Nothing is kept under the client's key: a repetition gets the same refusal. */
async function recordRefusal(error: SvcError): Promise<void> {
  const intent = Psp.refusedIntent(error);
  if (!intent) return;
  const one = await Facts.open(recordOf(intent));
  const { cardLast4 } = Facts.failureOf(intent);
  await failed(one, { reason: error.message, cardLast4, atSeconds: intent.created });
}

/** @throws TypeError when the provider's answer is not of what it was asked for */
function recordOf(intent: Psp.Stripe.PaymentIntent): NewTransaction {
  const one = Facts.recordOf(Facts.ofIntent(intent));
  if (!one) throw new TypeError(`the payment intent ${intent.id} is not as it was asked for`);
  return one;
}

const view = (intent: Psp.Stripe.PaymentIntent, { createdAt }: Pick<Transaction, "createdAt">): Payment => ({
  id: intent.id,
  clientSecret: intent.client_secret ?? "",
  amount: intent.amount,
  currency: intent.currency,
  status: intent.status,
  created: createdAt,
  needsApproval: intent.capture_method === "manual",
});

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

/** The most that the provider takes at once, in minor units. */
const MAX_MINOR = 99_999_999n;

/**
 * An amount that a card is to pay, as the provider is asked for it.
 * @param amount in whole units of the currency: a decimal string, or a JSON number as it was written
 * @throws CURRENCY_MISMATCH for what is no money, INVALID_AMOUNT
 */
export function checkCardAmount(
  amount: string | number,
  currency: string,
): Pick<NewPayment, "amount" | "currency"> {
  const symbol = currency.trim().toUpperCase();
  const asset = Assets.find(symbol);
  if (!asset || !Assets.isMoney(asset.symbol))
    throw fail(CurrencyMismatch, {
      message: text(
        `A card cannot pay ${symbol}. Top up an account of money, then swap.`,
        `Une carte ne peut pas payer en ${symbol}. Rechargez un compte en monnaie, puis échangez.`,
      ),
      details: { account: symbol, currency },
    });
  const minor = amountOf("amount", amount, asset.decimals);
  if (minor > MAX_MINOR)
    throw fail(Money.InvalidAmount, {
      message: text(
        "A card pays at most 999999.99 at once.",
        "Une carte paie au plus 999999.99 en une fois.",
      ),
    });
  return { amount: Number(minor), currency: asset.symbol.toLowerCase() };
}
