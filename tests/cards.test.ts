import { createHmac, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import * as Users from "../core/identity/users.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Psp from "../core/platform/psp/index.ts";
import { withPlatform } from "./support/platform.ts";
import { confirmSetup } from "./support/psp.ts";

/** Saved cards over HTTP (spec 3, sections 2.2, 4.1, 6.2 and 7), from the setup intent to the bank's events. */

const needed = ["inbound.process-bank", "notifications", "outbox.sweep", "cards.tell-default"];
const platform = withPlatform({ consumers: consumers.filter(({ id }) => needed.includes(id)) });

interface Card {
  readonly id: string;
  readonly isDefault: boolean;
  readonly status: string;
}
type Failure = { readonly code: number; readonly message: string; readonly details: readonly object[] };
interface Body<T> {
  readonly success: boolean;
  readonly data: T;
  readonly error: Failure;
}

interface Person {
  readonly email: string;
  readonly token: string;
  readonly ip: string;
}
let people = 0;

/** Creates a signed-in user with a unique IP address. */
async function createPerson(): Promise<Person> {
  const email = `cards-${people}@example.com`;
  const ip = `10.30.0.${people++}`;
  const password = "Analytical1!";
  await Users.register({ name: "Test User", email, password }, { emailVerified: true });
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password },
    ip,
  });
  return { email, token: body.accessToken ?? body.token ?? "", ip };
}

const call = <T>(
  person: Person,
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) =>
  platform.call<Body<T>>(method, `/api/payments/${path}`, {
    token: person.token,
    ip: person.ip,
    headers,
    ...(body && { body }),
  });
const createSetupIntent = (person: Person, headers?: Readonly<Record<string, string>>) =>
  call<{ id: string; clientSecret: string; status: string }>(
    person,
    "POST",
    "setup-intents",
    undefined,
    headers,
  );
const save = (person: Person, body: object, headers?: Readonly<Record<string, string>>) =>
  call<Card>(person, "POST", "cards", body, headers);
const list = async (person: Person) => (await call<Card[]>(person, "GET", "cards")).body.data;

/** Creates a setup intent and confirms it as the user's client. */
async function confirmedSetupIntent(person: Person, card = "pm_card_visa"): Promise<string> {
  const { id } = (await createSetupIntent(person)).body.data;
  await confirmSetup(id, card);
  return id;
}

/** Posts an event as the bank does. */
async function sendEvent(type: string, cardId: string): Promise<number> {
  const body = JSON.stringify({ eventId: randomUUID(), type, data: { cardId } });
  const { webhookSecrets, bankProvider } = platform.seed;
  const response = await fetch(`${platform.url}/api/webhooks/bank`, {
    method: "POST",
    headers: {
      [`${bankProvider}-signature`]: createHmac("sha256", webhookSecrets.bank).update(body).digest("hex"),
    },
    body,
  });
  await platform.drain();
  return response.status;
}

const failure = (code: number, message: unknown, details: unknown = expect.any(Array)) => ({
  status: code,
  body: { success: false, error: { code, message, details } },
});

let ugo: Person;
beforeAll(async () => {
  ugo = await createPerson();
});

describe("the card routes", () => {
  it("create a card from a setup intent that the client has confirmed", async () => {
    expect(await list(ugo)).toEqual([]);
    const begun = await createSetupIntent(ugo);
    expect({ status: begun.status, body: begun.body }).toEqual({
      status: 201,
      body: {
        success: true,
        data: {
          id: expect.stringMatching(/^seti_/),
          clientSecret: expect.stringContaining(`${begun.body.data.id}_secret_`),
          status: "requires_payment_method",
        },
      },
    });
    const setupIntentId = begun.body.data.id;
    expect(await save(ugo, { setupIntentId })).toMatchObject(
      failure(409, expect.stringContaining("requires_payment_method"), [
        { field: "status", message: "requires_payment_method" },
      ]),
    );
    expect(await confirmSetup(setupIntentId, "4242424242424242")).toMatchObject({ status: "succeeded" });
    const made = await save(ugo, { setupIntentId });
    const shown = {
      id: expect.stringMatching(Ids.pattern("card")),
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2040,
      isDefault: true,
      status: "active",
      type: "virtual",
    };
    expect({ status: made.status, body: made.body }).toEqual({
      status: 201,
      body: { success: true, data: shown },
    });
    expect((await call(ugo, "GET", "cards")).body).toEqual({ success: true, data: [made.body.data] });
  });

  it("save a setup intent's card once under parallel requests, and return 404 to other users", async () => {
    const setupIntentId = await confirmedSetupIntent(ugo);
    const answers = await Promise.all(
      ["a", "b", undefined].map((key) =>
        save(ugo, { setupIntentId }, key === undefined ? {} : { "idempotency-key": `${key}-parallel` }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const named = failure(409, expect.any(String), [{ field: "id", message: made[0]?.body.data.id }]);
    for (const one of answers.filter(({ status }) => status !== 201)) expect(one).toMatchObject(named);
    expect(await save(ugo, { setupIntentId })).toMatchObject(named);

    const stranger = await createPerson();
    const theirs = await confirmedSetupIntent(ugo);
    for (const id of [setupIntentId, theirs, "seti_unknown"])
      expect(await save(stranger, { setupIntentId: id })).toMatchObject(
        failure(404, "This setup intent does not exist. Check its id, or start saving the card again.", []),
      );
    expect(await list(stranger)).toEqual([]);
  });

  it("answer a repeated Idempotency-Key with 409 and the card's id, or with the first response if the client prefers it", async () => {
    const setupIntentId = await confirmedSetupIntent(ugo, "pm_card_mastercard");
    const key = { "idempotency-key": "once" };
    const made = await save(ugo, { setupIntentId }, key);
    expect(made.status).toBe(201);
    expect(await save(ugo, { setupIntentId }, key)).toMatchObject(
      failure(409, expect.stringContaining("already processed"), [
        { field: "id", message: made.body.data.id },
      ]),
    );
    const again = await save(ugo, { setupIntentId }, { ...key, prefer: "return=representation" });
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: made.body });
    expect((await save(ugo, { setupIntentId, type: "physical" }, key)).status).toBe(422);

    const begun = await Promise.all([1, 2].map(() => createSetupIntent(ugo, { "idempotency-key": "setup" })));
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [first] = begun.filter(({ status }) => status === 201);
    expect(begun.find(({ status }) => status === 409)?.body.error.details).toEqual([
      { field: "id", message: first?.body.data.id },
    ]);
  });

  it("return 402 with the provider's decline codes if the card is declined", async () => {
    const { id } = (await createSetupIntent(ugo)).body.data;
    await confirmSetup(id, "pm_card_chargeDeclined");
    expect(await save(ugo, { setupIntentId: id })).toMatchObject(
      failure(402, expect.any(String), [
        { field: "setupIntentId", message: expect.any(String) },
        { field: "code", message: "card_declined" },
        { field: "declineCode", message: "generic_decline" },
      ]),
    );
  });

  it.each<[string, object, string]>([
    ["an unknown card type", { setupIntentId: "seti_1", type: "metal" }, "type"],
    ["a setDefault that is not a boolean", { setupIntentId: "seti_1", setDefault: "yes" }, "setDefault"],
    ["a path instead of a setup intent's id", { setupIntentId: "../customers" }, "setupIntentId"],
  ])("reject %s with 422 and the field's name", async (_, body, field) => {
    const answer = await save(ugo, body);
    expect(answer).toMatchObject(failure(422, expect.any(String)));
    expect(answer.body.error.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it("require a session", async () => {
    for (const [method, path] of [
      ["GET", "cards"],
      ["POST", "cards"],
      ["POST", "setup-intents"],
    ] as const) {
      const { status, body } = await platform.call<Body<never>>(method, `/api/payments/${path}`);
      expect({ status, body }).toEqual(failure(401, "Unauthorized", []));
    }
  });

  it("set exactly one default card, on the platform and at the provider, under parallel requests", async () => {
    const person = await createPerson();
    const intents = await Promise.all([
      confirmedSetupIntent(person),
      confirmedSetupIntent(person),
      confirmedSetupIntent(person),
    ]);
    const made = await Promise.all(
      intents.map((setupIntentId) => save(person, { setupIntentId, setDefault: true })),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [only, ...others] = await list(person);
    expect(only?.isDefault).toBe(true);
    expect(others.map(({ isDefault }) => isDefault)).toEqual([false, false]);
    await platform.drain();
    const { payment_method: method, customer } = await Psp.call((stripe) =>
      stripe.setupIntents.retrieve(intents[made.findIndex(({ body }) => body.data.id === only?.id)] ?? ""),
    );
    const found = await Psp.call((stripe) => stripe.customers.retrieve(String(customer)));
    expect(found).toMatchObject({ invoice_settings: { default_payment_method: method } });
  });
});

describe("the bank's events", () => {
  it("activate, lock and cancel a card, and email its owner once per lock or cancellation", async () => {
    const person = await createPerson();
    const { data } = (
      await save(person, { setupIntentId: await confirmedSetupIntent(person), type: "physical" })
    ).body;
    expect(data).toMatchObject({ type: "physical", status: "inactive", isDefault: true });
    const status = async () => (await list(person)).map((one) => one.status);
    for (const [type, wanted] of [
      ["card.activated", "active"],
      ["Card.Locked", "locked"],
      ["card.locked", "locked"],
      ["Card.Activated", "active"],
      ["Card.Canceled", "canceled"],
      ["card.activated", "canceled"],
    ] as const) {
      expect(await sendEvent(type, data.id)).toBe(200);
      expect(await status()).toEqual([wanted]);
    }
    expect(await list(person)).toMatchObject([{ id: data.id, isDefault: false }]);
    expect(await sendEvent("card.locked", Ids.create("card"))).toBe(200);
    await platform.drain();
    const emails = platform.mail(person.email).filter(({ text }) => text.includes("4242"));
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      "Votre carte est bloquée",
      "Votre carte est résiliée",
    ]);
  });
});
