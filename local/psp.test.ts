import { expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { env } from "../core/kernel/env.ts";
import * as Table from "../core/platform/table/index.ts";
import { withPlatform } from "../tests/support/platform.ts";
import { confirm, stripeOf } from "../tests/support/psp.ts";

/** The double within the platform, whose webhooks arrive at the same endpoint as Stripe's. */

const needed = ["inbound.process-psp", "outbox.sweep"];
const platform = withPlatform({
  seeded: false,
  consumers: consumers.filter(({ id }) => needed.includes(id)),
});

const stripe = () => stripeOf(env("STRIPE_URL"), env("STRIPE_SECRET_KEY"));

/** Returns the platform's provider events and their states. */
async function received(): Promise<{ type: string; done: boolean }[]> {
  const found: { type: string; done: boolean }[] = [];
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("INBOUND#psp#"))
      found.push({ type: String(item["type"]), done: item["processedAt"] !== undefined });
  return found.sort((a, b) => (a.type < b.type ? -1 : 1));
}

test("a drain waits until the provider's webhooks are processed", async () => {
  const { id } = await stripe().paymentIntents.create({
    amount: 1000,
    currency: "eur",
    allowed_payment_method_types: ["card"],
  });
  await confirm(id);
  expect((await platform.drain()).idle).toBe(true);
  expect(await received()).toEqual([
    { type: "charge.succeeded", done: true },
    { type: "payment_intent.created", done: true },
    { type: "payment_intent.succeeded", done: true },
  ]);
});

test("moving the platform's clock moves the provider's clock", async () => {
  const { id } = await stripe().paymentIntents.create({
    amount: 1000,
    currency: "eur",
    allowed_payment_method_types: ["card"],
    capture_method: "manual",
    payment_method: "pm_card_visa",
    confirm: true,
  });
  await platform.advance(8 * 86_400);
  await platform.drain();
  expect(await stripe().paymentIntents.retrieve(id)).toMatchObject({ status: "canceled" });
  expect((await received()).map(({ type }) => type)).toContain("payment_intent.canceled");
});

test("a reset deletes the provider's data", async () => {
  const { id } = await stripe().customers.create();
  await platform.reset();
  await expect(stripe().customers.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
});
