import { beforeEach, describe, expect, it } from "vitest";
import * as Bank from "../../../events/inbound/_bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { confirmSetup, withPsp } from "../../../tests/support/psp.ts";
import { isReplayed } from "../../../tests/support/replayed.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Customers from "../customers/index.ts";
import * as Cards from "./index.ts";
import { syncDueDefaults } from "./provider.ts";
import * as Saving from "./saving.ts";
import type { Card, CardType } from "./schema.ts";
import { changeStatus } from "./status.ts";

const database = withDatabase();
withPsp();

let owner: LiveActor;
beforeEach(() => {
  owner = newActor();
});

const VISA = "4242424242424242";
const MASTERCARD = "5555555555554444";
const AMEX = "378282246310005";

/** Creates a setup intent, confirmed by its user with a card. */
async function confirmedSetup(card = VISA, actor = owner): Promise<string> {
  const { id } = await Saving.createSetup(actor);
  await confirmSetup(id, card);
  return id;
}

interface Options {
  readonly number?: string;
  readonly type?: CardType;
  readonly setDefault?: boolean;
}
const saveCard = async ({ number, type = "virtual", setDefault = false }: Options = {}): Promise<Card> =>
  Saving.save(owner, { type, setDefault, setupIntentId: await confirmedSetup(number) });

/** Returns the method to which the provider charges subscriptions. */
async function defaultAtProvider(actor = owner): Promise<unknown> {
  const customer = (await Customers.find(actor.userId)) ?? "";
  const found = await Psp.call((stripe) => stripe.customers.retrieve(customer));
  return found.deleted ? undefined : found.invoice_settings.default_payment_method;
}

const defaults = async () => (await Cards.list(owner)).filter((one) => one.isDefault);
const splitResults = async (work: readonly Promise<Card>[]) => {
  const results = await Promise.allSettled(work);
  return {
    done: results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    refused: results.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])),
  };
};

/** Runs `work`, and `first` right before its transaction. */
async function runAfter<T>(work: () => Promise<T>, first: () => Promise<unknown>): Promise<T> {
  let done = false;
  return interleave(database.endpoint, work, ({ operation }) => {
    if (operation !== "TransactWriteItems" || done) return undefined;
    done = true;
    return first();
  });
}

describe("saving a card", () => {
  it("stores the provider's token and the fields that may be shown, but no number", async () => {
    const card = await saveCard();
    expect(card).toEqual({
      cardId: expect.stringMatching(Ids.pattern("card")),
      userId: owner.userId,
      customerId: await Customers.find(owner.userId),
      paymentMethodId: expect.stringMatching(/^pm_/),
      fingerprint: expect.any(String),
      brand: "visa",
      last4: "4242",
      expMonth: expect.any(Number),
      expYear: expect.any(Number),
      isDefault: true,
      status: "active",
      type: "virtual",
      createdAt: expect.any(String),
    });
    expect(await Cards.fromId(owner, card.cardId)).toEqual(card);
    expect(await Cards.list(owner)).toEqual([card]);
    for await (const item of Table.scan())
      expect(JSON.stringify(item, (_, one) => (typeof one === "bigint" ? String(one) : one))).not.toContain(
        VISA,
      );
  });

  it("makes the user's first card the default, here and at the provider, and later cards only on request", async () => {
    const first = await saveCard();
    const second = await saveCard({ number: MASTERCARD });
    expect(await defaultAtProvider()).toBe(first.paymentMethodId);
    const third = await saveCard({ number: AMEX, setDefault: true });
    expect((await Cards.list(owner)).map((one) => [one.cardId, one.isDefault])).toEqual([
      [third.cardId, true],
      [second.cardId, false],
      [first.cardId, false],
    ]);
    expect(await defaultAtProvider()).toBe(third.paymentMethodId);
  });

  it("leaves one default card, here and at the provider, under parallel requests", async () => {
    const intents = await Promise.all(Array.from({ length: 5 }, () => confirmedSetup()));
    const cards = await Promise.all(
      intents.map((setupIntentId) =>
        Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId }),
      ),
    );
    expect(new Set(cards.map((one) => one.cardId)).size).toBe(5);
    const [only, ...others] = await defaults();
    expect(others).toEqual([]);
    await syncDueDefaults();
    expect(await defaultAtProvider()).toBe(only?.paymentMethodId);
  });

  it.each([0, 1])(
    "is retried if another card is saved concurrently, and then makes its card the default (%s earlier cards)",
    async (before) => {
      for (let i = 0; i < before; i++) await saveCard();
      const [slow, quick] = await Promise.all([confirmedSetup(), confirmedSetup(AMEX)]);
      const take = (setupIntentId: string) =>
        Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId });
      const card = await runAfter(
        () => take(slow),
        () => take(quick),
      );
      expect(await defaults()).toEqual([card]);
      expect(await defaultAtProvider()).toBe(card.paymentMethodId);
      const holder = await Table.get({ pk: `USER#${owner.userId}`, sk: "CARDS#HOLDER" });
      expect(holder).toMatchObject({ count: BigInt(before + 2), version: BigInt(before + 2) });
      expect(holder).not.toHaveProperty("duePk");
    },
  );

  it("creates one card from a setup intent under parallel and repeated requests", async () => {
    const setupIntentId = await confirmedSetup();
    const input = { type: "virtual", setDefault: false, setupIntentId } as const;
    const claim = (key: string) =>
      Idempotency.claim<Card>(owner.userId, "payments.cards.create", key, { body: input });
    const { done, refused } = await splitResults(
      ["a", "b", "c"].map((key) => Saving.save(owner, input, claim(key))),
    );
    const [card] = done;
    expect(done).toHaveLength(1);
    const used = expect.objectContaining({
      code: "SETUP_INTENT_USED",
      details: { fields: [{ field: "id", message: card?.cardId }] },
    });
    expect(refused).toEqual([used, used]);
    await expect(Saving.save(owner, input, claim("d"))).rejects.toEqual(used);
    expect(await Cards.list(owner)).toEqual([card]);
  });

  it("succeeds once under two parallel requests with one idempotency key, of which one replays the result", async () => {
    const input = { type: "virtual", setDefault: false, setupIntentId: await confirmedSetup() } as const;
    const claim = Idempotency.claim<Card>(owner.userId, "payments.cards.create", "k", { body: input });
    const save = () => isReplayed(claim, () => Saving.save(owner, input, claim));
    expect((await Promise.all([save(), save()])).toSorted()).toEqual([false, true]);
    expect(await save()).toBe(true);
  });

  it("rejects a setup intent that belongs to another user, is unknown or has not succeeded", async () => {
    const take = (setupIntentId: string) =>
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId });
    const notFound = { code: "SETUP_INTENT_NOT_FOUND" };
    const other = await confirmedSetup(VISA, newActor());
    // Before the owner is a customer of the provider, and after.
    await expect(take(other)).rejects.toMatchObject(notFound);
    const { id } = await Saving.createSetup(owner);
    await expect(take(other)).rejects.toMatchObject(notFound);
    await expect(take("seti_unknown")).rejects.toMatchObject(notFound);
    await expect(take(id)).rejects.toMatchObject({
      code: "SETUP_INTENT_NOT_READY",
      details: { fields: [{ field: "status", message: "requires_payment_method" }] },
    });
    expect(await Cards.list(owner)).toEqual([]);
  });

  it("does not reveal the owner of a used setup intent", async () => {
    const other = newActor();
    const setupIntentId = await confirmedSetup(VISA, other);
    await Saving.save(other, { type: "virtual", setDefault: false, setupIntentId });
    await expect(
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId }),
    ).rejects.toMatchObject({
      code: "SETUP_INTENT_NOT_FOUND",
    });
  });

  it("is rejected with the provider's reason if the card is declined", async () => {
    const { id: setupIntentId } = await Saving.createSetup(owner);
    await confirmSetup(setupIntentId, "4000000000009995").catch(() => undefined);
    await expect(
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId }),
    ).rejects.toMatchObject({
      code: "CARD_REFUSED",
      kind: "payment-required",
      details: {
        fields: [
          { field: "setupIntentId", message: expect.any(String) },
          { field: "code", message: "card_declined" },
          { field: "declineCode", message: "insufficient_funds" },
        ],
      },
    });
  });

  it("is limited to 20 cards, not counting canceled cards, under concurrent requests", async () => {
    const first = await saveCard();
    for (let i = 2n; i < Saving.MAX_CARDS; i++) await saveCard();
    const [slow, quick] = await Promise.all([confirmedSetup(AMEX), confirmedSetup(AMEX)]);
    const take = (setupIntentId: string) =>
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId });
    const full = expect.objectContaining({ code: "CARD_LIMIT_REACHED" });
    const late = runAfter(
      () => take(slow),
      () => take(quick),
    );
    await expect(late).rejects.toEqual(full);
    expect(await Cards.list(owner)).toHaveLength(20);
    await changeStatus(first.cardId, "canceled");
    expect(await saveCard({ number: MASTERCARD })).toMatchObject({ last4: "4444" });
    await expect(saveCard({ number: MASTERCARD })).rejects.toEqual(full);
  });
});

describe("a card", () => {
  it("is found only by its owner and only under its id", async () => {
    const { cardId } = await saveCard();
    for (const [actor, id] of [
      [newActor(), cardId],
      [owner, Ids.create("card")],
      [owner, "x"],
      [owner, ""],
    ] as const)
      await expect(Cards.fromId(actor, id)).rejects.toMatchObject({ code: "CARD_NOT_FOUND" });
  });

  it("can pay only while it is active", async () => {
    const card = await saveCard({ type: "physical" });
    expect(card).toMatchObject({ status: "inactive", isDefault: true });
    expect(() => Cards.requirePayable(card)).toThrow(
      expect.objectContaining({
        code: "CARD_NOT_ACTIVE",
        kind: "conflict",
        details: {
          fields: [
            { field: "cardId", message: card.cardId },
            { field: "status", message: "inactive" },
          ],
        },
      }),
    );
    const active = await changeStatus(card.cardId, "active");
    expect(active && Cards.requirePayable(active)).toEqual({ ...card, status: "active" });
  });

  it("cannot be saved again while the bank has locked it, or after the bank has canceled it", async () => {
    const physical = await saveCard({ type: "physical" });
    const twin = await saveCard({ type: "virtual" });
    expect(twin.status).toBe("active");
    await changeStatus(physical.cardId, "locked");
    await expect(saveCard()).rejects.toMatchObject({
      code: "CARD_NOT_ACTIVE",
      details: {
        fields: [
          { field: "id", message: physical.cardId },
          { field: "status", message: "locked" },
        ],
      },
    });
    expect((await saveCard({ number: AMEX })).status).toBe("active");
    await changeStatus(physical.cardId, "active");
    expect((await saveCard()).status).toBe("active");
    await changeStatus(physical.cardId, "canceled");
    await expect(saveCard()).rejects.toMatchObject({ code: "CARD_NOT_ACTIVE" });
  });
});

describe("an event of the bank", () => {
  let events = 0;
  const deliver = (type: string, cardId: unknown, receivedAt?: string, eventId = `e${events++}`) =>
    Bank.handle(JSON.stringify({ eventId, type, data: { cardId } }), receivedAt);
  const status = async ({ cardId }: Card) => (await Cards.fromId(owner, cardId)).status;
  /** Returns the pending notifications about a card. */
  async function notifications({ cardId }: Card): Promise<string[]> {
    const types: string[] = [];
    for await (const item of Table.scan())
      if (String(item["pk"]).startsWith("OUTBOX#") && String(item["payload"]).includes(cardId))
        types.push(String(item["type"]));
    return types.sort();
  }

  it("activates, locks, unlocks and cancels a card, and notifies its owner once of lock and cancellation", async () => {
    const card = await saveCard({ type: "physical" });
    expect(await deliver("card.activated", card.cardId)).toBe(`card ${card.cardId} is active`);
    expect(await notifications(card)).toEqual([]);
    await deliver("Card.Locked", card.cardId);
    await deliver("card.locked", card.cardId);
    expect(await status(card)).toBe("locked");
    expect(await notifications(card)).toEqual(["card-locked"]);
    await deliver("Card.Activated", card.cardId);
    expect(await status(card)).toBe("active");
    await deliver("card.canceled", card.cardId);
    await deliver("card.canceled", card.cardId);
    expect(await deliver("card.activated", card.cardId)).toBe(`card ${card.cardId} is canceled`);
    expect(await deliver("card.locked", card.cardId)).toBe(`card ${card.cardId} is canceled`);
    expect(await status(card)).toBe("canceled");
    expect(await notifications(card)).toEqual(["card-canceled", "card-locked"]);
  });

  it("is applied in the order of the bank's times, except that a cancellation always applies", async () => {
    const card = await saveCard();
    const [one, two, three] = [
      "2031-01-01T00:00:01.000Z",
      "2031-01-01T00:00:02.000Z",
      "2031-01-01T00:00:03.000Z",
    ];
    await deliver("card.activated", card.cardId, three);
    await deliver("card.locked", card.cardId, two);
    expect(await status(card)).toBe("active");
    await deliver("card.canceled", card.cardId, one);
    expect(await status(card)).toBe("canceled");
  });

  it("changes nothing if it is delivered again after a later event", async () => {
    const card = await saveCard();
    const at = (second: number) => `2031-01-01T00:00:0${second}.000Z`;
    await deliver("card.locked", card.cardId, at(1), "locked-once");
    await deliver("card.activated", card.cardId, at(2));
    await deliver("card.locked", card.cardId, at(1), "locked-once");
    expect(await status(card)).toBe("active");
    expect(await notifications(card)).toEqual(["card-locked"]);
  });

  it("is ignored for an unknown card, and fails without a card id", async () => {
    expect(await deliver("card.locked", Ids.create("card"))).toBe("unknown card");
    expect(await deliver("card.locked", "unknown")).toBe("unknown card");
    await expect(deliver("card.locked", undefined)).rejects.toThrow();
  });

  it("makes the newest active card the default if it cancels the default card", async () => {
    const oldest = await saveCard();
    const middle = await saveCard({ number: MASTERCARD });
    const newest = await saveCard({ number: AMEX, type: "physical" });
    await deliver("card.canceled", oldest.cardId);
    expect(await defaults()).toEqual([{ ...middle, isDefault: true }]);
    await syncDueDefaults();
    expect(await defaultAtProvider()).toBe(middle.paymentMethodId);
    await deliver("card.canceled", middle.cardId);
    expect(await defaults()).toEqual([]);
    await syncDueDefaults();
    expect(await defaultAtProvider()).toBeNull();
    expect(newest.isDefault).toBe(false);
    const next = await saveCard({ number: "6011111111111117" });
    expect(next.isDefault).toBe(true);
    expect(await defaultAtProvider()).toBe(next.paymentMethodId);
  });

  it("makes the provider charge the default card only while the card is active", async () => {
    const card = await saveCard({ type: "physical" });
    expect(await defaultAtProvider()).toBeNull();
    for (const [type, wanted] of [
      ["card.activated", card.paymentMethodId],
      ["card.locked", null],
      ["card.activated", card.paymentMethodId],
    ] as const) {
      await deliver(type, card.cardId);
      await syncDueDefaults();
      expect(await defaultAtProvider()).toBe(wanted);
    }
  });

  it("does not undo a concurrent cancellation", async () => {
    const card = await saveCard();
    await runAfter(
      () => deliver("card.locked", card.cardId),
      () => deliver("card.canceled", card.cardId),
    );
    expect(await status(card)).toBe("canceled");
    expect(await notifications(card)).toEqual(["card-canceled"]);
  });

  it("that locks a card makes a concurrent request to save the same card fail", async () => {
    const card = await saveCard();
    const setupIntentId = await confirmedSetup();
    const saving = runAfter(
      () => Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId }),
      () => deliver("card.locked", card.cardId),
    );
    await expect(saving).rejects.toMatchObject({ code: "CARD_NOT_ACTIVE" });
    expect(await status(card)).toBe("locked");
  });

  it("is applied under parallel new cards and events of other cards", async () => {
    const card = await saveCard();
    const other = await saveCard({ number: AMEX });
    const intents = await Promise.all([confirmedSetup(MASTERCARD), confirmedSetup(MASTERCARD)]);
    await Promise.all([
      deliver("card.canceled", card.cardId),
      deliver("card.locked", other.cardId),
      ...intents.map((setupIntentId) =>
        Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId }),
      ),
    ]);
    const all = await Cards.list(owner);
    expect(all.map((one) => one.status).sort()).toEqual(["active", "active", "canceled", "locked"]);
    expect(all.filter((one) => one.isDefault)).toHaveLength(1);
    expect(all[0]).toMatchObject({ isDefault: true, last4: "4444" });
  });
});
