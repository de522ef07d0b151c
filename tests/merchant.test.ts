import Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import type { Role } from "../core/identity/actor.ts";
import * as Kyc from "../core/identity/kyc/index.ts";
import * as Users from "../core/identity/users.ts";
import { publicOrigin } from "../core/kernel/env.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Psp from "../core/platform/psp/index.ts";
import { people as demo } from "../local/seed.ts";
import { withPlatform } from "./support/platform.ts";

/** The merchant account over HTTP (spec 3, sections 2.3, 4.1 and 7), from the request to the provider's events. */

const needed = ["inbound.process-psp", "outbox.sweep"];
const platform = withPlatform({ consumers: consumers.filter(({ id }) => needed.includes(id)) });

interface Body<T> {
  readonly success: boolean;
  readonly data: T;
  readonly error: { readonly code: number; readonly message: string; readonly details: readonly object[] };
}
interface Merchant {
  readonly id: string;
  readonly pspAccountId: string;
  readonly onboardingUrl: string;
  readonly businessName: string;
  readonly programId: string | null;
  readonly status: string;
}
interface Person {
  readonly token: string;
  readonly ip: string;
  readonly userId: string;
}
let people = 0;

/** Creates a signed-in user of this role with a unique IP address. */
async function createPerson(role: Role = "PROFESSIONNEL"): Promise<Person> {
  const email = `merchant-${people}@example.com`;
  const ip = `10.31.0.${people++}`;
  const password = "Analytical1!";
  const { userId } = await Users.register({ name: "Test User", email, password }, { emailVerified: true });
  await Users.setRole(userId, role);
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: { email, password },
    ip,
  });
  return { token: body.accessToken ?? body.token ?? "", ip, userId };
}

const path = "/api/payments/merchant";
const open = (person: Person, body: object, headers: Readonly<Record<string, string>> = {}) =>
  platform.call<Body<Merchant>>("POST", path, { ...person, body, headers });
const read = (person: Person) => platform.call<Body<Merchant>>("GET", path, person);
const shop = {
  businessName: "Boulangerie Dupont",
  businessType: "company",
  country: "fr",
  defaultCurrency: "EUR",
  statementDescriptor: "BOULANGERIE DUPONT",
};
const failure = (code: number, message: unknown, details: unknown = expect.any(Array)) => ({
  status: code,
  body: { success: false, error: { code, message, details } },
});

let paul: Person;
beforeAll(async () => {
  paul = await createPerson();
});

describe("the merchant account", () => {
  it("is opened at the provider and on the platform, and shown to its owner", async () => {
    expect(await read(paul)).toMatchObject(
      failure(404, "You have no merchant account. Create one first.", []),
    );
    const { status, body } = await open(paul, shop);
    const merchant = {
      id: expect.stringMatching(Ids.pattern("merchant")),
      pspAccountId: expect.stringMatching(/^acct_/),
      businessName: "Boulangerie Dupont",
      commissionRate: 1.5,
      currency: "eur",
      payoutsEnabled: false,
      chargesEnabled: false,
      monthlyVolume: 0,
      status: "pending",
      programId: null,
      createdAt: expect.any(String),
    };
    expect({ status, body }).toEqual({
      status: 201,
      body: { success: true, data: { ...merchant, onboardingUrl: expect.stringMatching(/^http/) } },
    });
    const { onboardingUrl: _, ...shown } = body.data;
    expect((await read(paul)).body).toEqual({ success: true, data: shown });
    const account = await Psp.call((stripe) => stripe.accounts.retrieve(body.data.pspAccountId));
    expect(account).toMatchObject({
      business_type: "company",
      business_profile: { name: "Boulangerie Dupont" },
      country: "FR",
      default_currency: "eur",
      metadata: { svc_user: paul.userId },
    });
    const wallets = await platform.call<{ wallets: { asset: { symbol: string } }[] }>(
      "GET",
      "/api/defi/wallets",
      paul,
    );
    expect(wallets.body.wallets.map(({ asset }) => asset.symbol)).toEqual(["EUR"]);
  });

  it("exists once per user under parallel requests, of which all others get 409 with its id", async () => {
    const { id } = (await read(paul)).body.data;
    const named = failure(409, expect.any(String), [{ field: "id", message: id }]);
    expect(await open(paul, { ...shop, businessName: "A second one" })).toMatchObject(named);

    const person = await createPerson();
    const answers = await Promise.all(
      ["a", "b", undefined].map((key) =>
        open(person, shop, key === undefined ? {} : { "idempotency-key": key }),
      ),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const one of answers.filter(({ status }) => status !== 201))
      expect(one).toMatchObject(
        failure(409, expect.any(String), [{ field: "id", message: made?.body.data.id }]),
      );
    expect((await read(person)).body.data.pspAccountId).toBe(made?.body.data.pspAccountId);
  });

  it("is opened once per Idempotency-Key, and the first response is repeated if the client prefers it", async () => {
    const person = await createPerson();
    const key = { "idempotency-key": "once" };
    const [one, two] = await Promise.all([open(person, shop, key), open(person, shop, key)]);
    expect([one.status, two.status].sort()).toEqual([201, 409]);
    const made = one.status === 201 ? one : two;
    const again = await open(person, shop, { ...key, prefer: "return=representation" });
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: made.body });
    expect((await open(person, { ...shop, country: "DE" }, key)).status).toBe(422);
  });

  it("is opened with a loyalty program if the request has a saveback rate, as a number or a string", async () => {
    for (const savebackRate of [2.5, "2.50"]) {
      const { body } = await open(await createPerson(), { ...shop, savebackRate });
      expect(body.data.programId).toMatch(Ids.pattern("program"));
    }
  });

  it("is enabled after its owner has completed the provider's forms, which return to the merchant page", async () => {
    const person = await createPerson();
    const { onboardingUrl } = (await open(person, shop)).body.data;
    const done = await fetch(onboardingUrl, {
      method: "POST",
      body: new URLSearchParams({ answer: "enable" }),
      redirect: "manual",
    });
    expect(done.headers.get("location")).toBe(`${publicOrigin()}/dashboard/merchant?onboarding=done`);
    await platform.drain();
    expect((await read(person)).body.data).toMatchObject({
      chargesEnabled: true,
      payoutsEnabled: true,
      status: "active",
    });
  });

  it("is enabled and restricted by the provider's signed events, in the order of their creation", async () => {
    const person = await createPerson();
    const { pspAccountId } = (await open(person, shop)).body.data;
    const nowSeconds = Math.floor(Date.now() / 1000);
    const sendEvent = async (created: number, account: object) => {
      const body = JSON.stringify({
        id: `evt_${Ids.secret(12)}`,
        object: "event",
        type: "account.updated",
        livemode: false,
        created,
        data: { object: { id: pspAccountId, object: "account", details_submitted: true, ...account } },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: platform.seed.webhookSecrets.psp,
      });
      const { status } = await fetch(`${platform.url}/api/webhooks/psp`, {
        method: "POST",
        headers: { "stripe-signature": signature },
        body,
      });
      await platform.drain();
      return status;
    };
    const on = { charges_enabled: true, payouts_enabled: true };
    expect(await sendEvent(nowSeconds + 60, on)).toBe(200);
    expect((await read(person)).body.data).toMatchObject({
      chargesEnabled: true,
      payoutsEnabled: true,
      status: "active",
    });
    expect(await sendEvent(nowSeconds + 30, { charges_enabled: false, payouts_enabled: false })).toBe(200);
    expect((await read(person)).body.data).toMatchObject({ status: "active" });
    expect(await sendEvent(nowSeconds + 90, { ...on, charges_enabled: false })).toBe(200);
    expect((await read(person)).body.data).toMatchObject({
      chargesEnabled: false,
      payoutsEnabled: true,
      status: "restricted",
    });
  });

  it("is rejected in a country that the provider does not serve, and can be opened in another", async () => {
    const person = await createPerson();
    expect(await open(person, { ...shop, country: "ZZ" })).toMatchObject(
      failure(422, expect.stringContaining("country"), [
        { field: "country", message: "is not a country that the payment provider serves" },
      ]),
    );
    expect((await open(person, shop)).status).toBe(201);
  });

  it("has a new link to the provider's forms on each request", async () => {
    const link = (person: Person) =>
      platform.call<Body<{ onboardingUrl: string }>>("POST", `${path}/onboarding`, person);
    const { status, body } = await link(paul);
    expect({ status, body }).toEqual({
      status: 201,
      body: { success: true, data: { onboardingUrl: expect.stringMatching(/^http/) } },
    });
    expect((await link(paul)).body.data.onboardingUrl).not.toBe(body.data.onboardingUrl);
    expect(await link(await createPerson())).toMatchObject(
      failure(404, "You have no merchant account. Create one first.", []),
    );
  });

  it("requires a professional or an administrator", async () => {
    for (const role of ["PARTICULIER", "EMPLOYE"] as const) {
      const person = await createPerson(role);
      for (const answer of [await open(person, shop), await read(person)])
        expect(answer).toMatchObject(failure(403, "Your role does not allow this.", []));
    }
    expect((await open(await createPerson("ADMIN"), shop)).status).toBe(201);
    const { status, body } = await platform.call("GET", path);
    expect({ status, body }).toEqual(failure(401, "Unauthorized", []));
  });

  it.each<[string, object, string]>([
    ["a blank name", { businessName: " " }, "businessName"],
    ["a name of two lines", { businessName: "Dupont\nIgnore previous instructions" }, "businessName"],
    ["a name with a control character", { businessName: "Dupont \u0007" }, "businessName"],
    ["a name with a right-to-left override", { businessName: "Dupont \u202etnopuD" }, "businessName"],
    ["a name with invisible characters", { businessName: "Dupont\u{e0041}" }, "businessName"],
    ["an unknown kind of business", { businessType: "cooperative" }, "businessType"],
    ["a country's name", { country: "France" }, "country"],
    ["a currency that the ledger does not hold", { defaultCurrency: "gbp" }, "defaultCurrency"],
    ["a descriptor of 4 characters", { statementDescriptor: "SHOP" }, "statementDescriptor"],
    ["a descriptor of 23 characters", { statementDescriptor: "A".repeat(23) }, "statementDescriptor"],
    ["a descriptor of digits only", { statementDescriptor: "12345" }, "statementDescriptor"],
    ["a descriptor with an asterisk", { statementDescriptor: "SHOP*PARIS" }, "statementDescriptor"],
    ["a descriptor with accented letters", { statementDescriptor: "BOULANGERIE É" }, "statementDescriptor"],
    ["a rate of zero", { savebackRate: 0 }, "savebackRate"],
    ["a rate above 20", { savebackRate: "20.01" }, "savebackRate"],
    ["a rate with three decimals", { savebackRate: 1.125 }, "savebackRate"],
  ])("is rejected for %s with 422 and the field's name", async (_, wrong, field) => {
    const answer = await open(paul, { ...shop, ...wrong });
    expect(answer).toMatchObject(failure(422, expect.any(String)));
    expect(answer.body.error.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it.each<[string, object, string]>([
    ["a name with a word of staff", { businessName: "svc Support" }, "businessName"],
    ["a name in look-alike letters", { businessName: "Dupont 5uppоrt" }, "businessName"],
    ["a name with a domain", { businessName: "dupont.example.com" }, "businessName"],
    ["a descriptor of the platform", { statementDescriptor: "SVC REFUND" }, "statementDescriptor"],
  ])("is rejected for %s until the business is verified", async (_, wrong, field) => {
    const person = await createPerson();
    const answer = await open(person, { ...shop, ...wrong });
    expect(answer).toMatchObject(
      failure(422, expect.stringContaining(`${field} must not contain a web address`)),
    );
    expect(answer.body.error.details).toEqual([
      { field, message: expect.stringContaining("until the business is verified") },
    ]);
    expect((await read(person)).status).toBe(404);
  });

  it("may have any name once the business is verified, and not with a verified person alone", async () => {
    const verify = (kind: "KYB" | "KYC") =>
      Kyc.decide("bank", paul.userId, { decisionId: `bank-${kind}`, status: "VALIDATED", kind, level: 1 });
    const paul = await createPerson();
    const named = { ...shop, businessName: "Dupont Services", statementDescriptor: "DUPONT SERVICES" };
    expect((await open(paul, named)).status).toBe(422);
    await verify("KYC");
    expect((await open(paul, named)).status).toBe(422);
    await verify("KYB");
    const { status, body } = await open(paul, named);
    expect([status, body.data.businessName]).toEqual([201, "Dupont Services"]);
  });

  it("of the demo merchant is active, and the demo professional has none", async () => {
    const { body } = await platform.call<{ token?: string; accessToken?: string }>(
      "POST",
      "/api/auth/login",
      {
        body: { email: demo.merchant.email, password: demo.merchant.password },
      },
    );
    const marc = { token: body.accessToken ?? body.token ?? "", ip: "10.31.1.1", userId: "" };
    expect((await read(marc)).body.data).toMatchObject({
      id: platform.seed.merchantId,
      status: "active",
      chargesEnabled: true,
      programId: expect.stringMatching(Ids.pattern("program")),
    });
    const signedIn = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
      body: platform.seed.professional,
      ip: "10.31.1.2",
    });
    const paula = { token: signedIn.body.token, ip: "10.31.1.2", userId: "" };
    expect((await read(paula)).status).toBe(404);
  });
});
