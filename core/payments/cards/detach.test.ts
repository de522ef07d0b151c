import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { someone } from "../../../tests/support/ledger.ts";
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

/** What becomes of a canceled card at the provider. */

withDatabase();
const psp = withPsp();

let owner: LiveActor;
beforeEach(() => {
  owner = someone();
});
afterEach(() => Psp.configure({}));

async function saved(card = "4242424242424242", type: CardType = "virtual"): Promise<Card> {
  const { id: setupIntentId } = await Saving.createSetup(owner);
  await confirmSetup(setupIntentId, card);
  return Saving.save(owner, { type, setDefault: false, setupIntentId });
}

/** Whose card it is at the provider. */
const holderOf = async ({ paymentMethodId }: Card) =>
  (await psp.stripe.paymentMethods.retrieve(paymentMethodId)).customer;

/** Lets `answer` answer for the provider each time that it is to let go of a card. */
const whenLetGo = (answer: (pass: () => Promise<Response>) => Promise<Response>) =>
  Psp.configure({
    fetch: (input, init) =>
      String(input instanceof Request ? input.url : input).endsWith("/detach")
        ? answer(() => fetch(input, init))
        : fetch(input, init),
  });

const failure = new Response(JSON.stringify({ error: { type: "invalid_request_error", message: "no" } }), {
  status: 401,
});

/**
 * A payment that the client confirms at the provider with a card of its own choice, as whoever has its secret
 * may.
 */
async function confirmedWith({ paymentMethodId }: Card): Promise<string> {
  const { id } = await Payments.create(owner, {
    amount: 1000,
    currency: "eur",
    description: "",
    metadata: {},
  });
  return (await confirm(id, paymentMethodId)).status;
}

describe("a canceled card", () => {
  it("is taken from its owner at the provider, so that no client secret lets it pay", async () => {
    const card = await saved();
    expect(await confirmedWith(card)).toBe("succeeded");
    await changeStatus(card.cardId, "canceled");
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(card)).toBeNull();
    await expect(confirmedWith(card)).rejects.toThrow("may not be used again");
    expect(await detachDueCards()).toBe(0);
    const item = await Table.get(cardEntity.key(card));
    for (const mark of ["duePk", "dueSk"]) expect(item).not.toHaveProperty(mark);
  });

  it("is let go of later where the provider fails, and once where its answer is lost", async () => {
    const card = await saved();
    await changeStatus(card.cardId, "canceled");
    whenLetGo(async () => failure.clone());
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(card)).toBe(card.customerId);
    whenLetGo(async (pass) => {
      await pass();
      return failure.clone();
    });
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(card)).toBeNull();
    Psp.configure({});
    expect(await detachDueCards()).toBe(1);
    expect(await detachDueCards()).toBe(0);
  });

  it("stays where another card needs the same token, until that one is canceled too", async () => {
    const physical = await saved("4242424242424242", "physical");
    const twin = await saved(physical.paymentMethodId);
    expect(twin.paymentMethodId).toBe(physical.paymentMethodId);
    await changeStatus(physical.cardId, "canceled");
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(twin)).toBe(twin.customerId);
    expect(await detachDueCards()).toBe(0);
    await changeStatus(twin.cardId, "canceled");
    expect(await detachDueCards()).toBe(1);
    expect(await holderOf(twin)).toBeNull();
  });

  it("stops none of the others that are to leave", async () => {
    const cards = [await saved(), await saved("5555555555554444"), await saved("378282246310005")];
    for (const { cardId } of cards) await changeStatus(cardId, "canceled");
    const [first] = cards;
    whenLetGo(async () => failure.clone());
    expect(await detachDueCards()).toBe(3);
    Psp.configure({});
    await psp.stripe.paymentMethods.detach(first?.paymentMethodId ?? "");
    expect(await detachDueCards()).toBe(3);
    for (const card of cards) expect(await holderOf(card)).toBeNull();
    expect(await detachDueCards()).toBe(0);
  });
});

describe("a locked card", () => {
  it("stays with its owner at the provider, which never takes back what it has let go of", async () => {
    const card = await saved();
    await changeStatus(card.cardId, "locked");
    expect(await detachDueCards()).toBe(0);
    expect(await holderOf(card)).toBe(card.customerId);
    await changeStatus(card.cardId, "active");
    expect(await confirmedWith(card)).toBe("succeeded");
  });
});
