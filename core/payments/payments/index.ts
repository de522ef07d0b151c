import type { LiveActor } from "../../identity/actor.ts";
import { STEP_UP_ABOVE_EUR } from "../../identity/schema.ts";
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
import { assertPayeeAllowedAfterReset } from "../../transfers/after-reset.ts";
import { CurrencyMismatch } from "../../transfers/errors.ts";
import { isWorthMore, ownAccount, type Sum, sumOf, withinAllowance } from "../../transfers/outgoing.ts";
import * as Cards from "../cards/index.ts";
import * as Customers from "../customers/index.ts";
import * as Merchants from "../merchants/index.ts";
import { APPROVAL, ATTEMPT, COUNTED, MERCHANT, OWNER } from "../records/psp-objects.ts";
import type { NewTransaction, Transaction } from "../records/schema.ts";
import { type Attempt, findIntent, hasStarted, start } from "./attempt.ts";
import { countInputKeys } from "./counting.ts";
import * as Facts from "./facts.ts";
import * as Intent from "./intent.ts";
import { findPayee } from "./parties.ts";
import type { NewPayment, Payment } from "./schema.ts";
import { recordFailure } from "./states.ts";

/**
 * Card payments (spec 3). The provider holds the card and takes the money. `settle.ts` credits a payment, `validate.ts`
 * approves it, `webhooks.ts` follows the provider's events, and `../returns` books refunds and disputes.
 */

/**
 * Makes a payment as `create`. A saved card can be charged without its holder, and the merchant may be the thief of a session, so
 * its payments to merchants are money sent to another person: above the allowance they need a proof. All others need none: a new
 * card is entered by its holder, and a top-up stays with the payer.
 * @param confirm requires a proof
 * @throws as `create`; STEP_UP_REQUIRED, also in the wait after a reset of the credentials; the errors of `confirm`
 */
export async function pay(
  actor: LiveActor,
  request: NewPayment,
  confirm: () => Promise<void>,
  claim?: Idempotency.Claim<Payment>,
): Promise<Payment> {
  const sum = await sumSent(actor, request);
  if (!sum) return create(actor, request, claim);
  assertPayeeAllowedAfterReset(actor, undefined);
  return withinAllowance(actor, await isWorthMore(sum, STEP_UP_ABOVE_EUR), confirm, (unconfirmed) =>
    create(actor, request, claim, unconfirmed),
  );
}

/** Returns the sum that a payment sends to a merchant from a saved card, also one named by its token at the provider. */
async function sumSent(actor: LiveActor, request: NewPayment): Promise<Sum | undefined> {
  const { merchantId, cardId, paymentMethodId, amount, currency } = request;
  if (merchantId === undefined) return undefined;
  const isSaved =
    cardId !== undefined ||
    (paymentMethodId !== undefined && (await Cards.isSavedMethod(actor, paymentMethodId)));
  return isSaved ? sumOf(Assets.get(currency.toUpperCase()), BigInt(amount)) : undefined;
}

/**
 * Makes a payment. With a card it is charged immediately, or authorized if it needs an approval.
 * @param unconfirmed whether it counts against the allowance without a proof
 * @throws CARD_REFUSED if the payment failed; CARD_NOT_FOUND, CARD_NOT_ACTIVE, PAYEE_NOT_FOUND,
 *   PAYEE_NOT_ACTIVE, PAYEE_CURRENCY, OWN_PAYEE; KYC_LIMIT_EXCEEDED, PRICES_STALE; IDEMPOTENCY_KEY_REUSED; AllowanceExceeded; as `Psp.call`;
 *   AlreadyDone
 */
export async function create(
  actor: LiveActor,
  request: NewPayment,
  claim?: Idempotency.Claim<Payment>,
  unconfirmed = false,
): Promise<Payment> {
  const params = paramsOf(actor, request);
  // An invalid request does not count. The payment of an earlier attempt stays valid, even if the card was locked since.
  await params.catch(async (error: unknown) => {
    if (!(await hasStarted(claim))) throw error;
  });
  const attempt = await start(actor, request, claim, unconfirmed);
  const intent =
    (await findEarlierIntent(actor, request, attempt)) ?? (await createIntent(await params, attempt));
  const wanted = parseRecord(intent);
  const response = claim && { claim, result: view(intent, wanted) };
  const one = await Facts.open(wanted, response);
  const payment = view(intent, one);
  try {
    await Intent.apply(one, intent);
  } catch (error) {
    // The provider reports the same state in an event, which is delivered until it is handled.
    log.warn("payment: state not applied, the provider's event will apply it", {
      paymentId: payment.id,
      error,
    });
  }
  return payment;
}

/** Returns the inputs of `create`, for handlers that read them ahead. */
export const createReads = (
  owner: Pick<LiveActor, "userId">,
  { cardId, paymentMethodId, merchantId }: Pick<NewPayment, "cardId" | "paymentMethodId" | "merchantId">,
): Table.Reads => ({
  ranges: paymentMethodId === undefined ? [] : (Cards.listReads(owner).ranges ?? []),
  keys: [
    Customers.keyOf(owner.userId),
    ...countInputKeys(owner),
    ...(cardId === undefined ? [] : Cards.keysOf(owner, cardId)),
    ...(merchantId === undefined ? [] : [Merchants.keyOf(merchantId)]),
  ],
});

/** Returns the parameters of the intent, the same at every attempt. @throws as `create` */
async function paramsOf(
  actor: LiveActor,
  request: NewPayment,
): Promise<Psp.Stripe.PaymentIntentCreateParams> {
  const { amount, currency, description, metadata, merchantId, cardId } = request;
  const [card] = await Promise.all([
    cardId === undefined ? undefined : Cards.fromId(actor, cardId).then(Cards.requirePayable),
    merchantId === undefined ? undefined : findPayee(actor, merchantId, currency),
    request.paymentMethodId === undefined ? undefined : Cards.checkMethod(actor, request.paymentMethodId),
  ]);
  const method = card?.paymentMethodId ?? request.paymentMethodId;
  return {
    amount,
    currency,
    customer: card?.customerId ?? (await Customers.ensure(actor)),
    allowed_payment_method_types: ["card"],
    // Cards need no redirect, so a card can be charged without a return URL.
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

/** Makes the intent, and charges the card if there is one. @throws as `create` */
async function createIntent(
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
 * Returns the intent that an earlier attempt made at the provider.
 * @throws CARD_REFUSED if the card of that attempt was rejected
 */
async function findEarlierIntent(
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

/** Records a failed payment. Nothing is stored under the client's key: a repeated request gets the same error. */
async function recordRefusal(error: SvcError): Promise<void> {
  const intent = Psp.refusedIntent(error);
  if (!intent) return;
  const one = await Facts.open(parseRecord(intent));
  const { cardLast4 } = Facts.failureOf(intent);
  await recordFailure(one, { reason: error.message, cardLast4, atSeconds: intent.created });
}

/** @throws TypeError if the provider's response does not match the request */
function parseRecord(intent: Psp.Stripe.PaymentIntent): NewTransaction {
  const one = Facts.toRecord(Facts.parseIntent(intent));
  if (!one) throw new TypeError(`the payment intent ${intent.id} does not match its request`);
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

interface TopUp extends Pick<NewPayment, "cardId" | "paymentMethodId"> {
  readonly accountId: string;
  /** In whole units of the currency: a decimal string, or a JSON number as written. */
  readonly amount: string | number;
  readonly currency: string;
}

/**
 * Tops up one of the actor's accounts by card. The account is credited once the provider has taken the money.
 * @throws WALLET_NOT_FOUND, CURRENCY_MISMATCH, INVALID_AMOUNT, and as `create`
 */
export async function topUp(
  actor: LiveActor,
  { accountId, amount, currency, cardId, paymentMethodId }: TopUp,
  claim?: Idempotency.Claim<Payment>,
): Promise<Payment> {
  const { asset } = ownAccount(actor, accountId, currency);
  const request = checkCardAmount(amount, asset.symbol);
  return create(actor, { ...request, description: "", metadata: {}, cardId, paymentMethodId }, claim);
}

/** The provider's largest amount, in minor units. */
const MAX_MINOR = 99_999_999n;

/**
 * Returns the amount of a card payment in the provider's format.
 * @param amount in whole units of the currency: a decimal string, or a JSON number as written
 * @throws CURRENCY_MISMATCH for an asset that is not money, INVALID_AMOUNT
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
        `A card cannot pay in ${symbol}. Top up your account in another currency, then swap it.`,
        `Une carte ne peut pas payer en ${symbol}. Rechargez votre compte dans une autre devise, puis échangez-la.`,
      ),
      details: { account: symbol, currency },
    });
  const minor = amountOf("amount", amount, asset.decimals);
  if (minor > MAX_MINOR)
    throw fail(Money.InvalidAmount, {
      message: text(
        "A card payment cannot exceed 999,999.99.",
        "Un paiement par carte ne peut pas dépasser 999 999,99.",
      ),
    });
  return { amount: Number(minor), currency: asset.symbol.toLowerCase() };
}
