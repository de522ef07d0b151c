import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { confirm, confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Payments from "../payments/index.ts";
import { card as cardEntity } from "./entity.ts";
import { detachDueCards } from "./provider.ts";
import * as Saving from "./saving.ts";
import type { Card, CardType } from "./schema.ts";
import { changeStatus } from "./status.ts";

/** Canceled cards at the provider. */

withDatabase();
const psp = withPsp();

let owner: LiveActor;
beforeEach(() => {
  owner = newActor();
});
afterEach(() => Psp.configure({}));

async function saveCard(card = "4242424242424242", type: CardType = "virtual"): Promise<Card> {
  const { id: setupIntentId } = await Saving.createSetup(owner);
  await confirmSetup(setupIntentId, card);
  return Saving.save(owner, { type, setDefault: false, setupIntentId });
}

/** Returns the customer of a card at the provider. */
const holderOf = async ({ paymentMethodId }: Card) =>
  (await psp.stripe.paymentMethods.retrieve(paymentMethodId)).customer;

/** Replaces the provider's response to the call that detaches a card by the result of `answer`. */
const onDetach = (answer: (pass: () => Promise<Response>) => Promise<Response>) =>
  Psp.configure({
    fetch: (input, init) =>
      String(input instanceof Request ? input.url : input).endsWith("/detach")
        ? answer(() => fetch(input, init))
        : fetch(input, init),
  });

const failure = new Response(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }), {
  status: 401,
});

/** Confirms a new payment at the provider with a card, as any client with the payment's secret can. */
async function confirmWith({ paymentMethodId }: Card): Promise<string> {
  const { id } = await Payments.create(owner, {
    amount: 1000,
    currency: "eur",
    description: "",
    metadata: {},
  });
  return (await confirm(id, paymentMethodId)).status;
}

describe("a canceled card", () => {
  it("is detached from its owner at the provider, so that it cannot pay with a client secret", async () => {
    const card = await saveCard();
    expect(await confirmWith(card)).toBe("succeeded");
    await changeStatus(card.cardId, "canceled");
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(card)).toBeNull();
    await expect(confirmWith(card)).rejects.toThrow("may not be used again");
    expect(await detachDueCards()).toBe(0);
    const item = await Table.get(cardEntity.key(card));
    for (const mark of ["duePk", "dueSk"]) expect(item).not.toHaveProperty(mark);
  });

  it("is detached by a later sweep if the provider fails or its response is lost", async () => {
    const card = await saveCard();
    await changeStatus(card.cardId, "canceled");
    onDetach(async () => failure.clone());
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(card)).toBe(card.customerId);
    onDetach(async (pass) => {
      await pass();
      return failure.clone();
    });
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(card)).toBeNull();
    Psp.configure({});
    expect(await detachDueCards()).toBe(1);
    expect(await detachDueCards()).toBe(0);
  });

  it("stays attached until every card with its token is canceled", async () => {
    const physical = await saveCard("4242424242424242", "physical");
    const twin = await saveCard(physical.paymentMethodId);
    expect(twin.paymentMethodId).toBe(physical.paymentMethodId);
    await changeStatus(physical.cardId, "canceled");
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(twin)).toBe(twin.customerId);
    expect(await detachDueCards()).toBe(0);
    await changeStatus(twin.cardId, "canceled");
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(twin)).toBeNull();
  });

  it("does not stop the sweep of other canceled cards if detaching it fails", async () => {
    const cards = [await saveCard(), await saveCard("5555555555554444"), await saveCard("378282246310005")];
    for (const { cardId } of cards) await changeStatus(cardId, "canceled");
    const [first] = cards;
    onDetach(async () => failure.clone());
    expect(await detachDueCards()).toBe(3);
    Psp.configure({});
    await psp.stripe.paymentMethods.detach(first?.paymentMethodId ?? "");
    expect(await detachDueCards()).toBe(3);
    for (const card of cards) expect(await holderOf(card)).toBeNull();
    expect(await detachDueCards()).toBe(0);
  });
});

describe("a locked card", () => {
  it("stays attached at the provider, since a detached card cannot be attached again", async () => {
    const card = await saveCard();
    await changeStatus(card.cardId, "locked");
    expect(await detachDueCards()).toBe(0);
    expect(await holderOf(card)).toBe(card.customerId);
    await changeStatus(card.cardId, "active");
    expect(await confirmWith(card)).toBe("succeeded");
  });
});
