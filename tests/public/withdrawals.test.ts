import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { testAddresses, testIbans } from "../../core/banking/withdrawals/test-outcomes.ts";
import * as ApiKeys from "../../core/identity/api-keys/index.ts";
import * as Users from "../../core/identity/users.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { sandboxOf } from "../../core/kernel/mode.ts";
import { accountOf, walletId } from "../../core/ledger/accounts.ts";
import * as Ledger from "../../core/ledger/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { setVariables } from "../../local/environment.ts";
import { App } from "../support/app.ts";
import { Developer } from "../support/developer.ts";
import { onWeb } from "../support/identity.ts";
import { readBalances } from "../support/ledger.ts";
import { fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

/** Withdrawals of the public API: to the bank's double in live mode, simulated in test mode. */

const platform = withPlatform();
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const TEST_BITCOIN = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

async function createUserWithKeys(name: string) {
  const email = `${name}-withdraws@example.com`;
  const app = new App(platform);
  const { id } = await app.register(email, "Lovelace!1843");
  const user = await Users.fromId(id);
  if (!user) throw new Error("the user does not exist");
  const keyOf = async (mode: "live" | "test") => {
    const grant = { name: "Till", mode, plan: "enterprise", scopes: ["*"] } as const;
    return new Developer(platform, await ApiKeys.create(onWeb(user), grant));
  };
  return { id, app, live: await keyOf("live"), test: await keyOf("test") };
}

let ada: Awaited<ReturnType<typeof createUserWithKeys>>;
let eve: Awaited<ReturnType<typeof createUserWithKeys>>;
beforeAll(async () => {
  [ada, eve] = [await createUserWithKeys("ada"), await createUserWithKeys("eve")];
});
let unset = () => {};
afterEach(() => {
  platform.faults.clear();
  unset();
  unset = () => {};
});

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly fee: string;
  readonly livemode: boolean;
}
interface Failure {
  readonly error: {
    readonly code: string;
    readonly details: { readonly fields?: readonly { readonly field: string; readonly message: string }[] };
  };
}
interface Event {
  readonly type: string;
  readonly livemode: boolean;
  readonly data: { readonly id: string; readonly status: string; readonly failure_reason: string | null };
}
interface Line {
  readonly type: string;
  readonly status: string;
  readonly source: string | null;
  readonly counterparty: string | null;
  readonly amount: string;
  readonly fee: string;
}

const toIban = (iban: string) => ({ type: "iban", iban, name: "Ada Lovelace" });
const toAddress = (network: string, address: string) => ({ type: "address", network, address });

/** Requests a withdrawal from a wallet. */
const requestWithdrawal = <T = Withdrawal>(
  who: Developer,
  wallet: string,
  body: object,
  more: { key?: string } = {},
) =>
  who.signed<T>(
    `/v1/wallets/${wallet}/withdrawals`,
    { amount: "10", destination: toIban(testIbans.booked), ...body },
    more,
  );
const withdraw = async (who: Developer, wallet: string, body: object): Promise<Withdrawal> => {
  const answer = await requestWithdrawal(who, wallet, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body).toMatchObject({ object: "withdrawal", status: "pending", wallet });
  return answer.body;
};
const rejectionOf = ({ status, body }: Answer<unknown>) => {
  const { code, details } = (body as Failure).error;
  return [status, code, details.fields?.[0]?.field];
};

/** Advances the clock so that the bank's due actions run. */
async function runBank(seconds: number): Promise<void> {
  await platform.drain();
  await platform.advance(seconds);
  await platform.drain();
}

const lineOf = async (who: Developer, wallet: string, id: string): Promise<Line | undefined> =>
  (await who.get<{ data: Line[] }>(`/v1/wallets/${wallet}/transactions`)).body.data.find(
    ({ source, type }) => source === id && type === "withdrawal",
  );
const eventsOf = async (who: Developer, id: string): Promise<readonly string[]> => {
  await platform.drain();
  const { body } = await who.get<{ data: Event[] }>(`/v2/events?object_id=${id}`);
  return body.data.filter(({ data }) => data.id === id).map(({ type, data }) => `${type} ${data.status}`);
};

/** Returns the orders that the bank and the custodian received. */
async function readOrders(): Promise<readonly { endToEndId: string; amount: object; status: string }[]> {
  const desks = ["credit-transfers", "chain-transfers"].map(async (desk) => {
    const headers = { authorization: `Bearer ${process.env["BANK_API_KEY"]}` };
    const { body } = await platform.call<{ transfers: never[] }>("GET", `/_local/bank/${desk}`, { headers });
    return body.transfers;
  });
  return (await Promise.all(desks)).flat();
}
const ordersOf = async ({ id }: Withdrawal) =>
  (await readOrders()).filter(({ endToEndId }) => endToEndId === id.slice("wdr_".length).toUpperCase());

describe("a withdrawal", () => {
  it("is held, sent to the bank once, and captured or returned, despite repeated messages and lost responses", async () => {
    const wallet = await fundAccount(ada.id, "EUR", 100_000n);
    const account = accountOf({ mode: "live", userId: ada.id }, "EUR");
    const before = (await readBalances(account)).available;
    // Queue messages arrive repeatedly and reordered.
    platform.faults.set({ dependency: "queue-delivery", kind: "duplicate", rate: 0.5 });
    platform.faults.set({ dependency: "queue-delivery", kind: "reorder", rate: 0.5 });
    const made: Withdrawal[] = [];
    for (const iban of [testIbans.booked, testIbans.returned, testIbans.rejected, testIbans.silent])
      made.push(await withdraw(ada.live, wallet, { destination: toIban(iban) }));
    expect(await readBalances(account)).toEqual({ available: before - 4000n, held: 4000n });
    platform.faults.set({ dependency: "dynamodb", kind: "lost-response", rate: 0.05 });
    for (const seconds of [11, 61, 60]) await runBank(seconds);
    platform.faults.clear();
    await runBank(3700);
    expect(await readBalances(account)).toEqual({ available: before - 2000n, held: 0n });
    for (const one of made) expect(await ordersOf(one)).toHaveLength(1);
    const lines = await Promise.all(made.map(({ id }) => lineOf(ada.live, wallet, id)));
    expect(lines.map((line) => line?.status)).toEqual(["completed", "refunded", "failed", "completed"]);
    expect(lines[0]).toMatchObject({ counterparty: "Ada Lovelace", amount: "10", fee: "0" });
    const [booked, returned, rejected] = made as [Withdrawal, Withdrawal, Withdrawal];
    const { body: rows } = await ada.live.get<{ data: Line[] }>(`/v1/wallets/${wallet}/transactions`);
    const returns = rows.data.filter(({ type }) => type === "withdrawal_return");
    expect(returns.map(({ source }) => source)).toEqual([returned.id]);
    const created = "withdrawal.created pending";
    expect(await eventsOf(ada.live, booked.id)).toEqual(["withdrawal.completed completed", created]);
    expect(await eventsOf(ada.live, returned.id)).toEqual([
      "withdrawal.failed failed",
      "withdrawal.completed completed",
      created,
    ]);
    expect(await eventsOf(ada.live, rejected.id)).toEqual(["withdrawal.failed failed", created]);
  });

  it.each([
    ["BTC", "bitcoin", BITCOIN, "0.01234567"],
    ["ETH", "ethereum", ADDRESS, "1.234567890123456789"],
    ["USDC", "ethereum", ADDRESS, "2.345678"],
    ["YANI", "svc-chain", ADDRESS, "3.000000000000000001"],
  ])(
    "of %s sends the exact amount to its address, and charges the network's fee",
    async (asset, network, address, amount) => {
      unset = setVariables({ WITHDRAWAL_NETWORK_FEES: "BTC:0.0001 ETH:0.001 USDC:1 YANI:0.5" });
      const fee = { BTC: "0.0001", ETH: "0.001", USDC: "1", YANI: "0.5" }[asset];
      const wallet = await fundAccount(ada.id, asset, 10n ** 19n);
      const account = accountOf({ mode: "live", userId: ada.id }, asset);
      const treasury = await Ledger.balance("treasury", asset);
      const before = (await readBalances(account)).available;
      const destination = toAddress(network, address);
      const made = await withdraw(ada.live, wallet, { amount, destination });
      expect(made).toMatchObject({ amount, asset, fee, livemode: true, destination });
      const { held } = await readBalances(account);
      await runBank(11);
      expect(await ordersOf(made)).toMatchObject([{ amount: { value: amount, currency: asset } }]);
      expect(await readBalances(account)).toEqual({ available: before - held, held: 0n });
      const charged = (await Ledger.balance("treasury", asset)) - treasury;
      expect(Assets.format(charged, asset)).toBe(fee);
      expect(await lineOf(ada.live, wallet, made.id)).toMatchObject({
        ...{ status: "completed", counterparty: address, fee },
      });
    },
  );

  it("to an address is returned in full if the custodian rejects it, and is queried if the outcome is unknown", async () => {
    const wallet = await fundAccount(ada.id, "USDC", 100_000_000n);
    const account = accountOf({ mode: "live", userId: ada.id }, "USDC");
    const before = (await readBalances(account)).available;
    const made: Withdrawal[] = [];
    for (const outcome of ["refused", "rejected", "silent"] as const) {
      const destination = toAddress("ethereum", testAddresses[outcome][2]);
      made.push(await withdraw(ada.live, wallet, { destination }));
    }
    await runBank(11);
    expect(await readBalances(account)).toEqual({ available: before - 10_000_000n, held: 10_000_000n });
    await runBank(3700);
    expect(await readBalances(account)).toEqual({ available: before - 10_000_000n, held: 0n });
    const lines = await Promise.all(made.map(({ id }) => lineOf(ada.live, wallet, id)));
    expect(lines.map((line) => line?.status)).toEqual(["failed", "failed", "completed"]);
  });

  it("can be sent to a stored beneficiary by id, and does not store a new IBAN", async () => {
    const wallet = await fundAccount(ada.id, "EUR", 10_000n);
    await ada.app.refresh();
    await ada.app.call("POST", "/auth/proof", { body: { password: "Lovelace!1843" } });
    const list = async () => {
      const body = { collections: ["beneficiaries"] };
      return (await ada.app.call<{ changes?: object[] }>("POST", "/sync/pull", { body })).body.changes;
    };
    const before = await list();
    await withdraw(ada.live, wallet, { amount: "1" });
    expect([before, await list()]).toEqual([[], []]);
    const payee = { iban: testIbans.booked, beneficiaryName: "Grace Hopper" };
    const stored = await ada.app.call<{ beneficiaryId: string }>("POST", "/wallet/withdraw", {
      body: { accountId: wallet, amount: 1, currency: "EUR", ...payee },
    });
    const destination = { type: "beneficiary", beneficiary: stored.body.beneficiaryId };
    const made = await requestWithdrawal<{ destination: object }>(ada.live, wallet, { destination });
    expect(made.body.destination).toMatchObject({
      ...{ type: "iban", iban: testIbans.booked, name: "Grace Hopper", beneficiary: destination.beneficiary },
    });
    const theirs = await fundAccount(eve.id, "EUR", 10_000n);
    expect(rejectionOf(await requestWithdrawal(eve.live, theirs, { destination }))).toEqual([
      404,
      "BENEFICIARY_NOT_FOUND",
      undefined,
    ]);
  });

  it("is made once under 64 parallel requests with the same Idempotency-Key", async () => {
    const wallet = await fundAccount(ada.id, "EUR", 100_000n);
    const account = accountOf({ mode: "live", userId: ada.id }, "EUR");
    const before = (await readBalances(account)).available;
    const all = Array.from({ length: 64 }, () =>
      requestWithdrawal(ada.live, wallet, {}, { key: "sixty-four" }),
    );
    const answers = await Promise.all(all);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    await runBank(11);
    expect(await ordersOf(answers[0]?.body as Withdrawal)).toHaveLength(1);
    expect(before - (await readBalances(account)).available).toBe(1000n);
  });

  it("counts towards the limits of its owner's identity level with its value in euros", async () => {
    const wallet = await fundAccount(eve.id, "BTC", 100_000_000n);
    unset = setVariables({ KYC_LIMITS: "0:100/100/100" });
    const destination = toAddress("bitcoin", BITCOIN);
    const answer = await requestWithdrawal(eve.live, wallet, { amount: "0.5", destination });
    expect(rejectionOf(answer).slice(0, 2)).toEqual([403, "KYC_LIMIT_EXCEEDED"]);
    expect((await requestWithdrawal(eve.live, wallet, { amount: "0.00001", destination })).status).toBe(201);
  });

  it("requires a signature over its body", async () => {
    const wallet = await fundAccount(ada.id, "EUR", 10_000n);
    const path = `/v1/wallets/${wallet}/withdrawals`;
    // A unique body: within a second, an equal request would have a used signature.
    const body = { amount: "1.07", destination: toIban(testIbans.booked) };
    const headers = await ada.live.signature(path, body, Math.floor(Date.now() / 1000));
    const send = (what: object, signature: object) =>
      platform.call("POST", path, {
        ...{ token: ada.live.secret, body: what },
        headers: { "idempotency-key": "signed", ...signature },
      });
    expect(rejectionOf(await send({ ...body, amount: "100" }, headers)).slice(0, 2)).toEqual([
      401,
      "INVALID_SIGNATURE",
    ]);
    expect(rejectionOf(await send(body, {})).slice(0, 2)).toEqual([401, "SIGNATURE_REQUIRED"]);
    expect((await send(body, headers)).status).toBe(201);
  });

  it("can be made with the SDK, and /v2 returns its amounts with their asset", async () => {
    const id = await fundAccount(ada.id, "EUR", 10_000n);
    const destination = { type: "iban", iban: testIbans.booked, name: "Ada Lovelace" } as const;
    const params = { path: { id } };
    const made = await ada.live.svc.post("/v1/wallets/{id}/withdrawals", {
      ...{ params, body: { amount: "1.5", destination } },
    });
    expect([made.amount, made.status, made.destination.name]).toEqual(["1.5", "pending", "Ada Lovelace"]);
    const { body } = await ada.live.signed(`/v2/wallets/${id}/withdrawals`, { amount: "1.5", destination });
    const amounts = { amount: { value: "1.5", asset: "EUR" }, fee: { value: "0", asset: "EUR" } };
    expect(body).toMatchObject({ object: "withdrawal", ...amounts });
  });

  it("from another user's wallet, or from a wallet that does not exist, gets 404", async () => {
    const wallet = await fundAccount(ada.id, "EUR", 10_000n);
    const usd = await fundAccount(ada.id, "USD", 10_000n);
    const sandboxed = walletId(sandboxOf(ada.id), ada.id, "EUR");
    for (const [who, id] of [
      [eve.live, wallet],
      [eve.live, usd],
      [ada.test, wallet],
      [ada.live, sandboxed],
      [eve.live, walletId("live", eve.id, "ETH")],
    ] as const) {
      const destination = id.endsWith("eth") ? toAddress("ethereum", ADDRESS) : toIban(testIbans.booked);
      expect(rejectionOf(await requestWithdrawal(who, id, { destination })), id).toEqual([
        404,
        "WALLET_NOT_FOUND",
        undefined,
      ]);
    }
  });

  it.each<[string, string, object, string]>([
    ["a mistyped IBAN", "EUR", toIban("DE88370400440532013000"), "destination.iban"],
    ["an IBAN outside SEPA", "EUR", toIban("BR1500000000000010932840814P2"), "destination.iban"],
    ["an address for euros", "EUR", toAddress("ethereum", ADDRESS), "destination.type"],
    ["an IBAN for bitcoin", "BTC", toIban(testIbans.booked), "destination.type"],
    ["the network of another asset", "BTC", toAddress("ethereum", ADDRESS), "destination.network"],
    ["an unknown network", "BTC", toAddress("tron", ADDRESS), "destination.network"],
    [
      "an address with a wrong checksum",
      "ETH",
      toAddress("ethereum", ADDRESS.replace("aA", "aa")),
      "destination.address",
    ],
    [
      "a mistyped address",
      "BTC",
      toAddress("bitcoin", BITCOIN.replace("qw508", "qw509")),
      "destination.address",
    ],
    ["the test network's address", "BTC", toAddress("bitcoin", TEST_BITCOIN), "destination.address"],
    ["the zero address", "ETH", toAddress("ethereum", `0x${"0".repeat(40)}`), "destination.address"],
  ])("with %s is rejected, and the error names the field", async (_, asset, destination, field) => {
    const wallet = await fundAccount(ada.id, asset, 10n ** 18n);
    const free = async () =>
      (await readBalances(accountOf({ mode: "live", userId: ada.id }, asset))).available;
    const before = await free();
    const answer = await requestWithdrawal<Failure>(ada.live, wallet, { amount: "0.5", destination });
    expect(rejectionOf(answer)).toEqual([400, "INVALID_REQUEST", field]);
    expect(answer.body.error.details.fields?.[0]?.message).toMatch(/^must |^Invalid/);
    expect(await free()).toBe(before);
  });

  it("of dollars, of more than the balance or of an amount that no network supports is rejected", async () => {
    const usd = await fundAccount(ada.id, "USD", 10_000n);
    expect(rejectionOf(await requestWithdrawal(ada.live, usd, {}))).toEqual([
      400,
      "ASSET_NOT_WITHDRAWABLE",
      undefined,
    ]);
    const btc = await fundAccount(eve.id, "BTC", 1000n);
    const of = (amount: string) =>
      requestWithdrawal(eve.live, btc, { amount, destination: toAddress("bitcoin", BITCOIN) });
    expect(rejectionOf(await of("0.00000545"))).toEqual([400, "INVALID_AMOUNT", "amount"]);
    expect(rejectionOf(await of("0.000000001"))).toEqual([400, "INVALID_AMOUNT", "amount"]);
    const usdc = await fundAccount(eve.id, "USDC", 1_000_000n);
    const more = { amount: "1.000001", destination: toAddress("ethereum", ADDRESS) };
    expect(rejectionOf(await requestWithdrawal(eve.live, usdc, more))).toEqual([
      400,
      "INSUFFICIENT_BALANCE",
      undefined,
    ]);
  });
});

describe("a withdrawal in test mode", () => {
  const faucet = async (asset: string, amount: string) =>
    (await eve.test.post<{ wallet: string }>("/v1/test/faucet", { asset, amount })).body.wallet;
  const advance = (seconds: number) => eve.test.post("/v1/test/clock", { advance_seconds: seconds });
  const balance = async (wallet: string) => {
    const { body } = await eve.test.get<Record<string, string>>(`/v1/wallets/${wallet}`);
    return [body["available_balance"], body["locked_balance"]];
  };

  it("ends as its test destination determines, by the sandbox's clock, with an event for each change", async () => {
    const wallet = await faucet("EUR", "1000");
    const made: Withdrawal[] = [];
    for (const iban of Object.values(testIbans))
      made.push(await withdraw(eve.test, wallet, { amount: "100", destination: toIban(iban) }));
    expect(made.every(({ livemode }) => livemode)).toBe(false);
    expect(await balance(wallet)).toEqual(["500", "500"]);
    await advance(11);
    // Booked and returned ones are paid, rejected and refused ones are back, the silent one stays pending.
    expect(await balance(wallet)).toEqual(["700", "100"]);
    await advance(60);
    expect(await balance(wallet)).toEqual(["800", "100"]);
    await advance(3600);
    expect(await balance(wallet)).toEqual(["800", "0"]);
    const lines = await Promise.all(made.map(({ id }) => lineOf(eve.test, wallet, id)));
    expect(lines.map((line) => line?.status)).toEqual([
      ...["completed", "failed", "refunded", "completed", "failed"],
    ]);
    const created = "withdrawal.created pending";
    expect(await eventsOf(eve.test, made[2]?.id ?? "")).toEqual([
      "withdrawal.failed failed",
      "withdrawal.completed completed",
      created,
    ]);
    expect(await eventsOf(eve.live, made[2]?.id ?? "")).toEqual([]);
  });

  it("ends by the platform's schedule if the sandbox's clock is not advanced", async () => {
    const wallet = await faucet("USDC", "10");
    const made = await withdraw(eve.test, wallet, {
      amount: "1.5",
      destination: toAddress("ethereum", testAddresses.rejected[2]),
    });
    await runBank(120);
    expect(await lineOf(eve.test, wallet, made.id)).toMatchObject({ status: "failed" });
    expect(await balance(wallet)).toEqual(["10", "0"]);
  });

  it("accepts only Bitcoin's test network, and finds no stored beneficiary", async () => {
    const btc = await faucet("BTC", "1");
    const of = (address: string) => ({ amount: "0.1", destination: toAddress("bitcoin", address) });
    await withdraw(eve.test, btc, of(TEST_BITCOIN));
    expect(rejectionOf(await requestWithdrawal(eve.test, btc, of(BITCOIN)))).toEqual([
      ...[400, "INVALID_REQUEST", "destination.address"],
    ]);
    const eur = await faucet("EUR", "10");
    const destination = { type: "beneficiary", beneficiary: "ben_01kaf3v7m8q2w5x9y1z4b6c8d0" };
    expect(rejectionOf(await requestWithdrawal(eve.test, eur, { destination })).slice(0, 2)).toEqual([
      404,
      "BENEFICIARY_NOT_FOUND",
    ]);
  });

  it("causes no order to the bank, no email and no entry in the live ledger", async () => {
    const wallet = await faucet("EUR", "50");
    await platform.drain();
    const [orders, mails] = [await readOrders(), platform.mail("eve-withdraws@example.com").length];
    const live = await Ledger.balance("clearing:bank", "EUR");
    await withdraw(eve.test, wallet, {});
    await advance(11);
    await runBank(3700);
    expect(await readOrders()).toEqual(orders);
    expect(platform.mail("eve-withdraws@example.com")).toHaveLength(mails);
    expect(await Ledger.balance("clearing:bank", "EUR")).toBe(live);
  });

  it("is never executed after its sandbox is reset", async () => {
    const wallet = await faucet("EUR", "50");
    const { id } = await withdraw(eve.test, wallet, {});
    await eve.test.post("/v1/test/reset");
    await runBank(120);
    const fresh = await faucet("EUR", "5");
    expect(await balance(fresh)).toEqual(["5", "0"]);
    expect((await requestWithdrawal(eve.test, wallet, {})).status).toBe(404);
    const left: unknown[] = [];
    for await (const item of Table.scan())
      if (item["withdrawalId"] === id) left.push([item["state"], item["duePk"]]);
    expect(left).toEqual([["requested", undefined]]);
  });
});

it("finds no differences in the audit of all ledgers", async () => {
  expect((await audit()).differences).toEqual([]);
});
