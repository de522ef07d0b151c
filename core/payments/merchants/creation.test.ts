import { beforeEach, describe, expect, it } from "vitest";
import { withDatabase } from "../../../tests/support/database.ts";
import { interleave } from "../../../tests/support/interleave.ts";
import { newActor } from "../../../tests/support/ledger.ts";
import { onboard, withPsp } from "../../../tests/support/psp.ts";
import type { LiveActor } from "../../identity/actor.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Psp from "../../platform/psp/index.ts";
import { type CreatedMerchant, create } from "./creation.ts";
import * as Merchants from "./index.ts";
import type { NewMerchant } from "./schema.ts";

/** A merchant is created here and at the provider. After failures and under parallel requests each has one merchant. */

const database = withDatabase();
const psp = withPsp();

let owner: LiveActor;
const accounts: string[] = [];
const links: string[] = [];
const answers: ((url: string, response: Response) => Response)[] = [];
beforeEach(() => {
  owner = newActor("PROFESSIONNEL");
  accounts.length = 0;
  links.length = 0;
  answers.length = 0;
  Psp.configure({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const url = String(input instanceof Request ? input.url : input);
      if (url.endsWith("/v1/accounts") && response.ok) {
        const { id } = (await response.clone().json()) as { id: string };
        accounts.push(id);
      }
      if (url.endsWith("/v1/account_links") && response.ok)
        links.push(((await response.clone().json()) as { url: string }).url);
      return answers.reduce((given, change) => change(url, given), response);
    },
  });
});

const shop: NewMerchant = {
  businessName: "Boulangerie",
  businessType: "company",
  country: "FR",
  currency: "EUR",
  statementDescriptor: "BOULANGERIE",
  savebackRate: "2",
};

/** Ends the process before the merchant is recorded. */
const dieBeforeWrite = () =>
  interleave(
    database.endpoint,
    () => create(owner, shop),
    async ({ operation, body }) => {
      if (operation === "TransactWriteItems" && body.includes("PSPACCOUNT#")) throw new Error("killed");
    },
  );

describe("a new merchant", () => {
  it("has one account at the provider after a crash before its record is written", async () => {
    await expect(dieBeforeWrite()).rejects.toThrow("killed");
    expect(await Merchants.idOf(owner.userId)).toBeUndefined();
    const { merchant } = await create(owner, shop);
    expect(new Set(accounts)).toEqual(new Set([merchant.pspAccountId]));
    expect(accounts).toHaveLength(2);
    expect((await Merchants.readOwn(owner)).pspAccountId).toBe(merchant.pspAccountId);
  });

  it("is created after a crash even if its owner has a new email, which is sent to the provider", async () => {
    await expect(dieBeforeWrite()).rejects.toThrow("killed");
    owner = { ...owner, email: "new@example.com" };
    const { merchant } = await create(owner, shop);
    expect(new Set(accounts)).toEqual(new Set([merchant.pspAccountId]));
    expect((await psp.stripe.accounts.retrieve(merchant.pspAccountId)).email).toBe("new@example.com");
  });

  it("has the current rights of its account, not the rights of an earlier response", async () => {
    await expect(dieBeforeWrite()).rejects.toThrow("killed");
    await onboard(links[0] ?? "");
    expect((await create(owner, shop)).merchant).toMatchObject({ status: "active", chargesEnabled: true });
  });

  it("is created even if the provider rejects the email", async () => {
    let asked = 0;
    const refusal = JSON.stringify({ error: { type: "invalid_request_error", message: "no" } });
    answers.push((url, response) =>
      url.includes("/accounts/acct_") && asked++ === 0 ? new Response(refusal, { status: 400 }) : response,
    );
    expect((await create(owner, shop)).merchant.status).toBe("pending");
    expect(asked).toBe(2);
  });

  it("can only be requested again with the same details after a failure", async () => {
    answers.push((url, response) =>
      url.endsWith("/account_links")
        ? new Response(JSON.stringify({ error: { message: "no" } }), { status: 401 })
        : response,
    );
    await expect(create(owner, shop)).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    expect(await Merchants.idOf(owner.userId)).toBeUndefined();
    answers.length = 0;
    await expect(create(owner, { ...shop, country: "DE" })).rejects.toMatchObject({
      code: "MERCHANT_BEGUN",
      kind: "conflict",
    });
    const { merchant } = await create(owner, shop);
    await expect(create(owner, { ...shop, country: "DE" })).rejects.toMatchObject({
      code: "MERCHANT_EXISTS",
      details: { fields: [{ field: "id", message: merchant.merchantId }] },
    });
    expect(new Set(accounts).size).toBe(1);
  });

  it("is created once under parallel requests with the same or other details", async () => {
    const claim = (key: string) =>
      Idempotency.claim<CreatedMerchant>(owner.userId, "payments.merchant.create", key, { key });
    const results = await Promise.allSettled([
      create(owner, shop, claim("a")),
      create(owner, shop, claim("b")),
      create(owner, { ...shop, businessName: "Other" }),
      create(owner, shop),
    ]);
    const made = results.flatMap((one) => (one.status === "fulfilled" ? [one.value.merchant] : []));
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(made).toHaveLength(1);
    for (const error of refused) expect(["MERCHANT_EXISTS", "MERCHANT_BEGUN"]).toContain(error.code);
    expect(refused).toHaveLength(3);
    expect(new Set(accounts).size).toBe(1);
    expect((await Merchants.readOwn(owner)).merchantId).toBe(made[0]?.merchantId);
  });

  it("is created once under two parallel requests with one idempotency key, one of which fails as AlreadyDone", async () => {
    const claim = Idempotency.claim<CreatedMerchant>(owner.userId, "payments.merchant.create", "k", shop);
    const results = await Promise.allSettled([create(owner, shop, claim), create(owner, shop, claim)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((one) => one.status === "rejected");
    expect(refused?.reason).toBeInstanceOf(Idempotency.AlreadyDone);
  });
});
