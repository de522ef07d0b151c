import { beforeAll, describe, expect, it } from "vitest";
import { handleCheckoutEvent } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import * as Users from "../../identity/users.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Table from "../../platform/table/index.ts";
import { customerReference } from "../customers/entity.ts";
import * as Subscriptions from "./index.ts";

withDatabase();
beforeAll(() => {
  process.env["BCRYPT_COST"] = "4";
});

const FREE = { plan: "free", status: "none", currentPeriodEnd: undefined, cancelAtPeriodEnd: false };
const ENDED = { ...FREE, status: "canceled" };

let count = 0;
/** Creates a user with a customer, and a unique subscription id. */
async function subscriber() {
  count++;
  const { userId, email } = await Users.register({
    name: "Ada",
    email: `ada${count}@example.com`,
    password: "Analytical1!",
  });
  const customer = `cus_${count}`;
  await Table.put({ ...customerReference.key({ customerId: customer }), userId });
  const actor = onWeb({ userId, role: "PARTICULIER", email, name: "Ada" });
  return { actor, userId, customer, id: `sub_${count}`, plan: () => Subscriptions.plan(actor) };
}

const subscription = (type: "created" | "updated" | "deleted", object: object, at = 1_000) =>
  handleCheckoutEvent(`customer.subscription.${type}`, { status: "active", ...object }, at);

const priced = (price: object, more: object = {}) => ({ items: { data: [{ price, ...more }] } });

/** Returns the pending notifications of a user about plans. */
async function notifications(userId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const item of Table.scan()) {
    if (!String(item["type"]).startsWith("plan-")) continue;
    const payload = JSON.parse(String(item["payload"]));
    if (payload.userId === userId) found.push(`${item["type"]} ${payload.plan}`);
  }
  return found.sort();
}

describe("a subscription's events", () => {
  it("change and end the plan of the user in its metadata", async () => {
    const { userId, id, plan } = await subscriber();
    const object = { id, metadata: { svc_user: userId, svc_plan: "Gold" } };
    expect(await subscription("created", object)).toBe("plan Gold, active");
    expect(await plan()).toEqual({ ...FREE, plan: "Gold", status: "active" });
    expect(await subscription("updated", { ...object, status: "past_due" }, 1_001)).toBe(
      "plan Gold, past_due",
    );
    expect(await subscription("deleted", { id, metadata: object.metadata }, 1_002)).toBe(
      "plan free, canceled",
    );
    expect(await plan()).toEqual(ENDED);
    expect(await notifications(userId)).toEqual(["plan-activated Gold", "plan-ended Gold"]);
  });

  it("find the user by the customer, as an id or an object", async () => {
    const one = await subscriber();
    await subscription("created", { id: one.id, customer: one.customer });
    expect(await one.plan()).toMatchObject({ plan: one.id, status: "active" });
    await subscription("deleted", { id: one.id, customer: { id: one.customer } }, 1_001);
    expect(await one.plan()).toEqual(ENDED);
  });

  it.each([
    [{ lookup_key: "gold", nickname: "Gold plan", id: "price_1" }, "gold"],
    [{ lookup_key: null, nickname: "Gold plan", id: "price_1" }, "Gold plan"],
    [{ lookup_key: null, nickname: null, id: "price_1" }, "Ordered"],
  ])("name the plan by its price %j", async (price, called) => {
    const { userId, id, plan } = await subscriber();
    const metadata = { svc_user: userId, svc_plan: "Ordered" };
    await subscription("created", { id, metadata, ...priced(price) });
    expect((await plan()).plan).toBe(called);
  });

  it("name the plan by the price's id if neither price nor metadata has a name", async () => {
    const { id, customer, plan } = await subscriber();
    const price = { id: "price_1", lookup_key: null, nickname: null };
    await subscription("created", { id, customer, metadata: {}, ...priced(price) });
    expect((await plan()).plan).toBe("price_1");
  });

  it("set the end of the paid period, and whether the subscription ends then", async () => {
    const { id, customer, plan } = await subscriber();
    await subscription("created", { id, customer, ...priced({}, { current_period_end: 86_400 }) });
    expect((await plan()).currentPeriodEnd).toBe("1970-01-02T00:00:00.000Z");
    const old = { id, customer, current_period_end: 172_800, cancel_at_period_end: true };
    await subscription("updated", old, 1_001);
    expect(await plan()).toMatchObject({
      currentPeriodEnd: "1970-01-03T00:00:00.000Z",
      cancelAtPeriodEnd: true,
    });
  });

  it("are ignored if customer and metadata differ, if the user is unknown and without either", async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    for (const foreign of [
      { id: "sub_x", customer: other.customer, metadata: { svc_user: one.userId } },
      { id: "sub_x", customer: "cus_unknown" },
      { id: "sub_x", metadata: { svc_user: Ids.create("user") } },
      { id: "sub_x", customer: null, metadata: null },
    ])
      expect(await subscription("created", foreign)).toBe("not ours");
    expect([await one.plan(), await other.plan()]).toEqual([FREE, FREE]);
  });

  it("set the latest state, and notify the user once, under parallel deliveries", async () => {
    const { userId, id, customer, plan } = await subscriber();
    const object = { id, customer, ...priced({ lookup_key: "gold" }) };
    await Promise.all([
      subscription("created", { ...object, status: "incomplete" }, 1),
      ...Array.from({ length: 4 }, (_, at) => subscription("updated", object, 10 + at)),
      subscription("created", { ...object, id: `${id}_older`, created: 1, status: "canceled" }, 5),
    ]);
    expect(await plan()).toMatchObject({ plan: "gold", status: "active" });
    expect(await notifications(userId)).toEqual(["plan-activated gold"]);
    await Promise.all(Array.from({ length: 3 }, () => subscription("deleted", object, 20)));
    expect(await plan()).toEqual(ENDED);
    expect(await notifications(userId)).toEqual(["plan-activated gold", "plan-ended gold"]);
  });

  it("record the subscription as incomplete if their fields are unreadable", async () => {
    const { id, customer, plan } = await subscriber();
    await subscription("created", { id, customer, status: 7, items: "many", current_period_end: "soon" });
    await subscription("updated", { id, customer, status: null, current_period_end: 1e15 }, 1_001);
    expect(await plan()).toMatchObject({ plan: id, status: "incomplete", currentPeriodEnd: undefined });
    await expect(subscription("updated", { customer })).rejects.toThrow("id");
  });
});
