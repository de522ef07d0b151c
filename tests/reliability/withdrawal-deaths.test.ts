import { expect, test } from "vitest";
import { testAddresses, testIbans } from "../../core/banking/withdrawals/test-outcomes.ts";
import { App } from "../support/app.ts";
import { createDeveloper } from "../support/developer.ts";
import { withKillable } from "../support/killable.ts";
import type { CallOptions } from "../support/platform.ts";

/** Kills the platform between a withdrawal's hold and its order to the bank, and at other moments. */

const platform = withKillable();

const TEST_ADDRESS = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

/** Calls the running platform. */
async function call<T>(method: string, path: string, { body, token, headers, ip }: CallOptions = {}) {
  const { url } = await platform.up();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(ip !== undefined && { "x-forwarded-for": ip }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

const local = (path: string, body?: object) =>
  call<Record<string, unknown>>("POST", `/_local/${path}`, { body });

interface Row {
  readonly type: string;
  readonly status: string;
}

test("kill -9 loses no acknowledged withdrawal, and the bank pays each withdrawal once", async () => {
  const app = new App({ call });
  const password = "Analytic1!";
  await app.register("ada@example.com", password);
  const web = await call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email: "ada@example.com", password },
    ip: "203.0.113.9",
  });
  const { token } = web.body;
  const opened = await call<{ wallet: { id: string } }>("POST", "/api/defi/wallets", {
    token,
    body: { assetSymbol: "EUR" },
  });
  const account = opened.body.wallet.id;
  const deposit = { operation: "DEPOSIT", amount: 100, reason: "test" };
  await call("PUT", `/api/defi/wallets/${account}`, { token, body: deposit });

  const orders = [
    { amount: 10, iban: testIbans.booked },
    { amount: 20, iban: testIbans.rejected },
    { amount: 5, iban: testIbans.silent },
  ];
  for (const [index, order] of orders.entries()) {
    const body = { ...order, accountId: account, currency: "EUR", beneficiaryName: "Ada Lovelace" };
    const headers = { "idempotency-key": `withdrawal-${index}` };
    expect((await app.call("POST", "/wallet/withdraw", { body, headers })).status).toBe(200);
    // Immediately after the response, when the bank may or may not have received the order.
    await platform.kill(true);
    const again = await app.call("POST", "/wallet/withdraw", { body, headers });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  }
  await local("drain");
  await local("clock", { advanceSeconds: 30 });
  await platform.kill(true);
  await local("drain");
  await local("clock", { advanceSeconds: 3700 });
  await local("drain");
  await app.login("ada@example.com", password);
  const accounts = await app.call<{ accounts: object[] }>("GET", "/wallet/accounts");
  expect(accounts.body.accounts).toMatchObject([{ balance: 85, availableBalance: 85, lockedBalance: 0 }]);
  const history = await app.call<{ transactions: Row[] }>("GET", "/wallet/transactions");
  const of = (wanted: string) => history.body.transactions.filter(({ type }) => type === wanted);
  expect(
    of("withdrawal")
      .map(({ status }) => status)
      .sort(),
  ).toEqual(["completed", "completed", "failed"]);
  // The rejected withdrawal was only held, so it has no return.
  expect(of("withdrawal_return")).toEqual([]);
}, 120_000);

test("kill -9 loses or repeats no withdrawal of the public API, in live mode and in a sandbox", async () => {
  const email = "grace@example.com";
  const password = "Analytic1!";
  await new App({ call }).register(email, password);
  const signIn = { body: { email, password }, ip: "203.0.113.10" };
  const { token } = (await call<{ token: string }>("POST", "/api/auth/signin", signIn)).body;
  const opening = { token, body: { assetSymbol: "BTC" } };
  const opened = await call<{ wallet: { id: string } }>("POST", "/api/defi/wallets", opening);
  const live = opened.body.wallet.id;
  const deposit = { operation: "DEPOSIT", amount: 0.1, reason: "test" };
  await call("PUT", `/api/defi/wallets/${live}`, { token, body: deposit });
  const [first, second] = [
    await createDeveloper(await platform.up(), token),
    await createDeveloper(await platform.up(), token, { mode: "test" }),
  ];
  const given = await second.post<{ wallet: string }>("/v1/test/faucet", { asset: "BTC", amount: "0.1" });

  const main = { type: "address", network: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" };
  const rejected = { ...main, address: testAddresses.rejected[0] };
  const asked = [
    [first, live, { amount: "0.01234567", destination: main }],
    [second, given.body.wallet, { amount: "0.04", destination: rejected }],
    [second, given.body.wallet, { amount: "0.01", destination: { ...main, address: TEST_ADDRESS } }],
  ] as const;
  for (const [index, [by, wallet, body]] of asked.entries()) {
    const path = `/v1/wallets/${wallet}/withdrawals`;
    const key = `program-${index}`;
    const done = await by.at(await platform.up()).signed(path, body, { key });
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    await platform.kill(true);
    const again = await by.at(await platform.up()).signed(path, body, { key });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(done.body);
  }
  await local("drain");
  await local("clock", { advanceSeconds: 30 });
  await platform.kill(true);
  for (const seconds of [60, 3700]) {
    await local("drain");
    await local("clock", { advanceSeconds: seconds });
  }
  await local("drain");
  const has = async (by: typeof first, wallet: string) => {
    const { body } = await by.at(await platform.up()).get<Record<string, string>>(`/v1/wallets/${wallet}`);
    return [body["available_balance"], body["locked_balance"]];
  };
  expect(await has(first, live)).toEqual(["0.08765433", "0"]);
  expect(await has(second, given.body.wallet)).toEqual(["0.09", "0"]);
}, 120_000);
