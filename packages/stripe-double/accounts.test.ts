import { beforeEach, describe, expect, test } from "vitest";
import { onboard, submit, withStripeDouble } from "./testing.ts";

const psp = withStripeDouble();
beforeEach(() => psp.clear());

const create = () =>
  psp.stripe.accounts.create({
    country: "FR",
    email: "paula@example.com",
    business_type: "company",
    business_profile: { name: "Paula's <Tea>" },
    controller: { stripe_dashboard: { type: "express" } },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    settings: { payments: { statement_descriptor: "PAULAS TEA" } },
    metadata: { svc_user: "usr_1" },
  });

const link = (account: string) =>
  psp.stripe.accountLinks.create({
    account,
    type: "account_onboarding",
    return_url: "https://svc.example/merchant",
    refresh_url: "https://svc.example/again",
  });

describe("a connected account", () => {
  test("cannot accept charges until its owner completes the onboarding", async () => {
    const account = await create();
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      country: "FR",
      default_currency: "eur",
      type: "express",
      capabilities: { card_payments: "inactive", transfers: "inactive" },
      metadata: { svc_user: "usr_1" },
      settings: { payments: { statement_descriptor: "PAULAS TEA" } },
    });
    expect(account.requirements?.currently_due).not.toEqual([]);
    const { url } = await link(account.id);
    expect(await (await fetch(url)).text()).toContain("Paula&#39;s &lt;Tea&gt;");
    expect(await onboard(url)).toMatchObject({ location: "https://svc.example/merchant" });
    const complete = {
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { card_payments: "active", transfers: "active" },
    };
    expect(await psp.stripe.accounts.retrieve(account.id)).toMatchObject(complete);
    expect(psp.events).toMatchObject([
      {
        type: "account.updated",
        account: account.id,
        data: { object: { id: account.id, ...complete }, previous_attributes: { charges_enabled: false } },
      },
    ]);
  });

  test("stays incomplete if its owner postpones the onboarding", async () => {
    const { id } = await create();
    const { url } = await link(id);
    expect(await submit(url, { answer: "later" })).toMatchObject({
      location: "https://svc.example/merchant",
    });
    expect(await psp.stripe.accounts.retrieve(id)).toMatchObject({ charges_enabled: false });
  });

  test("can be completed by an onboarding link once, and for five minutes", async () => {
    const { id } = await create();
    const [used, old] = [await link(id), await link(id)];
    await onboard(used.url);
    expect(await onboard(used.url)).toMatchObject({ location: "https://svc.example/again" });
    await psp.advance(301);
    expect(await onboard(old.url)).toMatchObject({ location: "https://svc.example/again" });
    expect((await onboard(`${old.url}x`)).html).toContain("Not found");
  });

  test.each([
    ["country", { country: "ZZ" }],
    [
      "settings[payments][statement_descriptor]",
      { settings: { payments: { statement_descriptor: "1234" } } },
    ],
    ["type", { type: "express" as const, controller: { stripe_dashboard: { type: "none" as const } } }],
    ["business_type", { business_type: "club" }],
  ])("is rejected with an invalid %s", async (param, wrong) => {
    const made = psp.stripe.accounts.create({ country: "FR", ...wrong });
    await expect(made).rejects.toMatchObject({ statusCode: 400, param });
  });
});
