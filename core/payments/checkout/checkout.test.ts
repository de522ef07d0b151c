import { afterAll, describe, expect, it } from "vitest";
import { teaOrder, withPlans } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { withPsp } from "../../../tests/support/psp.ts";
import { audit } from "../../audit/index.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Customers from "../customers/index.ts";
import * as Transactions from "../records/index.ts";
import * as Checkout from "./index.ts";
import { isSitePath, type Session } from "./schema.ts";

const database = withDatabase();
withPlans();
withPsp();

afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const claimOf = (actor: LiveActor, key: string = Ids.secret()) =>
  Idempotency.claim<Session>(actor.userId, "payments.psp", key, {});
/** Reads the session from the provider. */
const atProvider = (sessionId: string) => Psp.call((stripe) => stripe.checkout.sessions.retrieve(sessionId));
const listed = async (actor: LiveActor) =>
  (await Transactions.list(actor, { page: 1, limit: 50, sort: { field: "createdAt", order: "asc" } }))
    .transactions;
/** Returns the number of a user's sessions at the provider. */
async function sessionsOf(actor: LiveActor): Promise<number> {
  const customer = (await Customers.find(actor.userId)) ?? "";
  return (await Psp.call((stripe) => stripe.checkout.sessions.list({ customer }))).data.length;
}

describe("an order", () => {
  it("is stored as pending, with a session at the provider that contains its id", async () => {
    const actor = newActor();
    const { sessionId, url } = await Checkout.create(actor, teaOrder());
    const order = await Transactions.find(sessionId);
    expect(order).toMatchObject({
      transactionId: expect.stringMatching(Ids.pattern("order")),
      userId: actor.userId,
      type: "checkout",
      status: "PENDING",
      amountMinor: 1250n,
      currency: "EUR",
      description: "2 × Tea, 1 × Cup",
    });
    expect(await Transactions.readMetadata({ transactionId: order?.transactionId ?? "" })).toEqual({
      table: "7",
    });
    expect(await Transactions.find(order?.transactionId ?? "")).toEqual(order);
    expect(await listed(actor)).toEqual([order]);
    expect(await atProvider(sessionId)).toMatchObject({
      url,
      mode: "payment",
      amount_total: 1250,
      currency: "eur",
      customer: await Customers.find(actor.userId),
      client_reference_id: order?.transactionId,
      metadata: { table: "7", svc_user: actor.userId, svc_order: order?.transactionId },
      success_url: "https://svc.example/done?session={CHECKOUT_SESSION_ID}",
      cancel_url: "https://svc.example/",
      payment_status: "unpaid",
    });
  });

  it.each([
    ["an unknown plan", { name: "enterprise" }, "lineItems.0.name"],
    ["a wrong price", { amountMinor: 50n }, "lineItems.0.amount"],
    ["a quantity above one", { quantity: 2n }, "lineItems.0.quantity"],
  ])("for %s is rejected with the field, without a call to the provider", async (_, line, field) => {
    const lines = [{ name: "Tea", amountMinor: 1250n, quantity: 1n, ...line }];
    const refusal = { code: "UNKNOWN_PLAN", details: { fields: [{ field }] } };
    const actor = newActor();
    await expect(Checkout.create(actor, teaOrder({ mode: "subscription", lines }))).rejects.toMatchObject(
      refusal,
    );
    expect(await Customers.find(actor.userId)).toBeUndefined();
  });

  it("of a subscription is charged every month", async () => {
    const { sessionId } = await Checkout.create(
      newActor(),
      teaOrder({ mode: "subscription", currency: "usd" }),
    );
    const { mode, amount_total } = await atProvider(sessionId);
    expect({ mode, amount_total }).toEqual({ mode: "subscription", amount_total: 1250 });
    const lines = await Psp.call((stripe) => stripe.checkout.sessions.listLineItems(sessionId));
    expect(lines.data).toHaveLength(1);
    for (const line of lines.data)
      expect(line.price?.recurring).toMatchObject({ interval: "month", interval_count: 1 });
    expect(await Transactions.find(sessionId)).toMatchObject({ currency: "USD", amountMinor: 1250n });
  });

  it("has a description of at most 500 characters", async () => {
    const lines = Array.from({ length: 5 }, () => ({
      name: "🍵".repeat(200),
      amountMinor: 100n,
      quantity: 1n,
    }));
    const { sessionId } = await Checkout.create(newActor(), teaOrder({ lines }));
    const { description = "" } = (await Transactions.find(sessionId)) ?? {};
    expect([...description]).toHaveLength(500);
    expect(description).toMatch(/^1 × 🍵+, 1 × 🍵+, 1 × 🍵+…$/u);
  });

  it("is not stored if the provider rejects it, so that its idempotency key can be used again", async () => {
    const actor = newActor();
    const key = Ids.secret();
    const tooLittle = teaOrder({ lines: [{ name: "Crumb", amountMinor: 1n, quantity: 1n }] });
    await expect(Checkout.create(actor, tooLittle, claimOf(actor, key))).rejects.toMatchObject({
      code: "PROVIDER_REFUSED",
    });
    expect(await listed(actor)).toEqual([]);
    await Checkout.create(actor, teaOrder(), claimOf(actor, key));
    expect(await listed(actor)).toHaveLength(1);
  });
});

describe("an idempotency key of a checkout", () => {
  it("creates one order and one session under parallel requests with the same response", async () => {
    const actor = newActor();
    const claim = claimOf(actor);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => Checkout.create(actor, teaOrder(), claim)),
    );
    const first = all.find((one) => one.status === "fulfilled")?.value;
    const others = all.filter((one) => one.status === "rejected").map(({ reason }) => reason);
    expect(others).toHaveLength(4);
    for (const other of others) {
      expect(other).toBeInstanceOf(Idempotency.AlreadyDone);
      expect(Idempotency.replay(claim, other.item)?.result).toEqual(first);
    }
    expect(await listed(actor)).toHaveLength(1);
    expect(await sessionsOf(actor)).toBe(1);
  });

  it("returns the same session after a crash between the provider's response and the write of the order", async () => {
    const actor = newActor();
    const key = Ids.secret();
    await Customers.ensure(actor);
    const crash = interleave(
      database.endpoint,
      () => Checkout.create(actor, teaOrder(), claimOf(actor, key)),
      ({ operation, body }) =>
        operation === "TransactWriteItems" && body.includes("ORDER#")
          ? Promise.reject(new Error("crash"))
          : undefined,
    );
    await expect(crash).rejects.toThrow("crash");
    expect(await listed(actor)).toEqual([]);
    expect(await sessionsOf(actor)).toBe(1);
    // A later attempt is still the same request.
    Clock.setOffset(Clock.offset() + 3600_000);
    const { sessionId } = await Checkout.create(actor, teaOrder(), claimOf(actor, key));
    expect(await sessionsOf(actor)).toBe(1);
    const [order, ...more] = await listed(actor);
    expect(more).toEqual([]);
    expect((await atProvider(sessionId)).metadata?.["svc_order"]).toBe(order?.transactionId);
  });

  it("is not needed to create only one session if the provider's response is lost", async () => {
    const actor = newActor();
    await Customers.ensure(actor);
    let lost = 0;
    Psp.configure({
      fetch: async (...call) => {
        const answer = await fetch(...call);
        if (lost > 0 || !String(call[0]).endsWith("/checkout/sessions")) return answer;
        lost++;
        throw new TypeError("fetch failed");
      },
    });
    try {
      await Checkout.create(actor, teaOrder());
    } finally {
      Psp.configure({});
    }
    expect(lost).toBe(1);
    expect(await sessionsOf(actor)).toBe(1);
    expect(await listed(actor)).toHaveLength(1);
  });

  it("is separate for each user: an equal key of another user creates another order", async () => {
    const [one, other] = [newActor(), newActor()];
    for (const actor of [one, other]) await Checkout.create(actor, teaOrder(), claimOf(actor, "k1"));
    const [[mine], [theirs]] = await Promise.all([listed(one), listed(other)]);
    expect(mine?.transactionId).not.toBe(theirs?.transactionId);
  });

  it("can be used again after 7 days", async () => {
    const actor = newActor();
    await Checkout.create(actor, teaOrder(), claimOf(actor, "k1"));
    Clock.setOffset(Clock.offset() + Idempotency.TTL_SECONDS * 1000 + 1000);
    await Checkout.create(actor, teaOrder(), claimOf(actor, "k1"));
    expect(await listed(actor)).toHaveLength(2);
  });
});

describe("a return path", () => {
  it.each(["/", "/done", "/a/b?c=d#e", "/done?s={CHECKOUT_SESSION_ID}", "/%C3%A9t%C3%A9", "/a//b"])(
    "may be %s",
    (path) => {
      expect(isSitePath(path)).toBe(true);
    },
  );

  it.each([
    "",
    "done",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/%5cevil.example",
    "/%2fevil.example",
    "/%252fevil.example",
    "/..//evil.example",
    "/\tevil",
    "/\n/evil.example",
    "/%0d%0aLocation:x",
    " /x",
    "/x y",
    "javascript:alert(1)",
    "https://evil.example/",
    "https:evil.example",
    "https://svc.example/x",
    "?x",
    "#x",
    "/%",
  ])("may not be %j", (path) => {
    expect(isSitePath(path)).toBe(false);
  });
});
