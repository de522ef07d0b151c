import { beforeEach, describe, expect, it } from "vitest";
import * as Bank from "../../../events/inbound/_bank.ts";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { someone } from "../../../tests/support/ledger.ts";
import { confirmSetup, withPsp } from "../../../tests/support/psp.ts";
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
  owner = someone();
});

const VISA = "4242424242424242";
const MASTERCARD = "5555555555554444";
const AMEX = "378282246310005";

/** A setup intent that its user has confirmed with a card. */
async function ready(card = VISA, actor = owner): Promise<string> {
  const { id } = await Saving.createSetup(actor);
  await confirmSetup(id, card);
  return id;
}

interface Wish {
  readonly number?: string;
  readonly type?: CardType;
  readonly setDefault?: boolean;
}
const saved = async ({ number, type = "virtual", setDefault = false }: Wish = {}): Promise<Card> =>
  Saving.save(owner, { type, setDefault, setupIntentId: await ready(number) });

/** What the provider charges subscriptions to. */
async function charged(actor = owner): Promise<unknown> {
  const customer = (await Customers.find(actor.userId)) ?? "";
  const found = await Psp.call((stripe) => stripe.customers.retrieve(customer));
  return found.deleted ? undefined : found.invoice_settings.default_payment_method;
}

const defaults = async () => (await Cards.list(owner)).filter((one) => one.isDefault);
const settled = async (work: readonly Promise<Card>[]) => {
  const results = await Promise.allSettled(work);
  return {
    done: results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    refused: results.flatMap((one) => (one.status === "rejected" ? [one.reason] : [])),
  };
};

/** Does the work, and something else at the worst moment: right before its transaction. */
async function overtaken<T>(work: () => Promise<T>, first: () => Promise<unknown>): Promise<T> {
  let done = false;
  return interleave(database.endpoint, work, ({ operation }) => {
    if (operation !== "TransactWriteItems" || done) return undefined;
    done = true;
    return first();
  });
}

describe("saving a card", () => {
  it("keeps the provider's token and what may be shown, and never a number", async () => {
    const card = await saved();
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

  it("makes the first one the default, and another only where that is asked for; the provider follows", async () => {
    const first = await saved();
    const second = await saved({ number: MASTERCARD });
    expect(await charged()).toBe(first.paymentMethodId);
    const third = await saved({ number: AMEX, setDefault: true });
    expect((await Cards.list(owner)).map((one) => [one.cardId, one.isDefault])).toEqual([
      [third.cardId, true],
      [second.cardId, false],
      [first.cardId, false],
    ]);
    expect(await charged()).toBe(third.paymentMethodId);
  });

  it("of many at once that shall be the default leaves one, and the provider has the same", async () => {
    const intents = await Promise.all(Array.from({ length: 5 }, () => ready()));
    const cards = await Promise.all(
      intents.map((setupIntentId) =>
        Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId }),
      ),
    );
    expect(new Set(cards.map((one) => one.cardId)).size).toBe(5);
    const [only, ...others] = await defaults();
    expect(others).toEqual([]);
    await syncDueDefaults();
    expect(await charged()).toBe(only?.paymentMethodId);
  });

  it.each([0, 1])(
    "that another one overtakes is done anew, after %s others: the later is the default, both are counted",
    async (before) => {
      for (let i = 0; i < before; i++) await saved();
      const [slow, quick] = await Promise.all([ready(), ready(AMEX)]);
      const take = (setupIntentId: string) =>
        Saving.save(owner, { type: "virtual", setDefault: true, setupIntentId });
      const card = await overtaken(
        () => take(slow),
        () => take(quick),
      );
      expect(await defaults()).toEqual([card]);
      expect(await charged()).toBe(card.paymentMethodId);
      const holder = await Table.get({ pk: `USER#${owner.userId}`, sk: "CARDS#HOLDER" });
      expect(holder).toMatchObject({ count: BigInt(before + 2), version: BigInt(before + 2) });
      expect(holder).not.toHaveProperty("duePk");
    },
  );

  it("makes one card of a setup intent, however often it is asked for", async () => {
    const setupIntentId = await ready();
    const input = { type: "virtual", setDefault: false, setupIntentId } as const;
    const claim = (key: string) =>
      Idempotency.claim<Card>(owner.userId, "payments.cards.create", key, { body: input });
    const { done, refused } = await settled(
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

  it("twice with one key in parallel is done once, and the other is told that it was", async () => {
    const input = { type: "virtual", setDefault: false, setupIntentId: await ready() } as const;
    const claim = Idempotency.claim<Card>(owner.userId, "payments.cards.create", "k", { body: input });
    const { done, refused } = await settled([
      Saving.save(owner, input, claim),
      Saving.save(owner, input, claim),
    ]);
    expect(done).toHaveLength(1);
    expect(refused).toEqual([expect.any(Idempotency.AlreadyDone)]);
    await expect(Saving.save(owner, input, claim)).rejects.toBeInstanceOf(Idempotency.AlreadyDone);
  });

  it("takes no intent of somebody else, of nobody, or that has not succeeded", async () => {
    const take = (setupIntentId: string) =>
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId });
    const notFound = { code: "SETUP_INTENT_NOT_FOUND" };
    const other = await ready(VISA, someone());
    // Before the owner is anybody's customer, and after.
    await expect(take(other)).rejects.toMatchObject(notFound);
    const { id } = await Saving.createSetup(owner);
    await expect(take(other)).rejects.toMatchObject(notFound);
    await expect(take("seti_of_nobody")).rejects.toMatchObject(notFound);
    await expect(take(id)).rejects.toMatchObject({
      code: "SETUP_INTENT_NOT_READY",
      details: { fields: [{ field: "status", message: "requires_payment_method" }] },
    });
    expect(await Cards.list(owner)).toEqual([]);
  });

  it("does not tell whose a used setup intent is", async () => {
    const other = someone();
    const setupIntentId = await ready(VISA, other);
    await Saving.save(other, { type: "virtual", setDefault: false, setupIntentId });
    await expect(
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId }),
    ).rejects.toMatchObject({
      code: "SETUP_INTENT_NOT_FOUND",
    });
  });

  it("tells why the card was refused", async () => {
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

  it("ends at 20 cards, also where several come at once; a canceled one makes room", async () => {
    const first = await saved();
    for (let i = 2n; i < Saving.MAX_CARDS; i++) await saved();
    const [slow, quick] = await Promise.all([ready(AMEX), ready(AMEX)]);
    const take = (setupIntentId: string) =>
      Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId });
    const full = expect.objectContaining({ code: "CARD_LIMIT_REACHED" });
    const late = overtaken(
      () => take(slow),
      () => take(quick),
    );
    await expect(late).rejects.toEqual(full);
    expect(await Cards.list(owner)).toHaveLength(20);
    await changeStatus(first.cardId, "canceled");
    expect(await saved({ number: MASTERCARD })).toMatchObject({ last4: "4444" });
    await expect(saved({ number: MASTERCARD })).rejects.toEqual(full);
  });
});

describe("a card", () => {
  it("is its owner's alone, and nobody's under another id", async () => {
    const { cardId } = await saved();
    for (const [actor, id] of [
      [someone(), cardId],
      [owner, Ids.create("card")],
      [owner, "x"],
      [owner, ""],
    ] as const)
      await expect(Cards.fromId(actor, id)).rejects.toMatchObject({ code: "CARD_NOT_FOUND" });
  });

  it("can be paid with only while it is active", async () => {
    const card = await saved({ type: "physical" });
    expect(card).toMatchObject({ status: "inactive", isDefault: true });
    expect(() => Cards.payable(card)).toThrow(
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
    expect(active && Cards.payable(active)).toEqual({ ...card, status: "active" });
  });

  it("that the bank has locked or canceled is not saved again, yet a virtual twin of a physical one is", async () => {
    const physical = await saved({ type: "physical" });
    const twin = await saved({ type: "virtual" });
    expect(twin.status).toBe("active");
    await changeStatus(physical.cardId, "locked");
    await expect(saved()).rejects.toMatchObject({
      code: "CARD_NOT_ACTIVE",
      details: {
        fields: [
          { field: "id", message: physical.cardId },
          { field: "status", message: "locked" },
        ],
      },
    });
    expect((await saved({ number: AMEX })).status).toBe("active");
    await changeStatus(physical.cardId, "active");
    expect((await saved()).status).toBe("active");
    await changeStatus(physical.cardId, "canceled");
    await expect(saved()).rejects.toMatchObject({ code: "CARD_NOT_ACTIVE" });
  });
});

describe("the bank's word on a card", () => {
  let events = 0;
  const tell = (type: string, cardId: unknown, receivedAt?: string, eventId = `e${events++}`) =>
    Bank.handle(JSON.stringify({ eventId, type, data: { cardId } }), receivedAt);
  const status = async ({ cardId }: Card) => (await Cards.fromId(owner, cardId)).status;
  /** The letters that wait to be sent about a card. */
  async function letters({ cardId }: Card): Promise<string[]> {
    const types: string[] = [];
    for await (const item of Table.scan())
      if (String(item["pk"]).startsWith("OUTBOX#") && String(item["payload"]).includes(cardId))
        types.push(String(item["type"]));
    return types.sort();
  }

  it("activates, locks, unlocks and cancels it for good, and tells its owner once of each", async () => {
    const card = await saved({ type: "physical" });
    expect(await tell("card.activated", card.cardId)).toBe(`card ${card.cardId} is active`);
    expect(await letters(card)).toEqual([]);
    await tell("Card.Locked", card.cardId);
    await tell("card.locked", card.cardId);
    expect(await status(card)).toBe("locked");
    expect(await letters(card)).toEqual(["card-locked"]);
    await tell("Card.Activated", card.cardId);
    expect(await status(card)).toBe("active");
    await tell("card.canceled", card.cardId);
    await tell("card.canceled", card.cardId);
    expect(await tell("card.activated", card.cardId)).toBe(`card ${card.cardId} is canceled`);
    expect(await tell("card.locked", card.cardId)).toBe(`card ${card.cardId} is canceled`);
    expect(await status(card)).toBe("canceled");
    expect(await letters(card)).toEqual(["card-canceled", "card-locked"]);
  });

  it("counts in the order in which it was told, whatever the queue does", async () => {
    const card = await saved();
    const [one, two, three] = [
      "2031-01-01T00:00:01.000Z",
      "2031-01-01T00:00:02.000Z",
      "2031-01-01T00:00:03.000Z",
    ];
    await tell("card.activated", card.cardId, three);
    await tell("card.locked", card.cardId, two);
    expect(await status(card)).toBe("active");
    await tell("card.canceled", card.cardId, one);
    expect(await status(card)).toBe("canceled");
  });

  it("delivered again after a later one changes nothing", async () => {
    const card = await saved();
    const at = (second: number) => `2031-01-01T00:00:0${second}.000Z`;
    await tell("card.locked", card.cardId, at(1), "locked-once");
    await tell("card.activated", card.cardId, at(2));
    await tell("card.locked", card.cardId, at(1), "locked-once");
    expect(await status(card)).toBe("active");
    expect(await letters(card)).toEqual(["card-locked"]);
  });

  it("on a card that there is not is logged and done; one that names none is left to be looked at", async () => {
    expect(await tell("card.locked", Ids.create("card"))).toBe("unknown card");
    expect(await tell("card.locked", "somebody's")).toBe("unknown card");
    await expect(tell("card.locked", undefined)).rejects.toThrow();
  });

  it("takes the default from a canceled card and gives it to the newest active one", async () => {
    const oldest = await saved();
    const middle = await saved({ number: MASTERCARD });
    const newest = await saved({ number: AMEX, type: "physical" });
    await tell("card.canceled", oldest.cardId);
    expect(await defaults()).toEqual([{ ...middle, isDefault: true }]);
    await syncDueDefaults();
    expect(await charged()).toBe(middle.paymentMethodId);
    await tell("card.canceled", middle.cardId);
    expect(await defaults()).toEqual([]);
    await syncDueDefaults();
    expect(await charged()).toBeNull();
    expect(newest.isDefault).toBe(false);
    const next = await saved({ number: "6011111111111117" });
    expect(next.isDefault).toBe(true);
    expect(await charged()).toBe(next.paymentMethodId);
  });

  it("keeps the provider from charging a default that is locked or not yet active", async () => {
    const card = await saved({ type: "physical" });
    expect(await charged()).toBeNull();
    for (const [type, wanted] of [
      ["card.activated", card.paymentMethodId],
      ["card.locked", null],
      ["card.activated", card.paymentMethodId],
    ] as const) {
      await tell(type, card.cardId);
      await syncDueDefaults();
      expect(await charged()).toBe(wanted);
    }
  });

  it("that another word overtakes is heard as the later one, and a cancellation in between stays", async () => {
    const card = await saved();
    await overtaken(
      () => tell("card.locked", card.cardId),
      () => tell("card.canceled", card.cardId),
    );
    expect(await status(card)).toBe("canceled");
    expect(await letters(card)).toEqual(["card-canceled"]);
  });

  it("that comes while a card is saved is not undone by it", async () => {
    const card = await saved();
    const setupIntentId = await ready();
    const saving = overtaken(
      () => Saving.save(owner, { type: "virtual", setDefault: false, setupIntentId }),
      () => tell("card.locked", card.cardId),
    );
    await expect(saving).rejects.toMatchObject({ code: "CARD_NOT_ACTIVE" });
    expect(await status(card)).toBe("locked");
  });

  it("at the same instant as new cards and other words loses none of them", async () => {
    const card = await saved();
    const other = await saved({ number: AMEX });
    const intents = await Promise.all([ready(MASTERCARD), ready(MASTERCARD)]);
    await Promise.all([
      tell("card.canceled", card.cardId),
      tell("card.locked", other.cardId),
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
