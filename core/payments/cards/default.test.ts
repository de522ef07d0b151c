import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Customers from "../customers/index.ts";
import * as Cards from "./index.ts";
import { syncDueDefaults } from "./provider.ts";
import * as Saving from "./saving.ts";
import type { Card } from "./schema.ts";

/** What becomes of the default card at the provider when things go wrong between it and us. */

withDatabase();
withPsp();

let owner: LiveActor;
beforeEach(() => {
  owner = someone();
});
afterEach(() => Psp.configure({}));

async function saved(): Promise<Card> {
  const { id: setupIntentId } = await Saving.createSetup(owner);
  await confirmSetup(setupIntentId, "4242424242424242");
  return Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId });
}

async function charged(): Promise<unknown> {
  const customer = (await Customers.find(owner.userId)) ?? "";
  const found = await Psp.call((stripe) => stripe.customers.retrieve(customer));
  return found.deleted ? undefined : found.invoice_settings.default_payment_method;
}

const isTelling = (input: unknown, init?: RequestInit) =>
  /\/customers\/cus_/.test(String(input instanceof Request ? input.url : input)) &&
  String(init?.body).includes("invoice_settings");

/** Lets `instead` answer each time that the provider is told of a default card. */
const whenTold = (instead: (pass: () => Promise<Response>) => Promise<Response>) =>
  Psp.configure({
    fetch: (input, init) => (isTelling(input, init) ? instead(() => fetch(input, init)) : fetch(input, init)),
  });

describe("a default card", () => {
  it("that the provider could not be told of is saved all the same, and told by the schedule", async () => {
    const first = await saved();
    const refuse = new Response(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }), {
      status: 401,
    });
    whenTold(async () => refuse.clone());
    const second = await saved();
    expect(second.isDefault).toBe(true);
    expect((await Cards.list(owner))[0]).toEqual(second);
    Psp.configure({});
    expect(await charged()).toBe(first.paymentMethodId);
    expect(await syncDueDefaults()).toBe(1);
    expect(await charged()).toBe(second.paymentMethodId);
    expect(await syncDueDefaults()).toBe(0);
  });

  it("that is replaced while the provider is being told does not win over its successor", async () => {
    let successor: Card | undefined;
    let calls = 0;
    whenTold(async (pass) => {
      // The first call is overtaken: it is carried out after the one of the card that came after it.
      if (calls++ === 0) successor = await saved();
      return pass();
    });
    await saved();
    Psp.configure({});
    expect(await charged()).toBe(successor?.paymentMethodId);
    expect(await syncDueDefaults()).toBe(0);
  });

  it("that the provider will never take is given up, and stops nothing else", async () => {
    const refused = new Response(
      JSON.stringify({ error: { type: "invalid_request_error", code: "resource_missing", message: "gone" } }),
      { status: 400, headers: { "content-type": "application/json" } },
    );
    whenTold(async () => refused.clone());
    const card = await saved();
    Psp.configure({});
    expect(await Cards.list(owner)).toEqual([card]);
    expect(await syncDueDefaults()).toBe(0);
  });
});
