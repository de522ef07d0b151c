import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { handle } from "../../../events/inbound/_psp.ts";
import { newEmail } from "../../../tests/support/addresses.ts";
import {
  handleCheckoutEvent,
  type PlacedOrder,
  placeOrder,
  teaOrder,
  withPlans,
} from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { pay, withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import { flag } from "../../flags/entity.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import * as Subscriptions from "../subscriptions/index.ts";

/** The payments of subscriptions, with the provider's double and its events in any order. */

const database = withDatabase();
withPlans();
const psp = withPsp();

beforeAll(() => {
  process.env["BCRYPT_COST"] = "4";
});
afterEach(() => psp.clear());
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const MONTH = 32 * 86_400;
const GOLD = 1500n;
const gold = teaOrder({ mode: "subscription", lines: [{ name: "Gold", amountMinor: GOLD, quantity: 1n }] });
const treasury = () => Ledger.balance("treasury", "EUR");

async function member(): Promise<LiveActor> {
  const email = newEmail();
  return onWeb(await Users.register({ name: "Ada", email, password: "Analytical1!" }));
}

type Type = Stripe.Event.Type;
/** Returns the provider's events of these types in order, starting at index `from` of all events. */
const eventsOf = (types: readonly Type[], from = 0): Stripe.Event[] =>
  psp.events.slice(from).filter(({ type }) => types.includes(type));
const deliver = (event: Stripe.Event | undefined): Promise<string> => handle(JSON.stringify(event));

/** Returns the object of an event. */
function objectOf<T>(event: Stripe.Event | undefined): T {
  if (!event) throw new Error("the provider sent no such event");
  return event.data.object as T;
}

const PAID = ["checkout.session.completed", "invoice.paid"] as const;

/** Buys a Gold subscription on the provider's page, without delivering an event. */
async function subscribe() {
  await psp.clear();
  const actor = await member();
  const one = await placeOrder(actor, gold);
  const { url } = await psp.stripe.checkout.sessions.retrieve(one.sessionId);
  await pay(url ?? "");
  return { actor, one };
}

/** Returns the intent that paid the latest invoice. */
async function latestIntent(): Promise<string> {
  const [invoice] = (await psp.stripe.invoices.list()).data;
  const [payment] = (await psp.stripe.invoicePayments.list({ invoice: invoice?.id ?? "" })).data;
  return String(payment?.payment.payment_intent);
}

/** Pays two months of a subscription, without delivering the event of the second invoice. */
async function renew() {
  const { actor, one } = await subscribe();
  for (const event of eventsOf(PAID)) await deliver(event);
  const from = psp.events.length;
  await psp.advance(MONTH);
  const [invoice] = eventsOf(["invoice.paid"], from);
  return { actor, one, invoice, invoiceId: objectOf<Stripe.Invoice>(invoice).id };
}

const listed = async (actor: LiveActor) => {
  const filter = { page: 1, limit: 50, sort: { field: "createdAt", order: "asc" } } as const;
  return (await Transactions.list(actor, filter)).transactions;
};

describe("a subscription's first payment", () => {
  const orders: readonly (readonly [string, (events: Stripe.Event[]) => Promise<unknown>])[] = [
    ["by the session, then by the invoice", async ([a, b]) => [await deliver(b), await deliver(a)]],
    ["by the invoice, then by the session", async ([a, b]) => [await deliver(a), await deliver(b)]],
    ["by both in parallel, twice", (events) => Promise.all([...events, ...events].map(deliver))],
    ["only by the invoice", ([a]) => deliver(a)],
    ["only by the session", ([, b]) => deliver(b)],
  ];

  it.each(orders)("is booked to the order once if it is reported %s", async (_, deliverAll) => {
    const { actor, one } = await subscribe();
    const before = await treasury();
    const events = eventsOf(PAID);
    expect(events.map(({ type }) => type)).toEqual(["invoice.paid", "checkout.session.completed"]);
    await deliverAll(events);
    expect(await treasury()).toBe(before + GOLD);
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", amountMinor: GOLD });
    expect(await listed(actor)).toHaveLength(1);
    expect(await Subscriptions.plan(actor)).toMatchObject({ plan: "Gold", status: "active" });
  });

  it("is found for a refund whose event has no metadata", async () => {
    const { one } = await subscribe();
    const before = await treasury();
    for (const event of eventsOf(PAID)) await deliver(event);
    await psp.stripe.refunds.create({ payment_intent: await latestIntent(), amount: 500 });
    const [refund] = eventsOf(["charge.refunded"]);
    expect(objectOf<Stripe.Charge>(refund).metadata).toEqual({});
    expect(await deliver(refund)).toBe("refunded in part");
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", refundedMinor: 500n });
    expect(await treasury()).toBe(before + GOLD - 500n);
  });

  it("is not booked to the order if its invoice was booked separately", async () => {
    const { actor, one } = await subscribe();
    const before = await treasury();
    const [invoice, session] = eventsOf(PAID);
    const lost = JSON.parse(JSON.stringify(invoice)) as { data: { object: Stripe.Invoice } };
    lost.data.object.parent = null;
    expect(await handle(JSON.stringify(lost))).toBe("renewed");
    expect(await deliver(session)).toBe("flagged");
    expect(await treasury()).toBe(before + GOLD);
    expect(await one.now()).toMatchObject({
      status: "PENDING",
      flagged: expect.stringContaining("booked separately"),
    });
    expect(await listed(actor)).toHaveLength(2);
  });
});

describe("a renewal", () => {
  it("is booked once, in a transaction with the id of its invoice", async () => {
    const { actor, invoice, invoiceId } = await renew();
    const before = await treasury();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => deliver(invoice)));
    expect(outcomes.toSorted()).toEqual([...Array(4).fill("booked before"), "renewed"]);
    expect(await deliver(invoice)).toBe("booked before");
    expect(await treasury()).toBe(before + GOLD);
    const [, month, ...more] = await listed(actor);
    expect(more).toEqual([]);
    expect(month).toMatchObject({
      transactionId: invoiceId,
      type: "checkout",
      status: "SUCCEEDED",
      amountMinor: GOLD,
      currency: "EUR",
      description: "1 × Gold",
      entryId: expect.any(String),
    });
    expect(await Transactions.find(await latestIntent())).toEqual(month);
  });

  it("is refunded from the treasury, and its own transaction shows the refund", async () => {
    const { one, invoice, invoiceId } = await renew();
    await deliver(invoice);
    const before = await treasury();
    await psp.stripe.refunds.create({ payment_intent: await latestIntent() });
    expect(await deliver(eventsOf(["charge.refunded"])[0])).toBe("refunded");
    expect(await Transactions.find(invoiceId)).toMatchObject({ status: "REFUNDED", refundedMinor: GOLD });
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", refundedMinor: 0n });
    expect(await treasury()).toBe(before - GOLD);
  });

  it("makes a refund that arrives earlier fail for a day, so that it is retried, and is then not refunded", async () => {
    const { invoice, invoiceId } = await renew();
    await psp.stripe.refunds.create({ payment_intent: await latestIntent() });
    const [refund] = eventsOf(["charge.refunded"]);
    await expect(deliver(refund)).rejects.toThrow("has no record yet");
    await deliver(invoice);
    expect(await deliver(refund)).toBe("refunded");
    expect(await Transactions.find(invoiceId)).toMatchObject({ status: "REFUNDED" });

    const lost = await renew();
    await psp.stripe.refunds.create({ payment_intent: await latestIntent() });
    const [late] = eventsOf(["charge.refunded"]);
    const before = await treasury();
    await psp.advance(86_400 - 60);
    await expect(deliver(late)).rejects.toThrow("has no record yet");
    await psp.advance(120);
    expect(await deliver(late)).toBe("flagged");
    expect([await treasury(), await Transactions.find(lost.invoiceId)]).toEqual([before, undefined]);
  });

  it("is booked once, and its intent is recorded, if the process ends before any of its database calls", async () => {
    const moments = async (diesAt: number): Promise<number> => {
      const { invoice, invoiceId } = await renew();
      const before = await treasury();
      let call = 0;
      const dying = interleave(
        database.endpoint,
        () => deliver(invoice),
        async () => {
          if (call++ >= diesAt) throw new TypeError("the consumer died");
        },
      );
      if (diesAt === Number.POSITIVE_INFINITY) await dying;
      else await expect(dying).rejects.toThrow();
      await deliver(invoice);
      expect(await treasury()).toBe(before + GOLD);
      expect((await Transactions.find(await latestIntent()))?.transactionId).toBe(invoiceId);
      return call;
    };
    const calls = await moments(Number.POSITIVE_INFINITY);
    expect(calls).toBeGreaterThan(4);
    for (let diesAt = 0; diesAt < calls; diesAt++) await moments(diesAt);
  });

  it("is booked if the provider is unavailable, and its intent is recorded by a repeated event", async () => {
    const { invoice } = await renew();
    const before = await treasury();
    psp.during = (_, path) => {
      if (path.startsWith("/v1/invoice_payments")) throw new Error("out of order");
    };
    await expect(deliver(invoice)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    psp.during = undefined;
    expect(await treasury()).toBe(before + GOLD);
    expect(await deliver(invoice)).toBe("booked before");
    expect(await Transactions.find(await latestIntent())).toMatchObject({ amountMinor: GOLD });
  });
});

describe("an invoice", () => {
  const invoice = (more: object) =>
    handleCheckoutEvent("invoice.paid", {
      id: `in_${Ids.secret(8)}`,
      amount_paid: 700,
      currency: "eur",
      billing_reason: "subscription_cycle",
      ...more,
    });
  const customer = async () => {
    const actor = await member();
    return { actor, customer: await Customers.ensure(actor) };
  };

  it("of older versions of the provider's API is parsed", async () => {
    const { actor, customer: id } = await customer();
    const before = await treasury();
    const intent = `pi_${Ids.secret(8)}`;
    const metadata = { [OWNER]: actor.userId };
    const old = { subscription: "sub_1", subscription_details: { metadata }, payment_intent: intent };
    expect(await invoice({ customer: id, ...old })).toBe("renewed");
    expect(await treasury()).toBe(before + 700n);
    expect(await Transactions.find(intent)).toMatchObject({
      userId: actor.userId,
      description: "Subscription",
    });
  });

  it("is ignored without a customer, for an unknown customer and if customer and metadata differ", async () => {
    const [one, other] = [await customer(), await customer()];
    const before = await treasury();
    const named = { subscription_details: { metadata: { [OWNER]: one.actor.userId } } };
    for (const more of [{ customer: other.customer, parent: named }, { customer: "cus_unknown" }, {}])
      expect(await invoice(more)).toBe("not ours");
    expect(await treasury()).toBe(before);
  });

  it("of zero, or paid outside the provider, books nothing", async () => {
    const { customer: id } = await customer();
    const before = await treasury();
    expect(await invoice({ customer: id, amount_paid: 0 })).toBe("nothing was paid");
    expect(await invoice({ customer: id, amount_paid_off_stripe: 700 })).toBe("nothing was paid");
    expect(await treasury()).toBe(before);
  });

  it("is flagged and not booked in an unsupported currency, and fails with an unreadable amount", async () => {
    const { customer: id } = await customer();
    const invoiceId = `in_${Ids.secret(9)}`;
    expect(await invoice({ id: invoiceId, customer: id, currency: "xau" })).toBe("flagged");
    expect(await Table.find(flag, { kind: "order", id: invoiceId })).toMatchObject({
      why: expect.stringMatching(/was paid with \d+ XAU/),
    });
    await expect(invoice({ customer: id, amount_paid: "700" })).rejects.toThrow("amount_paid");
  });

  it("changes nothing if its payment fails", async () => {
    const before = await treasury();
    expect(await handleCheckoutEvent("invoice.payment_failed", { id: "in_1" })).toBe("not handled");
    expect(await treasury()).toBe(before);
  });
});

describe("a subscription whose payment differs from its order", () => {
  const alive = (subscriptionId: string, { orderId }: PlacedOrder, { userId }: LiveActor, at: number) =>
    handleCheckoutEvent(
      "customer.subscription.updated",
      { id: subscriptionId, status: "active", metadata: { svc_user: userId, svc_order: orderId } },
      at,
    );

  it("activates no plan until the order is paid correctly, in any order of the events", async () => {
    for (const isFlaggedFirst of [true, false])
      for (const names of [true, false]) {
        const actor = await member();
        const one = await placeOrder(actor, gold);
        const id = `sub_${one.orderId}`;
        const session = (amount_total: number) =>
          handleCheckoutEvent("checkout.session.completed", {
            id: one.sessionId,
            payment_status: "paid",
            amount_total,
            currency: "eur",
            ...(names && { subscription: id }),
          });
        if (!isFlaggedFirst) await alive(id, one, actor, 10);
        expect(await session(1)).toBe("flagged");
        if (isFlaggedFirst) await alive(id, one, actor, 10);
        expect(await Subscriptions.plan(actor)).toMatchObject({ plan: "free", status: "none" });
        await alive(id, one, actor, 11);
        expect((await Subscriptions.plan(actor)).plan).toBe("free");
        expect(await session(Number(GOLD))).toContain("confirmed");
        expect((await Subscriptions.plan(actor)).status).toBe("active");
      }
  });

  it("does not affect another subscription of the same user", async () => {
    const actor = await member();
    const [good, bad] = [await placeOrder(actor, gold), await placeOrder(actor, gold)];
    const paid = { payment_status: "paid", currency: "eur" };
    await handleCheckoutEvent("checkout.session.completed", {
      id: good.sessionId,
      subscription: "sub_good",
      ...paid,
    });
    const wrong = { ...paid, amount_total: 2, subscription: "sub_bad" };
    expect(await handleCheckoutEvent("checkout.session.completed", { id: bad.sessionId, ...wrong })).toBe(
      "flagged",
    );
    await alive("sub_bad", bad, actor, Clock.nowSeconds());
    expect(await Subscriptions.plan(actor)).toMatchObject({ plan: "Gold", status: "active" });
  });
});
