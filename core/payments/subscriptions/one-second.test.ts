import type Stripe from "stripe";
import { beforeAll, expect, it } from "vitest";
import { handle } from "../../../events/inbound/_psp.ts";
import { placeOrder, teaOrder, withPlans } from "../../../tests/support/checkout.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { onWeb } from "../../../tests/support/identity.ts";
import { pay, withPsp } from "../../../tests/support/psp.ts";
import { userPlan } from "../../identity/plans/entity.ts";
import * as Users from "../../identity/users.ts";
import * as Table from "../../platform/table/index.ts";
import * as Subscriptions from "./index.ts";

/** Events of a subscription within one second, with the provider's double. */

withDatabase();
withPlans();
const psp = withPsp();

beforeAll(() => {
  process.env["BCRYPT_COST"] = "4";
});

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

it("leaves the provider's state for any order and repetition of a subscription's events of one second", async () => {
  const email = "second@example.com";
  const actor = onWeb(await Users.register({ name: "Ada", email, password: "Analytical1!" }));
  const lines = [{ name: "Gold", amountMinor: 1500n, quantity: 1n }];
  const { sessionId } = await placeOrder(actor, teaOrder({ mode: "subscription", lines }));
  const { url } = await psp.stripe.checkout.sessions.retrieve(sessionId);
  await pay(url ?? "");
  const { subscription: id } = await psp.stripe.checkout.sessions.retrieve(sessionId);
  for (const cancel of [true, false, true])
    await psp.stripe.subscriptions.update(String(id), { cancel_at_period_end: cancel });
  const events = psp.events
    .filter(({ type }) => type.startsWith("customer.subscription."))
    .map((event) => ({ ...event, created: 1_000 }));
  const deliver = (event: Partial<Stripe.Event>) => handle(JSON.stringify(event));
  expect(events.map(({ type }) => type.split(".").at(-1))).toEqual(
    expect.arrayContaining(["created", "updated", "updated", "updated"]),
  );
  const last = events.slice(-4);
  for (const order of permutations(last)) {
    await Table.remove(userPlan.key({ userId: actor.userId }));
    for (const event of [...order, ...order]) await deliver(event);
    expect(await Subscriptions.plan(actor)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
  }
  await Table.remove(userPlan.key({ userId: actor.userId }));
  await Promise.all(last.map(deliver));
  expect(await Subscriptions.plan(actor)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
});
