import { isValidIBAN } from "ibantools";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Transfers, wallet transactions and deposit addresses of the public API. */

const platform = withPlatform();

async function createUserWithKeys(name: string) {
  const email = `${name}-moves@example.com`;
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email, password: "Lovelace!1843" },
  });
  const [live, other] = [
    await createDeveloper(platform, body.token),
    await createDeveloper(platform, body.token),
  ];
  const test = await createDeveloper(platform, body.token, { mode: "test" });
  return { id, email, live, other, test, wallet: await fundAccount(id, "EUR", 100_000n) };
}

let ada: Awaited<ReturnType<typeof createUserWithKeys>>;
let ben: Awaited<ReturnType<typeof createUserWithKeys>>;
let eve: Awaited<ReturnType<typeof createUserWithKeys>>;
beforeAll(async () => {
  [ada, ben, eve] = [
    await createUserWithKeys("ada"),
    await createUserWithKeys("ben"),
    await createUserWithKeys("eve"),
  ];
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface Failed {
  readonly error: { readonly code: string };
}
interface Transfer {
  readonly id: string;
}
const balance = async (who: Developer, wallet: string) =>
  (await who.get<{ available_balance: string }>(`/v1/wallets/${wallet}`)).body.available_balance;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Failed).error?.code,
];
const transferRequest = (more: object = {}) => ({
  from_wallet: ada.wallet,
  to_wallet: ben.wallet,
  amount: "1",
  ...more,
});

describe("a transfer", () => {
  it("is visible to sender and recipient, each with their own data, and to no other user", async () => {
    const lunch = transferRequest({ amount: "12.5", description: "Lunch" });
    const sent = await ada.live.signed<Transfer>("/v1/transfers", lunch);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    expect(sent.body).toMatchObject({
      ...{ object: "transfer", livemode: true, direction: "out", status: "completed" },
      ...{
        from_wallet: ada.wallet,
        to_wallet: ben.wallet,
        amount: "12.5",
        asset: "EUR",
        description: "Lunch",
      },
    });
    const path = `/v1/transfers/${sent.body.id}`;
    expect((await ada.live.get(path)).body).toEqual(sent.body);
    const received = await ben.live.get(path);
    expect(received.body).toMatchObject({ direction: "in", from_wallet: null, to_wallet: ben.wallet });
    expect(JSON.stringify(received.body)).not.toContain(ada.id.slice(4));
    for (const other of [eve.live, ada.test]) expect((await other.get(path)).status).toBe(404);
  });

  it("requires a known recipient, a source wallet of the caller, exactly one recipient and one asset", async () => {
    const unknown = await ada.live.signed(
      "/v1/transfers",
      transferRequest({ to_wallet: undefined, to_email: "unknown@example.com" }),
    );
    expect(codeOf(unknown)).toEqual([404, "RECIPIENT_UNKNOWN"]);
    for (const more of [{ to_email: ben.email }, { to_wallet: undefined }])
      expect(codeOf(await ada.live.signed("/v1/transfers", transferRequest(more)))[0]).toBe(400);
    const foreign = { from_wallet: ben.wallet, to_wallet: ada.wallet };
    expect(codeOf(await ada.live.signed("/v1/transfers", transferRequest(foreign)))).toEqual([
      404,
      "WALLET_NOT_FOUND",
    ]);
    const mixed = await ada.live.signed(
      "/v1/transfers",
      transferRequest({ to_wallet: ben.wallet.replace("eur", "btc") }),
    );
    expect(codeOf(mixed)).toEqual([400, "CURRENCY_MISMATCH"]);
  });

  it("requires a signature by its key, over its body, within the allowed time, and moves nothing otherwise", async () => {
    const before = await balance(ada.live, ada.wallet);
    const at = Math.floor(Date.now() / 1000);
    // A unique body: within a second, an equal request would have a used signature.
    const signed = transferRequest({ description: "signed by hand" });
    const ask = (headers: Record<string, string>, body: object = signed) =>
      platform.call("POST", "/v1/transfers", {
        ...{ token: ada.live.secret, body },
        headers: { "idempotency-key": "signed-once", ...headers },
      });
    const good = await ada.live.signature("/v1/transfers", signed, at);
    expect(codeOf(await ask({}))).toEqual([401, "SIGNATURE_REQUIRED"]);
    expect(codeOf(await ask(await ada.other.signature("/v1/transfers", signed, at)))).toEqual([
      401,
      "INVALID_SIGNATURE",
    ]);
    expect(codeOf(await ask(good, transferRequest({ amount: "1000" })))).toEqual([401, "INVALID_SIGNATURE"]);
    for (const when of [at - 400, at + 400])
      expect(codeOf(await ask(await ada.live.signature("/v1/transfers", signed, when)))).toEqual([
        401,
        "TIMESTAMP_OUT_OF_RANGE",
      ]);
    expect(await balance(ada.live, ada.wallet)).toBe(before);
    await platform.advance(60);
    // The same request again, as an attacker would replay it.
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(good)));
    expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(Number(before) - Number(await balance(ada.live, ada.wallet))).toBe(1);
  });

  it("is executed once per signature, with any number of idempotency keys", async () => {
    // Sends eight requests in parallel, which is within the plan's burst of ten.
    await platform.advance(60);
    const before = Number(await balance(ben.live, ben.wallet));
    const at = Math.floor(Date.now() / 1000);
    const answers = [];
    for (let round = 0; round < 7; round++) {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 8 }, () =>
            ada.live.signed("/v1/transfers", transferRequest({ amount: "3" }), { at }),
          ),
        )),
      );
      await platform.advance(40);
    }
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const others = answers.filter((one) => one !== made[0]).map(codeOf);
    expect(new Set(others.map(String))).toEqual(new Set(["409,SIGNATURE_REUSED"]));
    expect(Number(await balance(ben.live, ben.wallet)) - before).toBe(3);
  });

  it("is executed once per Idempotency-Key under parallel requests", async () => {
    const before = Number(await balance(ben.live, ben.wallet));
    const rounds = [];
    for (let round = 0; round < 4; round++) {
      rounds.push(
        ...(await Promise.all(
          Array.from({ length: 8 }, () =>
            ada.live.signed("/v1/transfers", transferRequest({ amount: "2" }), { key: "30" }),
          ),
        )),
      );
      await platform.advance(60);
    }
    expect(rounds).toHaveLength(32);
    expect(new Set(rounds.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(Number(await balance(ben.live, ben.wallet)) - before).toBe(2);
    const reused = await ada.live.signed("/v1/transfers", transferRequest({ amount: "3" }), { key: "30" });
    expect(codeOf(reused)).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });
});

describe("a wallet's transactions", () => {
  interface Page {
    readonly data: {
      id: string;
      type: string;
      amount: string;
      balance: string | null;
      source: string | null;
    }[];
    readonly next_cursor: string | null;
  }

  it("contain the balance after each of them, and the id of their transfer", async () => {
    const path = `/v1/wallets/${eve.wallet}/transactions`;
    const sent = await eve.live.signed<Transfer>(
      "/v1/transfers",
      transferRequest({ from_wallet: eve.wallet }),
    );
    const whole = (await eve.live.get<Page>(path)).body.data;
    expect(whole[0]).toMatchObject({ type: "transfer", amount: "1", balance: "999", source: sent.body.id });
    const first = await eve.live.get<Page>(`${path}?limit=1`);
    const second = await eve.live.get<Page>(`${path}?limit=1&cursor=${first.body.next_cursor}`);
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(
      whole.slice(0, 2).map(({ id }) => id),
    );
    expect((await eve.live.get<Page>(`${path}?type=swap`)).body.data).toEqual([]);
    for (const stranger of [ada.live, eve.test]) expect((await stranger.get(path)).status).toBe(404);
  });

  it("are an empty list for a new wallet in test mode", async () => {
    const opened = await eve.test.post<{ id: string }>("/v1/wallets", { asset: "EUR" });
    const page = await eve.test.get<Page>(`/v1/wallets/${opened.body.id}/transactions`);
    expect([page.status, page.body.data]).toEqual([200, []]);
  });
});

describe("a deposit address", () => {
  it("is constant per wallet, on its asset's network, and differs by mode", async () => {
    const kinds = { EUR: /^FR/, BTC: /^(bc|tb)1q/, ETH: /^0x/, USDC: /^0x/, YANI: /^0x/ };
    const seen: string[] = [];
    for (const [asset, form] of Object.entries(kinds))
      for (const who of [ben.live, ben.test]) {
        await platform.advance(60);
        await who.post("/v1/wallets", { asset });
        const { data } = (await who.get<{ data: Transfer[] }>(`/v1/wallets?asset=${asset}`)).body;
        const path = `/v1/wallets/${data[0]?.id}/deposit-address`;
        const { body } = await who.get<{ address: string; network: string }>(path);
        expect(body.address).toMatch(form);
        if (asset === "EUR") expect(isValidIBAN(body.address)).toBe(true);
        expect((await who.get(path)).body).toEqual(body);
        seen.push(body.address);
      }
    expect(new Set(seen).size).toBe(10);
  });

  it("does not exist for dollars", async () => {
    const { body } = await ada.live.post<Transfer>("/v1/wallets", { asset: "USD" });
    const answer = await ada.live.get(`/v1/wallets/${body.id}/deposit-address`);
    expect(codeOf(answer)).toEqual([404, "NO_DEPOSIT_ADDRESS"]);
  });
});
