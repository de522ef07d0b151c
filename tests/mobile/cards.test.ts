import { beforeEach, describe, expect, it, vi } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { userProfile } from "../../core/identity/entity.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { env } from "../../core/kernel/env.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import * as Saving from "../../core/payments/cards/saving.ts";
import { cardLook } from "../../core/payments/issuing/entity.ts";
import { cancelFormerOwners } from "../../core/payments/issuing/status.ts";
import * as ApiEvents from "../../core/platform/api-events/index.ts";
import { log } from "../../core/platform/log.ts";
import * as Table from "../../core/platform/table/index.ts";
import { paymentTools } from "../../functions/mcp/_tools/payments.ts";
import { Authenticator } from "../support/authenticator.ts";
import { handleBankEvent } from "../support/bank.ts";
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
import { readBalances } from "../support/ledger.ts";
import { Mirror } from "../support/mirror.ts";
import { withPlatform } from "../support/platform.ts";
import { confirmSetup } from "../support/psp.ts";

/** Issued cards in the app, and purchases with them. */

const platform = withPlatform({ seeded: false });

type Failure = { readonly error: string; readonly details?: readonly { readonly field: string }[] };
const post = (cardHolder: Pick<Holder, "app">, path: string, body?: object) =>
  cardHolder.app.call<CardView & Failure>("POST", `/cards${path}`, body && { body });

const subjects = async ({ email }: Holder): Promise<string[]> => {
  await platform.drain();
  return platform.mail(email).map(({ subject }) => subject);
};

const ADDRESS = { line1: "12 rue de la Paix", city: "Paris", postalCode: "75002", country: "FR" };

describe("a first card", () => {
  it("is issued once, automatically, when the identity of a user with a euro account is verified", async () => {
    const cardHolder = await createHolder(platform, { level: 0 });
    await runIssuing(platform);
    expect(await listCards(cardHolder)).toEqual([]);
    await verifyIdentity(cardHolder.userId);
    await runIssuing(platform);
    const cards = await listCards(cardHolder);
    expect(cards).toMatchObject([
      { source: "issued", type: "virtual", status: "active", accountId: cardHolder.accountId },
    ]);
    await verifyIdentity(cardHolder.userId, 2);
    await runIssuing(platform);
    expect(await listCards(cardHolder)).toEqual(cards);
    expect(await subjects(cardHolder)).toContain("Votre carte est prête");
  });
});

describe("further cards", () => {
  it("are limited to five per user, including the first card, under parallel requests", async () => {
    const cardHolder = await createCardHolder(platform);
    const body = { type: "virtual", accountId: cardHolder.accountId };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(cardHolder, "", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe("ISSUED_CARD_LIMIT_REACHED");
    expect(await listCards(cardHolder)).toHaveLength(5);
    const { data } = await providerSdk().issuing.cards.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata["svc_user"] === cardHolder.userId)).toHaveLength(5);
  });

  it("require a verified identity, the user's own euro account, and an address if they are physical", async () => {
    const cardHolder = await createHolder(platform, { level: 0 });
    const body = { type: "physical", accountId: cardHolder.accountId };
    expect(await post(cardHolder, "", body)).toMatchObject({
      status: 409,
      body: { error: "IDENTITY_NOT_VERIFIED" },
    });
    await verifyIdentity(cardHolder.userId);
    expect(await post(cardHolder, "", body)).toMatchObject({
      status: 409,
      body: { error: "ADDRESS_REQUIRED" },
    });
    const stranger = await createHolder(platform);
    const theirs = { type: "virtual", accountId: stranger.accountId };
    expect(await post(cardHolder, "", theirs)).toMatchObject({
      status: 404,
      body: { error: "CARD_ACCOUNT_NOT_FOUND" },
    });
    const { status } = await cardHolder.app.call("PATCH", "/user/profile", { body: { address: ADDRESS } });
    expect(status).toBe(200);
    const made = await post(cardHolder, "", body);
    expect(made).toMatchObject({ status: 201, body: { type: "physical", status: "inactive" } });
    const card = await readCard(cardHolder, made.body.id);
    expect((await authorizePurchase(card, 100)).approved).toBe(false);
    expect(await post(cardHolder, `/${made.body.id}/unfreeze`)).toMatchObject({
      status: 200,
      body: { status: "active" },
    });
    expect((await authorizePurchase(card, 100)).approved).toBe(true);
  });

  it("are issued once by the schedule if the provider failed during the request", async () => {
    const cardHolder = await createCardHolder(platform);
    platform.faults.set({ dependency: "psp", kind: "error", rate: 1 });
    const key = { "idempotency-key": Ids.secret() };
    const body = { type: "virtual", accountId: cardHolder.accountId };
    const failed = await cardHolder.app.call("POST", "/cards", { body, headers: key });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    platform.faults.clear();
    expect(await listCards(cardHolder)).toHaveLength(1);
    await runIssuing(platform);
    await runIssuing(platform);
    expect(await listCards(cardHolder)).toHaveLength(2);
    const again = await cardHolder.app.call<CardView>("POST", "/cards", { body, headers: key });
    expect(again.status).toBe(201);
    expect(await listCards(cardHolder)).toHaveLength(2);
  });
});

describe("a card", () => {
  it("is in one list with saved cards, and only its owner can read it by id", async () => {
    const cardHolder = await createCardHolder(platform);
    const user = await Users.fromId(cardHolder.userId);
    if (!user) throw new Error("no user");
    const actor = onWeb(user);
    const { id: setupIntentId } = await Saving.createSetup(actor);
    await confirmSetup(setupIntentId);
    const saved = await Saving.save(actor, { type: "virtual", setDefault: true, setupIntentId });
    const cards = await listCards(cardHolder);
    expect(cards.map(({ id, source }) => [id, source])).toEqual([
      [cardHolder.cardId, "issued"],
      [saved.cardId, "saved"],
    ]);
    const stranger = await createHolder(platform);
    for (const card of cards) {
      expect((await cardHolder.app.call("GET", `/cards/${card.id}`)).body).toEqual({
        ...card,
        providerCardId: card.source === "issued" ? expect.stringMatching(/^ic_/) : null,
      });
      expect((await stranger.app.call("GET", `/cards/${card.id}`)).status).toBe(404);
    }
    for (const path of ["freeze", "unfreeze"])
      expect(await post(cardHolder, `/${saved.cardId}/${path}`)).toMatchObject({
        status: 409,
        body: { error: "CARD_NOT_ISSUED" },
      });
    const details = await cardHolder.app.call<Failure>("GET", `/cards/${saved.cardId}/details`);
    expect(details).toMatchObject({ status: 409, body: { error: "CARD_NOT_ISSUED" } });
    const tool = paymentTools.find(({ name }) => name === "svc_get_payment_cards");
    expect(await tool?.run(actor, {})).toMatchObject({
      count: 2,
      cards: [
        { id: cardHolder.cardId, source: "issued", status: "active", isDefault: false },
        { id: saved.cardId, source: "saved", isDefault: true },
      ],
    });
    const mirror = new Mirror(cardHolder.app, ["cards"]);
    const pulled = await mirror.pull();
    expect(pulled.map(({ data }) => data)).toEqual(expect.arrayContaining([...cards]));
  });

  it.each([
    ["in a field", { cause: "sanctions", reason: "case 4711" }],
    ["only in the text of its reason", { reason: "Forged documents" }],
  ])("is frozen at once if the bank rejects its owner for sanctions or fraud, stated %s", async (_, data) => {
    const cardHolder = await createCardHolder(platform);
    const { userId } = cardHolder;
    await handleBankEvent({ type: "onboarding.rejected", data: { userId, ...data } });
    expect((await authorizePurchase(cardHolder.card, 100)).approved).toBe(false);
    await platform.drain();
    expect((await readCard(cardHolder, cardHolder.cardId)).status).toBe("frozen");
    expect(await post(cardHolder, `/${cardHolder.cardId}/unfreeze`)).toMatchObject({
      status: 403,
      body: { error: "CARD_RESTRICTED" },
    });
    await platform.advance(61);
    await platform.drain();
    const { issuing } = providerSdk();
    expect((await issuing.cards.retrieve(cardHolder.card.pspCardId)).status).toBe("inactive");
    expect(await subjects(cardHolder)).toContain("Nous avons gelé votre carte");
    const { body: identity } = await cardHolder.app.call("GET", "/identity/status");
    expect(JSON.stringify(identity)).not.toMatch(/sanctions|fraud|forged/i);
  });

  it("is unfrozen only with a confirmation if the device has a registered key", async () => {
    const cardHolder = await createCardHolder(platform);
    const key = await DeviceKey.create();
    await registerDeviceKey(cardHolder.app, cardHolder.userId, key);
    await post(cardHolder, `/${cardHolder.cardId}/freeze`);
    expect(await post(cardHolder, `/${cardHolder.cardId}/unfreeze`)).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED" },
    });
    expect((await authorizePurchase(cardHolder.card, 100)).approved).toBe(false);
    const path = `/cards/${cardHolder.cardId}/unfreeze`;
    const headers = { "x-biometric-assertion": await key.assertion("POST", path) };
    expect(await cardHolder.app.call("POST", path, { headers })).toMatchObject({
      body: { status: "active" },
    });
    expect((await authorizePurchase(cardHolder.card, 100)).approved).toBe(true);
  });

  it("is declined while frozen, is inactive at the provider, and its owner is notified", async () => {
    const cardHolder = await createCardHolder(platform);
    expect(await post(cardHolder, `/${cardHolder.cardId}/freeze`)).toMatchObject({
      status: 200,
      body: { status: "frozen" },
    });
    expect(await post(cardHolder, `/${cardHolder.cardId}/freeze`)).toMatchObject({ status: 200 });
    const { issuing } = providerSdk();
    expect((await issuing.cards.retrieve(cardHolder.card.pspCardId)).status).toBe("inactive");
    expect((await authorizePurchase(cardHolder.card, 100)).approved).toBe(false);
    expect(await post(cardHolder, `/${cardHolder.cardId}/unfreeze`)).toMatchObject({
      body: { status: "active" },
    });
    expect((await authorizePurchase(cardHolder.card, 100)).approved).toBe(true);
    const received = await subjects(cardHolder);
    for (const subject of [
      "Votre carte est gelée",
      "Votre carte est de nouveau active",
      "Un paiement par carte a été refusé",
    ])
      expect(received.filter((one) => one === subject)).toHaveLength(1);
  });

  it("is declined after it is frozen while the provider fails, and the provider is updated later", async () => {
    const cardHolder = await createCardHolder(platform);
    platform.faults.set({ dependency: "psp", kind: "error", rate: 1 });
    expect((await post(cardHolder, `/${cardHolder.cardId}/freeze`)).body.status).toBe("frozen");
    platform.faults.clear();
    const { metadata, approved } = await authorizePurchase(cardHolder.card, 100);
    expect([approved, metadata]).toEqual([false, { svc_reason: "card_frozen" }]);
    await platform.advance(61);
    await platform.drain();
    expect((await providerSdk().issuing.cards.retrieve(cardHolder.card.pspCardId)).status).toBe("inactive");
  });

  it("is canceled when the provider cancels it, and no longer counts towards the card limit", async () => {
    const cardHolder = await createCardHolder(platform);
    const another = { type: "virtual", accountId: cardHolder.accountId };
    for (let count = 1; count < 5; count++) expect((await post(cardHolder, "", another)).status).toBe(201);
    expect((await post(cardHolder, "", another)).body.error).toBe("ISSUED_CARD_LIMIT_REACHED");
    await providerSdk().issuing.cards.update(cardHolder.card.pspCardId, { status: "canceled" });
    await platform.drain();
    expect((await readCard(cardHolder, cardHolder.cardId)).status).toBe("canceled");
    const [event] = (await ApiEvents.list({ mode: "live", userId: cardHolder.userId }, { limit: 1 })).events;
    expect(event).toMatchObject({
      type: "card.canceled",
      data: { id: cardHolder.cardId, status: "canceled" },
    });
    expect((await post(cardHolder, "", another)).status).toBe(201);
    expect((await post(cardHolder, "", another)).body.error).toBe("ISSUED_CARD_LIMIT_REACHED");
    expect((await post(cardHolder, `/${cardHolder.cardId}/unfreeze`)).status).toBe(409);
  });

  it("of the account's former owner is declined, and then canceled", async () => {
    const cardHolder = await createCardHolder(platform);
    await Table.update(bare({ pk: `USER#${cardHolder.userId}`, sk: "PROFILE" }), {
      set: { ownershipId: "another", securityStamp: "another" },
    });
    const { approved, metadata } = await authorizePurchase(cardHolder.card, 100);
    expect([approved, metadata]).toEqual([false, { svc_reason: "card_canceled" }]);
    const { userId } = cardHolder;
    await cancelFormerOwners({ userId, ownershipId: "another" });
    expect((await readCard(cardHolder, cardHolder.cardId)).status).toBe("canceled");
    expect((await providerSdk().issuing.cards.retrieve(cardHolder.card.pspCardId)).status).toBe("canceled");
  });
});

describe("settings", () => {
  it("apply immediately; a missing field keeps its value, and null removes a limit", async () => {
    const cardHolder = await createCardHolder(platform);
    const put = (body: object) =>
      cardHolder.app.call<CardView & Failure>("PUT", `/cards/${cardHolder.cardId}/settings`, { body });
    const first = await put({ onlinePayments: false, limits: { daily: 12.5 } });
    expect(first).toMatchObject({
      status: 200,
      body: {
        settings: { onlinePayments: false, contactless: true, limits: { perTransaction: 2000, daily: 12.5 } },
      },
    });
    expect((await authorizePurchase(cardHolder.card, 100)).metadata).toEqual({
      svc_reason: "online_payments_off",
    });
    const second = await put({ onlinePayments: true, limits: { daily: "20.00", monthly: null } });
    expect(second.body.settings?.limits).toEqual({ perTransaction: 2000, daily: 20, monthly: null });
    expect((await authorizePurchase(cardHolder.card, 2001)).metadata).toEqual({ svc_reason: "daily_limit" });
    expect((await authorizePurchase(cardHolder.card, 2000)).approved).toBe(true);
    for (const limits of [{ daily: 1.234 }, { daily: -1 }, { daily: "x" }])
      expect((await put({ limits })).status).toBe(400);
    expect((await put({ loose: true })).status).toBe(400);
  });

  it("require a confirmation on the device only if they allow more than before", async () => {
    const cardHolder = await createCardHolder(platform);
    const key = await DeviceKey.create();
    await registerDeviceKey(cardHolder.app, cardHolder.userId, key);
    const path = `/cards/${cardHolder.cardId}/settings`;
    const put = async (body: object, confirmed = false) => {
      const headers = confirmed ? { "x-biometric-assertion": await key.assertion("PUT", path, body) } : {};
      return (await cardHolder.app.call("PUT", path, { body, headers })).status;
    };
    expect(await put({ abroad: false, limits: { daily: 10 } })).toBe(200);
    expect(await put({ abroad: true })).toBe(403);
    expect(await put({ limits: { daily: 11 } })).toBe(403);
    expect(await put({ limits: { daily: null } })).toBe(403);
    expect(await put({ abroad: true, limits: { daily: 11 } }, true)).toBe(200);
  });
});

describe("secrets of a card", () => {
  let cardHolder: Awaited<ReturnType<typeof createCardHolder>>;
  const lines: string[] = [];
  beforeEach(async () => {
    cardHolder = await createCardHolder(platform);
  });

  it("are shown to the card's owner after a confirmation, and the view is recorded and reported by email", async () => {
    const key = await DeviceKey.create();
    await registerDeviceKey(cardHolder.app, cardHolder.userId, key);
    const path = `/cards/${cardHolder.cardId}/details`;
    expect(await cardHolder.app.call<Failure>("GET", path)).toMatchObject({
      status: 403,
      body: { error: "STEP_UP_REQUIRED" },
    });
    const headers = { "x-biometric-assertion": await key.assertion("GET", path) };
    const answer = await cardHolder.app.call("GET", path, { headers });
    const seen = await providerSdk().issuing.cards.retrieve(cardHolder.card.pspCardId, {
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
      pk: cardLook.partition({ cardId: cardHolder.cardId }),
      beginsWith: cardLook.prefix,
    });
    expect(looks.map((item) => cardLook.parse(item).deviceId)).toEqual([cardHolder.app.deviceId]);
    expect(await subjects(cardHolder)).toContain("Le numéro de votre carte a été affiché");
  });

  it.each(["1234", "0000", "9876", "1212", "2580", "1985", "1012", "1210"])(
    "cannot include the obvious PIN %s",
    async (pin) => {
      const key = { pk: `USER#${cardHolder.userId}`, sk: "PROFILE" };
      await Table.update(bare(key), { set: { dateOfBirth: "1985-12-10" } });
      const answer = await post(cardHolder, `/${cardHolder.cardId}/pin`, { pin });
      expect(answer).toMatchObject({ status: 400, body: { error: "PIN_TOO_OBVIOUS" } });
      expect(JSON.stringify(answer.body)).not.toContain(pin);
    },
  );

  it("are provisioned to Apple Pay and Google Pay with the provider's ephemeral key", async () => {
    for (const path of ["apple-pay", "google-pay"]) {
      const answer = await cardHolder.app.call("POST", `/cards/${path}`, {
        body: { cardId: cardHolder.cardId },
      });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          cardId: cardHolder.cardId,
          cardholderName: "Ada Lovelace",
          ephemeralKey: { id: expect.stringMatching(/^ephkey_/), secret: expect.stringMatching(/^ek_test_/) },
        },
      });
    }
    await post(cardHolder, `/${cardHolder.cardId}/freeze`);
    expect((await post(cardHolder, "/apple-pay", { cardId: cardHolder.cardId })).status).toBe(409);
  });

  it("are shown in a browser by a key for one nonce of the provider's script, and each key is recorded", async () => {
    const path = `/cards/${cardHolder.cardId}`;
    const { body: card } = await cardHolder.app.call<{ providerCardId: string }>("GET", path);
    expect(card.providerCardId).toMatch(/^ic_/);
    const partition = cardLook.partition({ cardId: cardHolder.cardId });
    const looks = () => Table.queryAll({ pk: partition, beginsWith: cardLook.prefix });
    const before = (await looks()).length;
    const answer = await post(cardHolder, `/${cardHolder.cardId}/display-key`, { nonce: "ephkn_1" });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        providerCardId: card.providerCardId,
        ephemeralKeySecret: expect.stringMatching(/^ek_test_/),
        expiresAt: expect.any(String),
      },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await looks()).length).toBe(before + 1);
    expect(await post(cardHolder, `/${cardHolder.cardId}/display-key`, {})).toMatchObject({
      status: 400,
      body: { details: [{ field: "nonce" }] },
    });
  });

  it("are in no log, table item, email or error", async () => {
    log.setLogLevel("DEBUG");
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, "write").mockImplementation((text) => {
        lines.push(String(text));
        return true;
      }),
    );
    const pin = "8305";
    const details = await cardHolder.app.call<{ cardNumber: string; cvv: string }>(
      "GET",
      `/cards/${cardHolder.cardId}/details`,
    );
    const changed = await post(cardHolder, `/${cardHolder.cardId}/pin`, { pin });
    const { body } = await cardHolder.app.call<{ ephemeralKey: { secret: string } }>(
      "POST",
      "/cards/apple-pay",
      {
        body: { cardId: cardHolder.cardId },
      },
    );
    platform.faults.set({ dependency: "psp", kind: "error", rate: 1 });
    const failed = [
      await cardHolder.app.call("GET", `/cards/${cardHolder.cardId}/details`),
      await post(cardHolder, `/${cardHolder.cardId}/pin`, { pin: "7294" }),
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
    const messages = [...platform.mail(cardHolder.email), ...platform.push()].map((one) =>
      JSON.stringify(one),
    );
    const everything = [...lines, ...ofTable, ...messages, ...failed.map((one) => JSON.stringify(one.body))];
    const { cardNumber, cvv } = details.body;
    for (const secret of [cardNumber, body.ephemeralKey.secret])
      expect(everything.filter((one) => one.includes(secret))).toEqual([]);
    // Short numbers occur in any text: they are searched as a whole word next to their label.
    const named = [
      new RegExp(`cv[cv][^0-9]{0,8}${cvv}\\b`, "i"),
      new RegExp(`pin[^0-9]{0,8}(${pin}|7294)\\b`, "i"),
    ];
    for (const pattern of named) expect(everything.filter((one) => pattern.test(one))).toEqual([]);
    expect(everything.filter((one) => one.includes(`"${pin}"`) || one.includes(`"${cvv}"`))).toEqual([]);
  });
});

describe("within 24 hours after a reset of the credentials", () => {
  interface Rejection {
    readonly error: string;
    readonly details?: { readonly methods: readonly string[]; readonly allowedFrom: string };
  }
  let cardHolder: Awaited<ReturnType<typeof createCardHolder>>;
  const reset = () =>
    Table.update(userProfile.key(cardHolder), { set: { credentialsResetAt: Clock.nowIso() } });
  const call = (method: string, path: string, body?: object) =>
    cardHolder.app.call<Rejection & CardView>(method, path, body && { body });
  /** Calls every route that shows a card's secrets, or allows more use of it. */
  const controlCard = async () => {
    const { cardId, accountId } = cardHolder;
    const card = `/cards/${cardId}`;
    return [
      await call("GET", `${card}/details`),
      await call("POST", `${card}/display-key`, { nonce: "ephkn_1" }),
      await call("POST", `${card}/pin`, { pin: "8305" }),
      await call("POST", "/cards/apple-pay", { cardId }),
      await call("POST", "/cards/google-pay", { cardId }),
      await call("PUT", `${card}/settings`, { abroad: true }),
      await call("PUT", `${card}/settings`, { limits: { daily: 2000 } }),
      await call("POST", `${card}/unfreeze`),
      await call("POST", "/cards", { type: "virtual", accountId }),
    ];
  };
  beforeEach(async () => {
    cardHolder = await createCardHolder(platform);
    const settings = { abroad: false, limits: { daily: 1000 } };
    expect((await call("PUT", `/cards/${cardHolder.cardId}/settings`, settings)).status).toBe(200);
  });

  it("the password shows no secrets of a card and allows no more use of it, but can freeze and restrict it", async () => {
    await reset();
    for (const { status, body } of await controlCard()) {
      expect(body).toMatchObject({ error: "STEP_UP_REQUIRED", details: { methods: [] } });
      expect(status).toBe(403);
      expect(Date.parse(body.details?.allowedFrom ?? "")).toBeGreaterThan(Clock.nowMs() + 23 * 3_600_000);
    }
    const card = `/cards/${cardHolder.cardId}`;
    expect((await call("PUT", `${card}/settings`, { limits: { daily: 10 } })).status).toBe(200);
    expect((await call("POST", `${card}/freeze`)).body.status).toBe("frozen");
  });

  it("a code of an authenticator from before allows all of it", async () => {
    const begun = await cardHolder.app.call<{ secret: string }>("POST", "/user/2fa/enable", {
      body: { enabled: true },
    });
    const authenticator = new Authenticator(begun.body.secret);
    await cardHolder.app.call("POST", "/user/2fa/verify", { body: { code: authenticator.code() } });
    await reset();
    // Only the proof by the password, as after a sign-in with the new one.
    await platform.advance(301);
    expect((await call("GET", `/cards/${cardHolder.cardId}/details`)).body.details?.methods).toEqual([
      "totp",
      "recovery",
    ]);
    const proven = await call("POST", "/auth/proof", { code: authenticator.code() });
    expect(proven.status).toBe(200);
    expect((await controlCard()).map(({ status }) => status)).toEqual([
      ...[200, 201, 204, 200, 200, 200, 200, 200],
      201,
    ]);
  });
});

describe("a purchase", () => {
  it("is held, captured, and listed in the history with the merchant's name", async () => {
    const cardHolder = await createCardHolder(platform);
    const shop = { merchant_data: { name: "Café de Flore", country: "FR" } };
    const authorization = await authorizePurchase(cardHolder.card, 12_500, shop);
    expect(authorization.request_history).toMatchObject([{ approved: true, reason: "webhook_approved" }]);
    expect(await readBalances(cardHolder.wallet)).toEqual({ available: 87_500n, held: 12_500n });
    await platform.drain();
    await providerSdk().testHelpers.issuing.authorizations.capture(authorization.id);
    await platform.drain();
    expect(await readBalances(cardHolder.wallet)).toEqual({ available: 87_500n, held: 0n });
    const { body } = await cardHolder.app.call<{
      transactions: { type: string; counterparty: string; amount: number; direction: string }[];
    }>("GET", `/wallet/transactions?accountId=${cardHolder.accountId}`);
    expect(body.transactions.find(({ type }) => type === "payment")).toMatchObject({
      counterparty: "Café de Flore",
      amount: 125,
      direction: "out",
    });
    expect(await subjects(cardHolder)).toContain("Un paiement important par carte");
    expect((await audit()).differences).toEqual([]);
  });

  it("is not decided if its request has no valid signature of the provider", async () => {
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

it("reports a hold without its authorization in the audit", async () => {
  const cardHolder = await createCardHolder(platform);
  const { id } = await authorizePurchase(cardHolder.card, 1000);
  const item = await Table.get({ pk: `CARDAUTHORIZATION#${id}`, sk: "AUTHORIZATION" });
  expect(item).toBeDefined();
  const items = await Array.fromAsync(Table.scan());
  const without = items.filter(({ pk }) => pk !== item?.["pk"]);
  expect((await audit(() => without)).differences).toEqual([expect.stringContaining(`${id}:0`)]);
});
