import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Customers from "../customers/index.ts";
import * as Cards from "./index.ts";
import { syncDueDefaults } from "./provider.ts";
import * as Saving from "./saving.ts";
import type { Card } from "./schema.ts";

/** The default card at the provider under failed calls. */

withDatabase();
withPsp();

let owner: LiveActor;
beforeEach(() => {
  owner = newActor();
});
afterEach(() => Psp.configure({}));

async function saveCard(): Promise<Card> {
  const { id: setupIntentId } = await Saving.createSetup(owner);
  await confirmSetup(setupIntentId, "4242424242424242");
  return Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId });
}

async function defaultAtProvider(): Promise<unknown> {
  const customer = (await Customers.find(owner.userId)) ?? "";
  const found = await Psp.call((stripe) => stripe.customers.retrieve(customer));
  return found.deleted ? undefined : found.invoice_settings.default_payment_method;
}

const setsDefault = (input: unknown, init?: RequestInit) =>
  /\/customers\/cus_/.test(String(input instanceof Request ? input.url : input)) &&
  String(init?.body).includes("invoice_settings");

/** Replaces the provider's response to the call that sets a default card by the result of `instead`. */
const onSetDefault = (instead: (pass: () => Promise<Response>) => Promise<Response>) =>
  Psp.configure({
    fetch: (input, init) =>
      setsDefault(input, init) ? instead(() => fetch(input, init)) : fetch(input, init),
  });

describe("a default card", () => {
  it("is saved even if the provider's call fails, and the schedule then sets it at the provider", async () => {
    const first = await saveCard();
    const refuse = new Response(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }), {
      status: 401,
    });
    onSetDefault(async () => refuse.clone());
    const second = await saveCard();
    expect(second.isDefault).toBe(true);
    expect((await Cards.list(owner))[0]).toEqual(second);
    Psp.configure({});
    expect(await defaultAtProvider()).toBe(first.paymentMethodId);
    expect(await syncDueDefaults()).toBe(1);
    expect(await defaultAtProvider()).toBe(second.paymentMethodId);
    expect(await syncDueDefaults()).toBe(0);
  });

  it("does not replace its successor at the provider if it is itself replaced during the provider's call", async () => {
    let successor: Card | undefined;
    let calls = 0;
    onSetDefault(async (pass) => {
      // The provider executes the first call after the call for the next card.
      if (calls++ === 0) successor = await saveCard();
      return pass();
    });
    await saveCard();
    Psp.configure({});
    expect(await defaultAtProvider()).toBe(successor?.paymentMethodId);
    expect(await syncDueDefaults()).toBe(0);
  });

  it("stays the default here, and is not retried, if the provider rejects it", async () => {
    const refused = new Response(
      JSON.stringify({ error: { type: "invalid_request_error", code: "resource_missing", message: "gone" } }),
      { status: 400, headers: { "content-type": "application/json" } },
    );
    onSetDefault(async () => refused.clone());
    const card = await saveCard();
    Psp.configure({});
    expect(await Cards.list(owner)).toEqual([card]);
    expect(await syncDueDefaults()).toBe(0);
  });
});
