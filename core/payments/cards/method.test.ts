import { beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Payments from "../payments/index.ts";
import * as Cards from "./index.ts";
import * as Saving from "./saving.ts";
import type { Card, CardType } from "./schema.ts";
import { changeStatus } from "./status.ts";

/** Payments with the provider's id of a card that the bank has locked or canceled. */

withDatabase();
const psp = withPsp();

let owner: LiveActor;
let asked: string[];
beforeEach(() => {
  owner = newActor();
  asked = [];
  psp.during = (method, path) => void asked.push(`${method} ${path}`);
});

const VISA = "4242424242424242";

async function saveCard(number = VISA, type: CardType = "virtual"): Promise<Card> {
  const { id: setupIntentId } = await Saving.createSetup(owner);
  await confirmSetup(setupIntentId, number);
  return Saving.save(owner, { type, setDefault: false, setupIntentId });
}

/** Creates a payment method as a client does at the provider. */
async function createMethod(
  expires: { month: number; year: number } = { month: 12, year: 2040 },
): Promise<string> {
  const card = { number: VISA, exp_month: expires.month, exp_year: expires.year, cvc: "123" };
  return (await psp.stripe.paymentMethods.create({ type: "card", card })).id;
}

const pay = (paymentMethodId: string) =>
  Payments.create(owner, { amount: 1000, currency: "eur", description: "", metadata: {}, paymentMethodId });

const rejection = ({ cardId }: Card, status: string) => ({
  code: "CARD_NOT_ACTIVE",
  details: {
    fields: [
      { field: "cardId", message: cardId },
      { field: "status", message: status },
    ],
  },
});

describe("a payment method", () => {
  it.each(["locked", "canceled"] as const)(
    "of a %s card is rejected, even if its number is entered again",
    async (status) => {
      const card = await saveCard();
      await changeStatus(card.cardId, status);
      await expect(pay(card.paymentMethodId)).rejects.toMatchObject(rejection(card, status));
      await expect(pay(await createMethod())).rejects.toMatchObject(rejection(card, status));
      await expect(pay("pm_card_visa")).rejects.toMatchObject(rejection(card, status));
      expect(asked.filter((one) => one.includes("payment_intents"))).toEqual([]);
    },
  );

  it("of a locked card can pay after the bank unlocks the card", async () => {
    const card = await saveCard();
    await changeStatus(card.cardId, "locked");
    await changeStatus(card.cardId, "active");
    expect(await pay(card.paymentMethodId)).toMatchObject({ status: "succeeded" });
  });

  it("of an inactive card is rejected, unless the user has an active virtual card of the same number", async () => {
    const physical = await saveCard(VISA, "physical");
    await expect(pay(physical.paymentMethodId)).rejects.toMatchObject(rejection(physical, "inactive"));
    await expect(pay(await createMethod())).rejects.toMatchObject(rejection(physical, "inactive"));
    const twin = await saveCard();
    expect(await pay(twin.paymentMethodId)).toMatchObject({ status: "succeeded" });
    expect(await pay(await createMethod())).toMatchObject({ status: "succeeded" });
  });

  it("with the number of a canceled card can pay only if its expiry date is later", async () => {
    const card = await saveCard();
    await changeStatus(card.cardId, "canceled");
    const renewed = await createMethod({ month: 1, year: 2041 });
    expect(await pay(renewed)).toMatchObject({ status: "succeeded" });
    await expect(pay(await createMethod({ month: 11, year: 2040 }))).rejects.toMatchObject(
      rejection(card, "canceled"),
    );
  });

  it("is checked only by the provider unless it belongs to one of the user's saved cards", async () => {
    const card = await saveCard();
    await changeStatus(card.cardId, "locked");
    expect(await pay("pm_card_mastercard")).toMatchObject({ status: "succeeded" });
    await expect(pay("pm_unknown")).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
    owner = newActor();
    expect(await pay("pm_card_visa")).toMatchObject({ status: "succeeded" });
    await expect(pay(card.paymentMethodId)).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
  });

  it("is checked without a call to the provider while all of the user's cards are active", async () => {
    const card = await saveCard();
    asked = [];
    await Cards.checkMethod(owner, card.paymentMethodId);
    await Cards.checkMethod(owner, "pm_card_mastercard");
    await Cards.checkMethod(newActor(), card.paymentMethodId);
    expect(asked).toEqual([]);
  });
});
