import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { publicOrigin } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Attempts from "../../platform/attempts/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { ProviderUnavailable } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { ORDER, OWNER, PLAN } from "../records/psp-objects.ts";
import type { NewTransaction } from "../records/schema.ts";
import { checkPlan } from "../subscriptions/catalogue.ts";
import { checkoutOrder } from "./entity.ts";
import { type Line, type Order, type OrderRequest, type Session, totalOf } from "./schema.ts";

/** Hosted checkout: the customer pays an order on the provider's page, whose events `webhooks.ts` follows. */

/** The fields of an order that every attempt shares. */
interface OrderIdentity {
  readonly orderId: string;
  readonly createdAt: string;
}

/**
 * Opens an order and its payment page.
 * @throws UNKNOWN_PLAN; as `Psp.call`; AlreadyDone
 */
export async function create(
  actor: LiveActor,
  request: OrderRequest,
  claim?: Idempotency.Claim<Session>,
): Promise<Session> {
  if (request.mode === "subscription") checkPlan(request.lines, request.currency);
  const [customer, identity] = await Promise.all([Customers.ensure(actor), identify(claim)]);
  const { id, url, created } = await Psp.call((stripe) =>
    stripe.checkout.sessions.create(sessionParams(actor, customer, identity, request), {
      idempotencyKey: Psp.keyOf(claim, "checkout"),
    }),
  );
  // The provider omits the URL only for embedded pages.
  if (url === null) throw fail(ProviderUnavailable);
  const { orderId } = identity;
  const { mode, lines } = request;
  const plan = planOf(lines);
  const order: Order = {
    orderId,
    userId: actor.userId,
    mode,
    lines: [...lines],
    plan,
    sessionId: id,
    openedAtSeconds: BigInt(created),
  };
  const session: Session = { sessionId: id, url };
  const one = toTransaction(actor, identity, request);
  await Table.commit([
    ...Idempotency.recordWrites(claim, session),
    ...Transactions.openWrites(one),
    Transactions.referenceWrite(id, one),
    { put: checkoutOrder.item(order) },
  ]);
  return session;
}

/** Returns the order of a transaction. @throws TypeError if it is missing: both are written together */
export async function find(orderId: string): Promise<Order> {
  const order = await Table.find(checkoutOrder, { orderId });
  if (!order) throw new TypeError(`the order ${orderId} is missing`);
  return order;
}

/**
 * Returns the identity of a new order, which is the same at every attempt with a client's key. The provider gets the id
 * before the order is stored, and accepts a retry only with the same content.
 */
async function identify(claim: Idempotency.Claim<Session> | undefined): Promise<OrderIdentity> {
  const identity: OrderIdentity = { orderId: Ids.create("order"), createdAt: Clock.nowIso() };
  if (!claim) return identity;
  const first = async (noting: (plan: typeof identity) => Table.Write) => {
    await Table.commit([noting(identity)]);
    return identity;
  };
  return (await Attempts.begin(claim, "order", first)).plan;
}

/** Returns the plan: the name of the first line. A subscription has one line. */
const planOf = ([first]: readonly Line[]): string => first?.name ?? "";

function sessionParams(
  { userId }: LiveActor,
  customer: string,
  { orderId }: OrderIdentity,
  { lines, currency, mode, successUrl, cancelUrl, metadata }: OrderRequest,
): Psp.Stripe.Checkout.SessionCreateParams {
  const ours = { ...metadata, [OWNER]: userId, [ORDER]: orderId };
  const origin = publicOrigin();
  const isSubscription = mode === "subscription";
  return {
    mode,
    customer,
    client_reference_id: orderId,
    metadata: ours,
    success_url: origin + successUrl,
    cancel_url: origin + cancelUrl,
    line_items: lines.map(({ name, amountMinor, quantity }) => ({
      quantity: Number(quantity),
      price_data: {
        currency,
        unit_amount: Number(amountMinor),
        product_data: { name },
        ...(isSubscription && { recurring: { interval: "month" } }),
      },
    })),
    ...(isSubscription
      ? { subscription_data: { metadata: { ...ours, [PLAN]: planOf(lines) } } }
      : { payment_intent_data: { metadata: ours } }),
  };
}

function toTransaction(
  { userId }: LiveActor,
  { orderId, createdAt }: OrderIdentity,
  { lines, currency, metadata }: OrderRequest,
): NewTransaction {
  return {
    transactionId: orderId,
    userId,
    type: "checkout",
    status: "PENDING",
    amountMinor: totalOf(lines),
    currency: currency.toUpperCase(),
    description: describe(lines),
    metadata: { ...metadata },
    createdAt,
    refundedMinor: 0n,
    needsApproval: false,
  };
}

const MAX_DESCRIPTION = 500;

/** Describes an order in a line: "2 × Tea, 1 × Cake". */
function describe(lines: readonly Line[]): string {
  const characters = [...lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")];
  if (characters.length <= MAX_DESCRIPTION) return characters.join("");
  return `${characters.slice(0, MAX_DESCRIPTION - 1).join("")}…`;
}
