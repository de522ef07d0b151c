import { beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Payments from "../payments/index.ts";
import * as Cards from "./index.ts";
import * as Saving from "./saving.ts";
import type { Card, CardType } from "./schema.ts";
import { changeStatus } from "./status.ts";

/** What the bank has locked or canceled does not pay under the provider's id for it either. */

withDatabase();
const psp = withPsp();

let owner: LiveActor;
let asked: string[];
beforeEach(() => {
  owner = someone();
  asked = [];
  psp.during = (method, path) => void asked.push(`${method} ${path}`);
});

const VISA = "4242424242424242";

async function saved(number = VISA, type: CardType = "virtual"): Promise<Card> {
  const { id: setupIntentId } = await Saving.createSetup(owner);
  await confirmSetup(setupIntentId, number);
  return Saving.save(owner, { type, setDefault: false, setupIntentId });
}

/** A payment method that the client has made at the provider on its own. */
async function made(expires: { month: number; year: number } = { month: 12, year: 2040 }): Promise<string> {
  const card = { number: VISA, exp_month: expires.month, exp_year: expires.year, cvc: "123" };
  return (await psp.stripe.paymentMethods.create({ type: "card", card })).id;
}

const pay = (paymentMethodId: string) =>
  Payments.create(owner, { amount: 1000, currency: "eur", description: "", metadata: {}, paymentMethodId });

const refusal = ({ cardId }: Card, status: string) => ({
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
    "that is a %s card pays nothing, also as the same number given anew",
    async (status) => {
      const card = await saved();
      await changeStatus(card.cardId, status);
      await expect(pay(card.paymentMethodId)).rejects.toMatchObject(refusal(card, status));
      await expect(pay(await made())).rejects.toMatchObject(refusal(card, status));
      await expect(pay("pm_card_visa")).rejects.toMatchObject(refusal(card, status));
      expect(asked.filter((one) => one.includes("payment_intents"))).toEqual([]);
    },
  );

  it("that is locked pays again once the bank has unlocked it", async () => {
    const card = await saved();
    await changeStatus(card.cardId, "locked");
    await changeStatus(card.cardId, "active");
    expect(await pay(card.paymentMethodId)).toMatchObject({ status: "succeeded" });
  });

  it("that is a card whose holder has not activated it pays nothing, unless its virtual twin may", async () => {
    const physical = await saved(VISA, "physical");
    await expect(pay(physical.paymentMethodId)).rejects.toMatchObject(refusal(physical, "inactive"));
    await expect(pay(await made())).rejects.toMatchObject(refusal(physical, "inactive"));
    const twin = await saved();
    expect(await pay(twin.paymentMethodId)).toMatchObject({ status: "succeeded" });
    expect(await pay(await made())).toMatchObject({ status: "succeeded" });
  });

  it("of the card that replaces a canceled one, with its number and a later expiry, pays", async () => {
    const card = await saved();
    await changeStatus(card.cardId, "canceled");
    const renewed = await made({ month: 1, year: 2041 });
    expect(await pay(renewed)).toMatchObject({ status: "succeeded" });
    await expect(pay(await made({ month: 11, year: 2040 }))).rejects.toMatchObject(refusal(card, "canceled"));
  });

  it("of another card, of somebody else's card or of none is the provider's to judge", async () => {
    const card = await saved();
    await changeStatus(card.cardId, "locked");
    expect(await pay("pm_card_mastercard")).toMatchObject({ status: "succeeded" });
    await expect(pay("pm_of_nobody")).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
    owner = someone();
    expect(await pay("pm_card_visa")).toMatchObject({ status: "succeeded" });
    await expect(pay(card.paymentMethodId)).rejects.toMatchObject({ code: "PROVIDER_REFUSED" });
  });

  it("costs no call of the provider as long as all of its owner's cards are active", async () => {
    const card = await saved();
    asked = [];
    await Cards.checkMethod(owner, card.paymentMethodId);
    await Cards.checkMethod(owner, "pm_card_mastercard");
    await Cards.checkMethod(someone(), card.paymentMethodId);
    expect(asked).toEqual([]);
  });
});
