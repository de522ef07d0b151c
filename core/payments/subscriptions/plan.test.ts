import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subscription } from "../../identity/plans/entity.ts";
import { planOf } from "../../identity/plans/index.ts";
import { afterEvent, afterMispayment, afterPayment } from "./plan.ts";
import type { OrderedPlan, SubscriptionEvent } from "./schema.ts";

const FREE = { plan: "free", status: "none", currentPeriodEnd: undefined, cancelAtPeriodEnd: false };

const news = (
  subscriptionId: string,
  kind: SubscriptionEvent["kind"],
  at: number,
  more: Partial<SubscriptionEvent> = {},
): SubscriptionEvent => ({
  subscriptionId,
  kind,
  atSeconds: BigInt(at),
  status: "active",
  plan: `plan of ${subscriptionId}`,
  ...more,
});
const order = (subscriptionId: string | undefined, more: Partial<OrderedPlan> = {}): OrderedPlan => ({
  orderId: "ord_1",
  subscriptionId,
  plan: "ordered",
  openedAtSeconds: 5n,
  ...more,
});

const allOf = (...all: readonly (SubscriptionEvent | OrderedPlan)[]): readonly Subscription[] =>
  all.reduce<readonly Subscription[]>(
    (known, one) => ("kind" in one ? afterEvent(known, one) : afterPayment(known, one)),
    [],
  );
const plan = (...all: readonly (SubscriptionEvent | OrderedPlan)[]) => planOf(allOf(...all));

describe("a user's plan", () => {
  it("is free without a subscription", () => {
    expect(plan()).toEqual(FREE);
  });

  it("is the plan of the subscription, and free again after the subscription is deleted", () => {
    const made = news("sub_a", "created", 10, { currentPeriodEndSeconds: 86_400n });
    expect(plan(made)).toEqual({
      plan: "plan of sub_a",
      status: "active",
      currentPeriodEnd: "1970-01-02T00:00:00.000Z",
      cancelAtPeriodEnd: false,
    });
    expect(plan(made, news("sub_a", "deleted", 20))).toEqual({ ...FREE, status: "canceled" });
  });

  it("keeps the fields that an event omits", () => {
    const made = news("sub_a", "created", 10, { currentPeriodEndSeconds: 60n, cancelAtPeriodEnd: true });
    const bare: SubscriptionEvent = {
      subscriptionId: "sub_a",
      kind: "updated",
      atSeconds: 11n,
      status: "past_due",
    };
    expect(plan(made, bare)).toEqual({ ...plan(made), status: "past_due" });
  });

  it("ignores an older event, and a newer event of an ended subscription", () => {
    const late = news("sub_a", "updated", 20, { status: "past_due" });
    expect(plan(late, news("sub_a", "updated", 10)).status).toBe("past_due");
    const ended = news("sub_a", "deleted", 15);
    expect(plan(late, ended).status).toBe("canceled");
    expect(plan(ended, late).status).toBe("canceled");
    expect(plan(news("sub_a", "updated", 15, { status: "incomplete_expired" }), late)).toMatchObject({
      plan: "free",
      status: "incomplete_expired",
    });
  });

  it("is set, of the events of one second, by the deletion, else by the update, in any order", () => {
    const all = [
      news("sub_a", "created", 10, { status: "incomplete" }),
      news("sub_a", "updated", 10, { status: "active" }),
    ] as const;
    expect(plan(...all).status).toBe("active");
    expect(plan(...all.toReversed()).status).toBe("active");
    const ended = news("sub_a", "deleted", 10);
    expect(plan(ended, ...all).status).toBe("canceled");
    expect(plan(...all, ended).status).toBe("canceled");
  });

  it("is not changed by an older subscription", () => {
    const old = news("sub_a", "created", 10);
    const young = news("sub_b", "created", 20);
    for (const later of ["updated", "deleted"] as const)
      expect(plan(old, young, news("sub_a", later, 30, { status: "past_due" }))).toEqual(plan(young));
    expect(plan(young, old)).toEqual(plan(young));
  });

  it("falls back to an older active subscription, but not to an ended one", () => {
    const old = news("sub_a", "created", 10);
    const young = news("sub_b", "created", 20);
    const end = news("sub_b", "deleted", 30);
    expect(plan(old, young, end)).toEqual(plan(old));
    expect(plan(old, news("sub_a", "deleted", 15), young, end)).toEqual({ ...FREE, status: "canceled" });
    const unpaid = news("sub_c", "created", 40, { status: "incomplete" });
    expect(plan(old, unpaid)).toEqual(plan(old));
    expect(plan(unpaid)).toMatchObject({ plan: "plan of sub_c", status: "incomplete" });
  });

  it("starts with the payment of its order, even if the subscription's event still states incomplete", () => {
    const paid = order("sub_a");
    const incomplete = news("sub_a", "created", 6, { status: "incomplete" });
    expect(plan(paid)).toMatchObject({ plan: "ordered", status: "active" });
    for (const both of [
      [paid, incomplete],
      [incomplete, paid],
    ])
      expect(plan(...both)).toMatchObject({ plan: "plan of sub_a", status: "active" });
    expect(plan(paid, news("sub_a", "updated", 7, { status: "past_due" })).status).toBe("past_due");
    expect(plan(news("sub_a", "deleted", 7), paid)).toEqual({ ...FREE, status: "canceled" });
  });

  it("has the name of its price, else of its order, else the price's id, else the subscription's id", () => {
    const bare = { plan: undefined, priceId: undefined };
    expect(plan(news("sub_a", "created", 1, { plan: "gold", priceId: "price_1" })).plan).toBe("gold");
    const unnamed = news("sub_a", "created", 1, { ...bare, priceId: "price_1" });
    expect(plan(order("sub_a"), unnamed).plan).toBe("ordered");
    expect(plan(unnamed).plan).toBe("price_1");
    expect(plan(news("sub_a", "created", 1, bare)).plan).toBe("sub_a");
  });

  it("of an order without a known subscription follows the subscription that is created after the order", () => {
    const paid = order(undefined);
    expect(plan(paid)).toMatchObject({ plan: "ordered", status: "active" });
    const later = [news("sub_a", "created", 6), news("sub_a", "deleted", 9)] as const;
    expect(plan(paid, ...later)).toEqual({ ...FREE, status: "canceled" });
    expect(plan(...later, paid)).toEqual({ ...FREE, status: "canceled" });
    // An event with the order's id refers to the order at any time.
    expect(plan(paid, news("sub_a", "deleted", 1, { orderId: "ord_1" })).status).toBe("canceled");
    // An event before the order belongs to another subscription.
    expect(plan(paid, news("sub_b", "deleted", 4)).status).toBe("active");
  });

  it("is the same in any order and repetition of the events", () => {
    const event = fc.record({
      subscriptionId: fc.constantFrom("sub_a", "sub_b", "sub_c"),
      kind: fc.constantFrom("created", "updated", "deleted") satisfies fc.Arbitrary<
        SubscriptionEvent["kind"]
      >,
      status: fc.constantFrom("active", "trialing", "past_due", "incomplete", "unpaid", "paused"),
      cancelAtPeriodEnd: fc.boolean(),
    });
    const orders = fc.subarray([order("sub_a"), order("sub_b", { orderId: "ord_2", openedAtSeconds: 8n })]);
    fc.assert(
      fc.property(
        fc
          .tuple(
            fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), event), { selector: ([at]) => at }),
            orders,
          )
          .chain(([events, paid]) => {
            const all = [...events.map(([at, one]) => news(one.subscriptionId, one.kind, at, one)), ...paid];
            const twice = [...all, ...all];
            return fc.tuple(fc.constant(all), fc.shuffledSubarray(twice, { minLength: twice.length }));
          }),
        ([all, shuffled]) => {
          expect(plan(...shuffled)).toEqual(plan(...all));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is the plan of the active subscription even after 60 newer subscriptions have ended", () => {
    const living = news("sub_living", "created", 1);
    const ended = Array.from({ length: 60 }, (_, index) => news(`sub_${index}`, "deleted", index + 2));
    expect(allOf(living, ...ended)).toHaveLength(50);
    expect(plan(living, ...ended)).toEqual(plan(living));
    expect(plan(...ended, living)).toEqual(plan(living));
  });

  it("is withheld if the payment differs from the order, until the order is paid correctly", () => {
    const bad = order("sub_a");
    const all = afterEvent(afterMispayment([], bad), news("sub_a", "created", 6));
    expect(planOf(all)).toEqual(FREE);
    expect(planOf(afterMispayment(allOf(news("sub_a", "created", 6)), bad))).toEqual(FREE);
    expect(planOf(afterMispayment(allOf(news("sub_a", "created", 6), bad), bad)).status).toBe("active");
    expect(planOf(afterPayment(all, bad)).status).toBe("active");
    const unnamed = afterMispayment([], order(undefined));
    expect(planOf(afterEvent(unnamed, news("sub_a", "created", 6, { orderId: "ord_1" })))).toEqual(FREE);
    expect(planOf(afterEvent(unnamed, news("sub_b", "created", 6))).status).toBe("active");
  });

  it("is the plan of a new subscription after 60 ended ones, of which only 50 subscriptions are stored", () => {
    const ended = Array.from({ length: 60 }, (_, index) => news(`sub_${index}`, "deleted", index + 1));
    expect(allOf(...ended)).toHaveLength(50);
    expect(plan(...ended, news("sub_new", "created", 100))).toMatchObject({ plan: "plan of sub_new" });
  });
});
