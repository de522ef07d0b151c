import { afterAll, beforeAll, expect, it } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { audit } from "../core/audit/index.ts";
import { env } from "../core/kernel/env.ts";
import { setVariables } from "../local/environment.ts";
import { withPlatform } from "./support/platform.ts";
import { stripeOf } from "./support/psp.ts";

/**
 * A card top-up that was swapped into another asset and then refunded at the provider: over HTTP, with the
 * provider's double and its webhooks.
 */

const platform = withPlatform({
  consumers: consumers.filter(({ id }) =>
    ["notifications", "outbox.sweep", "inbound.process-psp"].includes(id),
  ),
});

let unset = () => {};
beforeAll(() => {
  unset = setVariables({
    PAYMENT_APPROVAL_MINOR: "100000000",
    PAYMENT_APPROVAL_NEW_ACCOUNT_MINOR: "100000000",
  });
});
afterAll(() => unset());

interface Wallet {
  readonly id: string;
  readonly asset: { readonly symbol: string };
  readonly availableBalance: number;
  readonly owed: number;
}

/** Creates a user, and the user's actions. */
async function createPerson(email: string) {
  const password = "Analytical1!";
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/register", {
    body: { name: "Mallory", email, password },
  });
  const { token } = body;
  const call = <T>(method: string, path: string, sent?: unknown) =>
    platform.call<T>(method, path, { token, ...(sent !== undefined && { body: sent }) });
  return {
    call,
    pay: async (amount: number) =>
      (
        await call<{ data: { id: string; status: string } }>("POST", "/api/payments", {
          amount,
          currency: "eur",
          paymentMethodId: "pm_card_visa",
        })
      ).body.data,
    swap: (tokenIn: string, tokenOut: string, amountIn: string) =>
      call<{ amountOut: string; error: string; message: string; details: unknown }>(
        "POST",
        "/api/defi/dex/swap",
        {
          tokenIn,
          tokenOut,
          amountIn,
          minAmountOut: "0",
          deadline: new Date(Date.now() + 30_000).toISOString(),
        },
      ),
    wallet: async (symbol: string): Promise<Wallet | undefined> =>
      (await call<{ wallets: Wallet[] }>("GET", "/api/defi/wallets")).body.wallets.find(
        ({ asset }) => asset.symbol === symbol,
      ),
  };
}

const refund = (paymentId: string) =>
  stripeOf(env("STRIPE_URL"), env("STRIPE_SECRET_KEY")).refunds.create({ payment_intent: paymentId });

it("rejects swaps, liquidity and stakes while a refunded top-up is owed, except a swap into the owed currency", async () => {
  const email = "mallory@example.com";
  const mallory = await createPerson(email);
  const payments: string[] = [];
  for (let i = 0; i < 12; i++) payments.push((await mallory.pay(19_999)).id);
  await platform.drain();
  expect(await mallory.wallet("EUR")).toMatchObject({ availableBalance: 2399.88, owed: 0 });
  expect((await mallory.swap("EUR", "USDC", "2399.88")).status).toBe(200);
  for (const id of payments) await refund(id);
  await platform.drain();

  expect(await mallory.wallet("EUR")).toMatchObject({ availableBalance: 0, owed: 2399.88 });
  const usdc = (await mallory.wallet("USDC"))?.availableBalance ?? 0;
  const refused = {
    status: 409,
    body: {
      code: "ACCOUNT_IN_DEBT",
      error: expect.stringContaining("2399.88 EUR"),
      owed: { EUR: "2399.88" },
    },
  };
  expect(await mallory.swap("USDC", "BTC", "10")).toMatchObject(refused);
  const add = { pairId: "BTC-USDC", amount0: "0.001", amount1: "10", slippage: "50" };
  expect(await mallory.call("POST", "/api/defi/dex/liquidity/add", add)).toMatchObject(refused);
  const stake = { poolId: "flexible", amount: "10" };
  expect(await mallory.call("POST", "/api/defi/staking/stake", stake)).toMatchObject(refused);
  expect((await mallory.wallet("USDC"))?.availableBalance).toBe(usdc);

  // A swap from any asset into the owed currency pays the debt immediately.
  const part = await mallory.swap("USDC", "EUR", "100");
  expect(part.status).toBe(200);
  const left = 2399.88 - Number(part.body.amountOut);
  expect(await mallory.wallet("EUR")).toMatchObject({ availableBalance: 0, owed: expect.closeTo(left, 2) });
  const { pay, wallet, swap } = mallory;
  await pay(250_000);
  await platform.drain();
  expect(await wallet("EUR")).toMatchObject({ availableBalance: expect.closeTo(2500 - left, 2), owed: 0 });
  expect((await swap("USDC", "BTC", "10")).status).toBe(200);

  const emails = platform.mail(email);
  expect(emails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(["Vous devez de l'argent à la plateforme", "Votre dette est réglée"]),
  );
  const inPart = emails.find(({ subject }) => subject === "Votre dette est réglée en partie");
  const paid = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" }).format(
    Number(part.body.amountOut),
  );
  expect(inPart?.text).toContain(`${paid} arrivés sur votre compte ont servi à régler`);
  expect(inPart?.text).toMatch(/Vous devez encore [\d\u202f]+,\d\d\u00a0€/);
  // The amount that pays a debt is not credited.
  const ofDebts = emails.filter(({ subject }) => subject.includes("dette"));
  expect(ofDebts.filter(({ text }) => text.includes("crédité"))).toEqual([]);
  expect((await audit()).differences).toEqual([]);
});
