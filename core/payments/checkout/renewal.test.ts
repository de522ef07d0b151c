import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { handle } from "../../../events/inbound/_psp.ts";
import { newEmail } from "../../../tests/support/addresses.ts";
import { happens, type Placed, placed, tea, withPlans } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { pay, withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import { OWNER } from "../records/psp-objects.ts";
import * as Subscriptions from "../subscriptions/index.ts";

/** The money of subscriptions, with the provider's double: what it tells, in whatever order. */

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
const gold = tea({ mode: "subscription", lines: [{ name: "Gold", amountMinor: GOLD, quantity: 1n }] });
const treasury = () => Ledger.balance("treasury", "EUR");

async function member(): Promise<LiveActor> {
  const email = newEmail();
  return onWeb(await Users.register({ name: "Ada", email, password: "Analytical1!" }));
}

type Type = Stripe.Event.Type;
/** Events of these types in the order in which they happened, from the n-th of all on. */
const told = (types: readonly Type[], from = 0): Stripe.Event[] =>
  psp.events.slice(from).filter(({ type }) => types.includes(type));
const tell = (event: Stripe.Event | undefined): Promise<string> => handle(JSON.stringify(event));

/** What an event is of. */
function objectOf<T>(event: Stripe.Event | undefined): T {
  if (!event) throw new Error("the provider did not tell of it");
  return event.data.object as T;
}

const PAID = ["checkout.session.completed", "invoice.paid"] as const;

/** Somebody who has bought gold on the provider's page; nothing of it was heard of. */
async function subscriber() {
  await psp.clear();
  const actor = await member();
  const one = await placed(actor, gold);
  const { url } = await psp.stripe.checkout.sessions.retrieve(one.sessionId);
  await pay(url ?? "");
  return { actor, one };
}

/** The intent that the latest invoice was paid by. */
async function latestIntent(): Promise<string> {
  const [invoice] = (await psp.stripe.invoices.list()).data;
  const [payment] = (await psp.stripe.invoicePayments.list({ invoice: invoice?.id ?? "" })).data;
  return String(payment?.payment.payment_intent);
}

/** A subscriber whose second month was paid, too. */
async function renewed() {
  const { actor, one } = await subscriber();
  for (const event of told(PAID)) await tell(event);
  const from = psp.events.length;
  await psp.advance(MONTH);
  const [invoice] = told(["invoice.paid"], from);
  return { actor, one, invoice, invoiceId: objectOf<Stripe.Invoice>(invoice).id };
}

const listed = async (actor: LiveActor) => {
  const filter = { page: 1, limit: 50, sort: { field: "createdAt", order: "asc" } } as const;
  return (await Transactions.list(actor, filter)).transactions;
};

describe("a subscription's first payment", () => {
  const orders: readonly (readonly [string, (events: Stripe.Event[]) => Promise<unknown>])[] = [
    ["by the session, then by the invoice", async ([a, b]) => [await tell(b), await tell(a)]],
    ["by the invoice, then by the session", async ([a, b]) => [await tell(a), await tell(b)]],
    ["by both at once, twice", (events) => Promise.all([...events, ...events].map(tell))],
    ["by the invoice alone", ([a]) => tell(a)],
    ["by the session alone", ([, b]) => tell(b)],
  ];

  it.each(orders)("told %s, is booked once, to the order", async (_, telling) => {
    const { actor, one } = await subscriber();
    const before = await treasury();
    const events = told(PAID);
    expect(events.map(({ type }) => type)).toEqual(["invoice.paid", "checkout.session.completed"]);
    await telling(events);
    expect(await treasury()).toBe(before + GOLD);
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", amountMinor: GOLD });
    expect(await listed(actor)).toHaveLength(1);
    expect(await Subscriptions.plan(actor)).toMatchObject({ plan: "Gold", status: "active" });
  });

  it("is found by its refund, which carries no metadata", async () => {
    const { one } = await subscriber();
    const before = await treasury();
    for (const event of told(PAID)) await tell(event);
    await psp.stripe.refunds.create({ payment_intent: await latestIntent(), amount: 500 });
    const [refund] = told(["charge.refunded"]);
    expect(objectOf<Stripe.Charge>(refund).metadata).toEqual({});
    expect(await tell(refund)).toBe("refunded in part");
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", refundedMinor: 500n });
    expect(await treasury()).toBe(before + GOLD - 500n);
  });

  it("is not booked to the order where its invoice was booked by itself", async () => {
    const { actor, one } = await subscriber();
    const before = await treasury();
    const [invoice, session] = told(PAID);
    const lost = JSON.parse(JSON.stringify(invoice)) as { data: { object: Stripe.Invoice } };
    lost.data.object.parent = null;
    expect(await handle(JSON.stringify(lost))).toBe("renewed");
    expect(await tell(session)).toBe("flagged");
    expect(await treasury()).toBe(before + GOLD);
    expect(await one.now()).toMatchObject({
      status: "PENDING",
      flagged: expect.stringContaining("by itself"),
    });
    expect(await listed(actor)).toHaveLength(2);
  });
});

describe("a further month", () => {
  it("is booked once under its invoice, in a transaction of its own", async () => {
    const { actor, invoice, invoiceId } = await renewed();
    const before = await treasury();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => tell(invoice)));
    expect(outcomes.toSorted()).toEqual([...Array(4).fill("booked before"), "renewed"]);
    expect(await tell(invoice)).toBe("booked before");
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

  it("is refunded out of the treasury, to the invoice's own transaction", async () => {
    const { one, invoice, invoiceId } = await renewed();
    await tell(invoice);
    const before = await treasury();
    await psp.stripe.refunds.create({ payment_intent: await latestIntent() });
    expect(await tell(told(["charge.refunded"])[0])).toBe("refunded");
    expect(await Transactions.find(invoiceId)).toMatchObject({ status: "REFUNDED", refundedMinor: GOLD });
    expect(await one.now()).toMatchObject({ status: "SUCCEEDED", refundedMinor: 0n });
    expect(await treasury()).toBe(before - GOLD);
  });

  it("whose refund is told first waits for it, for a day; then somebody must look", async () => {
    const { invoice, invoiceId } = await renewed();
    await psp.stripe.refunds.create({ payment_intent: await latestIntent() });
    const [refund] = told(["charge.refunded"]);
    await expect(tell(refund)).rejects.toThrow("not known yet");
    await tell(invoice);
    expect(await tell(refund)).toBe("refunded");
    expect(await Transactions.find(invoiceId)).toMatchObject({ status: "REFUNDED" });

    const lost = await renewed();
    await psp.stripe.refunds.create({ payment_intent: await latestIntent() });
    const [late] = told(["charge.refunded"]);
    const before = await treasury();
    await psp.advance(86_400 - 60);
    await expect(tell(late)).rejects.toThrow("not known yet");
    await psp.advance(120);
    expect(await tell(late)).toBe("flagged");
    expect([await treasury(), await Transactions.find(lost.invoiceId)]).toEqual([before, undefined]);
  });

  it("whose consumer dies at any moment is booked once, and its refund finds it", async () => {
    const moments = async (diesAt: number): Promise<number> => {
      const { invoice, invoiceId } = await renewed();
      const before = await treasury();
      let call = 0;
      const dying = interleave(
        database.endpoint,
        () => tell(invoice),
        async () => {
          if (call++ >= diesAt) throw new TypeError("the consumer died");
        },
      );
      if (diesAt === Number.POSITIVE_INFINITY) await dying;
      else await expect(dying).rejects.toThrow();
      await tell(invoice);
      expect(await treasury()).toBe(before + GOLD);
      expect((await Transactions.find(await latestIntent()))?.transactionId).toBe(invoiceId);
      return call;
    };
    const calls = await moments(Number.POSITIVE_INFINITY);
    expect(calls).toBeGreaterThan(4);
    for (let diesAt = 0; diesAt < calls; diesAt++) await moments(diesAt);
  });

  it("that the provider cannot be asked about is booked all the same, and asked about again", async () => {
    const { invoice } = await renewed();
    const before = await treasury();
    psp.during = (_, path) => {
      if (path.startsWith("/v1/invoice_payments")) throw new Error("out of order");
    };
    await expect(tell(invoice)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    psp.during = undefined;
    expect(await treasury()).toBe(before + GOLD);
    expect(await tell(invoice)).toBe("booked before");
    expect(await Transactions.find(await latestIntent())).toMatchObject({ amountMinor: GOLD });
  });
});

describe("an invoice", () => {
  const invoice = (more: object) =>
    happens("invoice.paid", {
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

  it("as earlier versions of the provider's tell it is read, too", async () => {
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

  it("of somebody else's customer, of an unknown one, or of nobody is none of ours", async () => {
    const [one, other] = [await customer(), await customer()];
    const before = await treasury();
    const named = { subscription_details: { metadata: { [OWNER]: one.actor.userId } } };
    for (const more of [{ customer: other.customer, parent: named }, { customer: "cus_unknown" }, {}])
      expect(await invoice(more)).toBe("not ours");
    expect(await treasury()).toBe(before);
  });

  it("that nothing was paid of books nothing, nor does one of money that came another way", async () => {
    const { customer: id } = await customer();
    const before = await treasury();
    expect(await invoice({ customer: id, amount_paid: 0 })).toBe("nothing was paid");
    expect(await invoice({ customer: id, amount_paid_off_stripe: 700 })).toBe("nothing was paid");
    expect(await treasury()).toBe(before);
  });

  it("in a currency that we do not hold is for somebody to look at; without an amount, too", async () => {
    const { customer: id } = await customer();
    expect(await invoice({ customer: id, currency: "xau" })).toBe("flagged");
    await expect(invoice({ customer: id, amount_paid: "700" })).rejects.toThrow("amount_paid");
  });

  it("that could not be paid changes nothing", async () => {
    const before = await treasury();
    expect(await happens("invoice.payment_failed", { id: "in_1" })).toBe("not handled");
    expect(await treasury()).toBe(before);
  });
});

describe("a subscription whose order was not paid as it was made", () => {
  const alive = (subscriptionId: string, { orderId }: Placed, { userId }: LiveActor, at: number) =>
    happens(
      "customer.subscription.updated",
      { id: subscriptionId, status: "active", metadata: { svc_user: userId, svc_order: orderId } },
      at,
    );

  it("gives no plan, in whatever order that is told, until the order is paid after all", async () => {
    for (const isFlaggedFirst of [true, false])
      for (const names of [true, false]) {
        const actor = await member();
        const one = await placed(actor, gold);
        const id = `sub_${one.orderId}`;
        const session = (amount_total: number) =>
          happens("checkout.session.completed", {
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

  it("leaves another subscription of the same user alone", async () => {
    const actor = await member();
    const [good, bad] = [await placed(actor, gold), await placed(actor, gold)];
    const paid = { payment_status: "paid", currency: "eur" };
    await happens("checkout.session.completed", { id: good.sessionId, subscription: "sub_good", ...paid });
    const wrong = { ...paid, amount_total: 2, subscription: "sub_bad" };
    expect(await happens("checkout.session.completed", { id: bad.sessionId, ...wrong })).toBe("flagged");
    await alive("sub_bad", bad, actor, Clock.nowSeconds());
    expect(await Subscriptions.plan(actor)).toMatchObject({ plan: "Gold", status: "active" });
  });
});
