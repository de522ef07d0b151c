import { beforeEach, describe, expect, it, vi } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Users from "../../core/identity/users.ts";
import { env } from "../../core/kernel/env.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Saving from "../../core/payments/cards/saving.ts";
import { cardLook } from "../../core/payments/issuing/entity.ts";
import { clear } from "../../core/payments/issuing/status.ts";
import * as ApiEvents from "../../core/platform/api-events/index.ts";
import { log } from "../../core/platform/log.ts";
import * as Table from "../../core/platform/table/index.ts";
import { paymentTools } from "../../functions/mcp/_tools/payments.ts";
import {
  authorizePurchase,
  type CardView,
  createCardHolder,
  createHolder,
  type Holder,
  listCards,
  providerSdk,
  readCard,
  runIssuing,
  verifyIdentity,
} from "../support/cards.ts";
import { DeviceKey, registerDeviceKey } from "../support/device-key.ts";
import { onWeb } from "../support/identity.ts";
import { bare } from "../support/items.ts";
import { has } from "../support/ledger.ts";
import { Mirror } from "../support/mirror.ts";
import { withPlatform } from "../support/platform.ts";
import { confirmSetup } from "../support/psp.ts";

/** Issued cards, as the app has them and merchants are paid with them. */

const platform = withPlatform({ seeded: false });

type Failure = { readonly error: string; readonly details?: readonly { readonly field: string }[] };
const post = (who: Pick<Holder, "app">, path: string, body?: object) =>
  who.app.call<CardView & Failure>("POST", `/cards${path}`, body && { body });

const subjects = async ({ email }: Holder): Promise<string[]> => {
  await platform.drain();
  return platform.mail(email).map(({ subject }) => subject);
};

/** Somebody's address. */
const ADDRESS = { line1: "12 rue de la Paix", city: "Paris", postalCode: "75002", country: "FR" };

describe("a first card", () => {
  it("comes by itself, once, when the identity is checked and a euro account is open, whichever comes last", async () => {
    const who = await createHolder(platform, { level: 0 });
    await runIssuing(platform);
    expect(await listCards(who)).toEqual([]);
    await verifyIdentity(who.userId);
    await runIssuing(platform);
    const cards = await listCards(who);
    expect(cards).toMatchObject([
      { source: "issued", type: "virtual", status: "active", accountId: who.accountId },
    ]);
    await verifyIdentity(who.userId, 2);
    await runIssuing(platform);
    expect(await listCards(who)).toEqual(cards);
    expect(await subjects(who)).toContain("Votre carte est prête");
  });
});

describe("further cards", () => {
  it("are five at most, however many are asked for at once", async () => {
    const who = await createCardHolder(platform);
    const body = { type: "virtual", accountId: who.accountId };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(who, "", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe("ISSUED_CARD_LIMIT_REACHED");
    expect(await listCards(who)).toHaveLength(5);
    const { data } = await providerSdk().issuing.cards.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata["svc_user"] === who.userId)).toHaveLength(5);
  });

  it("are for who was checked, of the own account in euros, and sent to an address", async () => {
    const who = await createHolder(platform, { level: 0 });
    const body = { type: "physical", accountId: who.accountId };
    expect(await post(who, "", body)).toMatchObject({
      status: 409,
      body: { error: "IDENTITY_NOT_VERIFIED" },
    });
    await verifyIdentity(who.userId);
    expect(await post(who, "", body)).toMatchObject({ status: 409, body: { error: "ADDRESS_REQUIRED" } });
    const stranger = await createHolder(platform);
    const theirs = { type: "virtual", accountId: stranger.accountId };
    expect(await post(who, "", theirs)).toMatchObject({
      status: 404,
      body: { error: "CARD_ACCOUNT_NOT_FOUND" },
    });
    const { status } = await who.app.call("PATCH", "/user/profile", { body: { address: ADDRESS } });
    expect(status).toBe(200);
    const made = await post(who, "", body);
    expect(made).toMatchObject({ status: 201, body: { type: "physical", status: "inactive" } });
    const card = await readCard(who, made.body.id);
    expect((await authorizePurchase(card, 100)).approved).toBe(false);
    expect(await post(who, `/${made.body.id}/unfreeze`)).toMatchObject({
      status: 200,
      body: { status: "active" },
    });
    expect((await authorizePurchase(card, 100)).approved).toBe(true);
  });

  it("whose request died are made by the schedule, once", async () => {
    const who = await createCardHolder(platform);
    platform.faults.set({ dependency: "psp", kind: "error", rate: 1 });
    const key = { "idempotency-key": Ids.secret() };
    const body = { type: "virtual", accountId: who.accountId };
    const failed = await who.app.call("POST", "/cards", { body, headers: key });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    platform.faults.clear();
    expect(await listCards(who)).toHaveLength(1);
    await runIssuing(platform);
    await runIssuing(platform);
    expect(await listCards(who)).toHaveLength(2);
    const again = await who.app.call<CardView>("POST", "/cards", { body, headers: key });
    expect(again.status).toBe(201);
    expect(await listCards(who)).toHaveLength(2);
  });
});

describe("a card", () => {
  it("of either kind is in one list, and each is read by its id alone by its owner", async () => {
    const who = await createCardHolder(platform);
    const user = await Users.fromId(who.userId);
    if (!user) throw new Error("no user");
    const actor = onWeb(user);
    const { id: setupIntentId } = await Saving.createSetup(actor);
    await confirmSetup(setupIntentId);
    const saved = await Saving.save(actor, { type: "virtual", setDefault: true, setupIntentId });
    const cards = await listCards(who);
    expect(cards.map(({ id, source }) => [id, source])).toEqual([
      [who.cardId, "issued"],
      [saved.cardId, "saved"],
    ]);
    const stranger = await createHolder(platform);
    for (const card of cards) {
      expect((await who.app.call("GET", `/cards/${card.id}`)).body).toEqual(card);
      expect((await stranger.app.call("GET", `/cards/${card.id}`)).status).toBe(404);
    }
    for (const path of ["freeze", "unfreeze"])
      expect(await post(who, `/${saved.cardId}/${path}`)).toMatchObject({
        status: 409,
        body: { error: "CARD_NOT_ISSUED" },
      });
    const details = await who.app.call<Failure>("GET", `/cards/${saved.cardId}/details`);
    expect(details).toMatchObject({ status: 409, body: { error: "CARD_NOT_ISSUED" } });
    const tool = paymentTools.find(({ name }) => name === "svc_get_payment_cards");
    expect(await tool?.run(actor, {})).toMatchObject({
      count: 2,
      cards: [
        { id: who.cardId, source: "issued", status: "active", isDefault: false },
        { id: saved.cardId, source: "saved", isDefault: true },
      ],
    });
    const mirror = new Mirror(who.app, ["cards"]);
    const pulled = await mirror.pull();
    expect(pulled.map(({ data }) => data)).toEqual(expect.arrayContaining([...cards]));
  });

  it("that is frozen is unfrozen by a confirmation, on a device that has a key", async () => {
    const who = await createCardHolder(platform);
    const key = await DeviceKey.create();
    await registerDeviceKey(who.app, who.userId, key);
    await post(who, `/${who.cardId}/freeze`);
    expect(await post(who, `/${who.cardId}/unfreeze`)).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED" },
    });
    expect((await authorizePurchase(who.card, 100)).approved).toBe(false);
    const path = `/cards/${who.cardId}/unfreeze`;
    const headers = { "x-biometric-assertion": await key.assertion("POST", path) };
    expect(await who.app.call("POST", path, { headers })).toMatchObject({ body: { status: "active" } });
    expect((await authorizePurchase(who.card, 100)).approved).toBe(true);
  });

  it("that is frozen pays nothing, here and at the provider, until it is unfrozen; its owner is told", async () => {
    const who = await createCardHolder(platform);
    expect(await post(who, `/${who.cardId}/freeze`)).toMatchObject({
      status: 200,
      body: { status: "frozen" },
    });
    expect(await post(who, `/${who.cardId}/freeze`)).toMatchObject({ status: 200 });
    const { issuing } = providerSdk();
    expect((await issuing.cards.retrieve(who.card.pspCardId)).status).toBe("inactive");
    expect((await authorizePurchase(who.card, 100)).approved).toBe(false);
    expect(await post(who, `/${who.cardId}/unfreeze`)).toMatchObject({ body: { status: "active" } });
    expect((await authorizePurchase(who.card, 100)).approved).toBe(true);
    const told = await subjects(who);
    for (const subject of [
      "Votre carte est gelée",
      "Votre carte est active",
      "Un paiement par carte est refusé",
    ])
      expect(told.filter((one) => one === subject)).toHaveLength(1);
  });

  it("that is frozen while the provider fails pays nothing, and the provider learns of it later", async () => {
    const who = await createCardHolder(platform);
    platform.faults.set({ dependency: "psp", kind: "error", rate: 1 });
    expect((await post(who, `/${who.cardId}/freeze`)).body.status).toBe("frozen");
    platform.faults.clear();
    const { metadata, approved } = await authorizePurchase(who.card, 100);
    expect([approved, metadata]).toEqual([false, { svc_reason: "card_frozen" }]);
    await platform.advance(61);
    await platform.drain();
    expect((await providerSdk().issuing.cards.retrieve(who.card.pspCardId)).status).toBe("inactive");
  });

  it("that the provider cancels is canceled here, and its place is free", async () => {
    const who = await createCardHolder(platform);
    const another = { type: "virtual", accountId: who.accountId };
    for (let count = 1; count < 5; count++) expect((await post(who, "", another)).status).toBe(201);
    expect((await post(who, "", another)).body.error).toBe("ISSUED_CARD_LIMIT_REACHED");
    await providerSdk().issuing.cards.update(who.card.pspCardId, { status: "canceled" });
    await platform.drain();
    expect((await readCard(who, who.cardId)).status).toBe("canceled");
    const [event] = (await ApiEvents.list({ mode: "live", userId: who.userId }, { limit: 1 })).events;
    expect(event).toMatchObject({ type: "card.canceled", data: { id: who.cardId, status: "canceled" } });
    expect((await post(who, "", another)).status).toBe(201);
    expect((await post(who, "", another)).body.error).toBe("ISSUED_CARD_LIMIT_REACHED");
    expect((await post(who, `/${who.cardId}/unfreeze`)).status).toBe(409);
  });

  it("of a former owner of the account pays nothing for the new one", async () => {
    const who = await createCardHolder(platform);
    await Table.update(bare({ pk: `USER#${who.userId}`, sk: "PROFILE" }), {
      set: { ownershipId: "another", securityStamp: "another" },
    });
    const { approved, metadata } = await authorizePurchase(who.card, 100);
    expect([approved, metadata]).toEqual([false, { svc_reason: "card_canceled" }]);
    const { userId } = who;
    await clear({ userId, ownershipId: "another" });
    expect((await readCard(who, who.cardId)).status).toBe("canceled");
    expect((await providerSdk().issuing.cards.retrieve(who.card.pspCardId)).status).toBe("canceled");
  });
});

describe("settings", () => {
  it("hold from then on; what is left out stays; null takes a limit away", async () => {
    const who = await createCardHolder(platform);
    const put = (body: object) =>
      who.app.call<CardView & Failure>("PUT", `/cards/${who.cardId}/settings`, { body });
    const first = await put({ onlinePayments: false, limits: { daily: 12.5 } });
    expect(first).toMatchObject({
      status: 200,
      body: {
        settings: { onlinePayments: false, contactless: true, limits: { perTransaction: 2000, daily: 12.5 } },
      },
    });
    expect((await authorizePurchase(who.card, 100)).metadata).toEqual({ svc_reason: "online_payments_off" });
    const second = await put({ onlinePayments: true, limits: { daily: "20.00", monthly: null } });
    expect(second.body.settings?.limits).toEqual({ perTransaction: 2000, daily: 20, monthly: null });
    expect((await authorizePurchase(who.card, 2001)).metadata).toEqual({ svc_reason: "daily_limit" });
    expect((await authorizePurchase(who.card, 2000)).approved).toBe(true);
    for (const limits of [{ daily: 1.234 }, { daily: -1 }, { daily: "x" }])
      expect((await put({ limits })).status).toBe(400);
    expect((await put({ loose: true })).status).toBe(400);
  });

  it("that allow more than before are confirmed on the device; those that allow less are not", async () => {
    const who = await createCardHolder(platform);
    const key = await DeviceKey.create();
    await registerDeviceKey(who.app, who.userId, key);
    const path = `/cards/${who.cardId}/settings`;
    const put = async (body: object, confirmed = false) => {
      const headers = confirmed ? { "x-biometric-assertion": await key.assertion("PUT", path, body) } : {};
      return (await who.app.call("PUT", path, { body, headers })).status;
    };
    expect(await put({ abroad: false, limits: { daily: 10 } })).toBe(200);
    expect(await put({ abroad: true })).toBe(403);
    expect(await put({ limits: { daily: 11 } })).toBe(403);
    expect(await put({ limits: { daily: null } })).toBe(403);
    expect(await put({ abroad: true, limits: { daily: 11 } }, true)).toBe(200);
  });
});

describe("secrets of a card", () => {
  let who: Awaited<ReturnType<typeof createCardHolder>>;
  const lines: string[] = [];
  beforeEach(async () => {
    who = await createCardHolder(platform);
  });

  it("are its owner's after a confirmation; each look is recorded and told", async () => {
    const key = await DeviceKey.create();
    await registerDeviceKey(who.app, who.userId, key);
    const path = `/cards/${who.cardId}/details`;
    expect(await who.app.call<Failure>("GET", path)).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED" },
    });
    const headers = { "x-biometric-assertion": await key.assertion("GET", path) };
    const answer = await who.app.call("GET", path, { headers });
    const seen = await providerSdk().issuing.cards.retrieve(who.card.pspCardId, {
      expand: ["number", "cvc"],
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        cardNumber: seen.number,
        cvv: seen.cvc,
        expiryMonth: String(seen.exp_month).padStart(2, "0"),
        expiryYear: String(seen.exp_year),
        cardholderName: "Ada Lovelace",
      },
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const looks = await Table.queryAll({
      pk: cardLook.partition({ cardId: who.cardId }),
      beginsWith: cardLook.prefix,
    });
    expect(looks.map((item) => cardLook.parse(item).deviceId)).toEqual([who.app.deviceId]);
    expect(await subjects(who)).toContain("Le numéro de votre carte a été affiché");
  });

  it.each(["1234", "0000", "9876", "1212", "2580", "1985", "1012", "1210"])(
    "do not take %s for a PIN",
    async (pin) => {
      const key = { pk: `USER#${who.userId}`, sk: "PROFILE" };
      await Table.update(bare(key), { set: { dateOfBirth: "1985-12-10" } });
      const answer = await post(who, `/${who.cardId}/pin`, { pin });
      expect(answer).toMatchObject({ status: 400, body: { error: "PIN_TOO_OBVIOUS" } });
      expect(JSON.stringify(answer.body)).not.toContain(pin);
    },
  );

  it("open a telephone's wallet with the provider's own key", async () => {
    for (const path of ["apple-pay", "google-pay"]) {
      const answer = await who.app.call("POST", `/cards/${path}`, { body: { cardId: who.cardId } });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          cardId: who.cardId,
          cardholderName: "Ada Lovelace",
          ephemeralKey: { id: expect.stringMatching(/^ephkey_/), secret: expect.stringMatching(/^ek_test_/) },
        },
      });
    }
    await post(who, `/${who.cardId}/freeze`);
    expect((await post(who, "/apple-pay", { cardId: who.cardId })).status).toBe(409);
  });

  it("are in no log, no item of the table, no letter and no error", async () => {
    log.setLogLevel("DEBUG");
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation((text) => {
        lines.push(String(text));
        return true;
      }),
    );
    const pin = "8305";
    const details = await who.app.call<{ cardNumber: string; cvv: string }>(
      "GET",
      `/cards/${who.cardId}/details`,
    );
    const changed = await post(who, `/${who.cardId}/pin`, { pin });
    const { body } = await who.app.call<{ ephemeralKey: { secret: string } }>("POST", "/cards/apple-pay", {
      body: { cardId: who.cardId },
    });
    platform.faults.set({ dependency: "psp", kind: "error", rate: 1 });
    const failed = [
      await who.app.call("GET", `/cards/${who.cardId}/details`),
      await post(who, `/${who.cardId}/pin`, { pin: "7294" }),
    ];
    platform.faults.clear();
    await platform.drain();
    for (const spy of spies) spy.mockRestore();
    log.setLogLevel("SILENT");
    expect([details.status, changed.status]).toEqual([200, 204]);
    expect(failed.every(({ status }) => status >= 500)).toBe(true);
    expect(lines.length).toBeGreaterThan(0);
    const items = await Array.fromAsync(Table.scan());
    const ofTable = items.map((item) =>
      JSON.stringify(item, (_, one) => (typeof one === "bigint" ? `${one}` : one)),
    );
    const letters = [...platform.mail(who.email), ...platform.push()].map((one) => JSON.stringify(one));
    const everything = [...lines, ...ofTable, ...letters, ...failed.map((one) => JSON.stringify(one.body))];
    const { cardNumber, cvv } = details.body;
    for (const secret of [cardNumber, body.ephemeralKey.secret])
      expect(everything.filter((one) => one.includes(secret))).toEqual([]);
    // Three and four digits are found in any number: as a whole word, beside what names them.
    const named = [
      new RegExp(`cv[cv][^0-9]{0,8}${cvv}\\b`, "i"),
      new RegExp(`pin[^0-9]{0,8}(${pin}|7294)\\b`, "i"),
    ];
    for (const pattern of named) expect(everything.filter((one) => pattern.test(one))).toEqual([]);
    expect(everything.filter((one) => one.includes(`"${pin}"`) || one.includes(`"${cvv}"`))).toEqual([]);
  });
});

describe("a purchase", () => {
  it("is held, taken, and in the history by the merchant's name; the audit agrees", async () => {
    const who = await createCardHolder(platform);
    const shop = { merchant_data: { name: "Café de Flore", country: "FR" } };
    const authorization = await authorizePurchase(who.card, 12_500, shop);
    expect(authorization.request_history).toMatchObject([{ approved: true, reason: "webhook_approved" }]);
    expect(await has(who.wallet)).toEqual({ available: 87_500n, held: 12_500n });
    await platform.drain();
    await providerSdk().testHelpers.issuing.authorizations.capture(authorization.id);
    await platform.drain();
    expect(await has(who.wallet)).toEqual({ available: 87_500n, held: 0n });
    const { body } = await who.app.call<{
      transactions: { type: string; counterparty: string; amount: number; direction: string }[];
    }>("GET", `/wallet/transactions?accountId=${who.accountId}`);
    expect(body.transactions.find(({ type }) => type === "payment")).toMatchObject({
      counterparty: "Café de Flore",
      amount: 125,
      direction: "out",
    });
    expect(await subjects(who)).toContain("Un paiement important par carte");
    expect((await audit()).differences).toEqual([]);
  });

  it("is refused an answer without the provider's signature", async () => {
    const body = JSON.stringify({ id: "evt_1", type: "issuing_authorization.request", data: { object: {} } });
    for (const signature of ["", "t=1,v1=00", `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`]) {
      const response = await fetch(`${platform.url}/api/webhooks/psp/authorizations`, {
        method: "POST",
        headers: { "stripe-signature": signature },
        body,
      });
      expect(response.status).toBe(401);
    }
    expect(env("STRIPE_ISSUING_WEBHOOK_SECRET")).not.toBe(env("STRIPE_WEBHOOK_SECRET"));
  });
});

it("an audit finds a hold that its purchase does not know, and a purchase that nothing is held for", async () => {
  const who = await createCardHolder(platform);
  const { id } = await authorizePurchase(who.card, 1000);
  const item = await Table.get({ pk: `CARDAUTHORIZATION#${id}`, sk: "AUTHORIZATION" });
  expect(item).toBeDefined();
  const items = await Array.fromAsync(Table.scan());
  const without = items.filter(({ pk }) => pk !== item?.["pk"]);
  expect((await audit(() => without)).differences).toEqual([expect.stringContaining(`${id}:0`)]);
});
