import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Table from "../core/platform/table/index.ts";
import { setVariables } from "../local/environment.ts";
import { bare } from "./support/items.ts";
import { withPlatform } from "./support/platform.ts";
import { roundTrips } from "./support/round-trips.ts";

/** The wallet routes over HTTP (spec 2, sections 2.1, 4.1 and 7), and the audit command on their results. */

const platform = withPlatform();
let user: string;
let employee: string;
let otherUser: string;

async function signIn(person: "user" | "employee" | "professional" | "admin"): Promise<string> {
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: platform.seed[person],
  });
  return body.accessToken ?? body.token ?? "";
}

beforeAll(async () => {
  [user, employee, otherUser] = await Promise.all([
    signIn("user"),
    signIn("employee"),
    signIn("professional"),
  ]);
});

interface Shown {
  readonly wallet: { readonly id: string };
}

const wallets = "/api/defi/wallets";
const open = (assetSymbol: string, token = user) =>
  platform.call<Shown>("POST", wallets, { token, body: { assetSymbol } });
const adjust = (id: string, operation: string, amount: unknown, token = employee, key?: string) =>
  platform.call("PUT", `${wallets}/${id}`, {
    token,
    body: { operation, amount, reason: "a test" },
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });

describe("the wallet routes", () => {
  it("open a wallet, move money, and show it in JSON numbers", async () => {
    const opened = await open("btc");
    expect(opened).toMatchObject({
      status: 200,
      body: { success: true, wallet: { assetSymbol: "BTC", balance: 0 } },
    });
    const { id } = opened.body.wallet;
    expect(await adjust(id, "DEPOSIT", 0.3)).toMatchObject({
      status: 200,
      body: { success: true, wallet: { id, balance: 0.3, availableBalance: 0.3 } },
    });
    expect((await adjust(id, "WITHDRAW", "0.10000001")).status).toBe(200);
    const one = await platform.call("GET", `${wallets}/${id}`, { token: user });
    expect(one.body).toMatchObject({
      wallet: {
        id,
        asset: { symbol: "BTC", name: "Bitcoin" },
        balance: 0.19999999,
        lockedBalance: 0,
        publicAddress: "",
      },
      transactions: [
        { type: "WITHDRAWAL", amount: 0.10000001, from: id },
        { type: "DEPOSIT", amount: 0.3, from: "clearing:bank" },
      ],
      stats: { totalDeposits: 0.3, totalWithdrawals: 0.10000001, transactionCount: 2 },
    });
    const all = await platform.call<{ wallets: { value: { usd: number } }[] }>("GET", wallets, {
      token: user,
    });
    expect(all.body).toMatchObject({
      wallets: [{ id, balance: 0.19999999, availableBalance: 0.19999999, asset: { network: "bitcoin" } }],
      portfolio: { totalValueUsd: all.body.wallets[0]?.value.usd },
    });
  });

  it("respond with the specification's errors", async () => {
    const { id } = (await open("ETH")).body.wallet;
    expect(await open("ETH")).toMatchObject({
      status: 409,
      body: { code: "WALLET_EXISTS", assetSymbol: "ETH", error: expect.any(String) },
    });
    expect((await platform.call("GET", wallets)).status).toBe(401);
    expect((await platform.call("GET", `${wallets}/${id}`, { token: otherUser })).status).toBe(404);
    expect((await open("DOGE")).status).toBe(400);
    expect((await adjust(id, "DEPOSIT", -1)).status).toBe(400);
    expect((await adjust(id, "BURN", 1)).status).toBe(400);
    expect(await adjust(id, "WITHDRAW", 1)).toMatchObject({
      status: 400,
      body: { code: "INSUFFICIENT_BALANCE", required: "1", available: "0", currency: "ETH" },
    });
  });

  it("hold a large adjustment until a second staff member approves it", async () => {
    const restore = setVariables({ ADJUSTMENT_FOUR_EYES: "true", ADJUSTMENT_APPROVAL_EUR: "1000" });
    try {
      const { id } = (await open("usdc", otherUser)).body.wallet;
      const asked = await adjust(id, "DEPOSIT", 5000);
      expect(asked).toMatchObject({
        status: 202,
        body: { success: true, pendingApproval: { id: expect.stringMatching(/^apr_/) } },
      });
      const { pendingApproval } = asked.body as { pendingApproval: { id: string } };
      const body = { operation: "DEPOSIT", amount: 5000, reason: "a test", approvalId: pendingApproval.id };
      const approve = (token: string) => platform.call("PUT", `${wallets}/${id}`, { token, body });
      expect(await approve(employee)).toMatchObject({ status: 403, body: { code: "OWN_ADJUSTMENT" } });
      expect(await approve(await signIn("admin"))).toMatchObject({
        status: 200,
        body: { wallet: { balance: 5000 } },
      });
      expect(await approve(await signIn("admin"))).toMatchObject({
        status: 404,
        body: { code: "APPROVAL_NOT_FOUND" },
      });
    } finally {
      restore();
    }
  });

  it("repeat the first response with the Idempotency-Key, and move the money once", async () => {
    const { id } = (await open("EUR")).body.wallet;
    const key = Ids.secret();
    const answers = await Promise.all([1, 2, 3].map(() => adjust(id, "DEPOSIT", 5, employee, key)));
    const after = await adjust(id, "DEPOSIT", 5, employee, key);
    for (const { status, body } of [...answers, after]) {
      expect({ status, body }).toMatchObject({ status: 200, body: { wallet: { balance: 5 } } });
    }
    expect(after.headers.get("idempotency-replayed")).toBe("true");
    expect((await adjust(id, "DEPOSIT", 6, employee, key)).status).toBe(422);
  });

  it("need one round trip to read, and at most three for staff to move a user's money", async () => {
    const { id } = (await open("USDC")).body.wallet;
    expect(await roundTrips(() => platform.call("GET", `${wallets}/${id}`, { token: user }))).toBe(1);
    expect(await roundTrips(() => platform.call("GET", wallets, { token: user }))).toBe(1);
    expect(await roundTrips(() => adjust(id, "DEPOSIT", 1, employee, Ids.secret()))).toBeLessThanOrEqual(3);
  });
});

describe("npm run audit", () => {
  const run = async (...options: string[]): Promise<{ code: number; text: string }> => {
    const args = [
      "local/audit.ts",
      "--endpoint",
      platform.dynamodbEndpoint,
      "--table",
      platform.tableName,
      ...options,
    ];
    return promisify(execFile)(process.execPath, args).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, text: error.stdout }),
    );
  };

  it("finds no differences, and fails after a balance is changed directly", async () => {
    const sound = await run();
    expect(sound).toMatchObject({
      code: 0,
      text: expect.stringContaining("Every balance matches the journal"),
    });
    const { id } = (await open("USD")).body.wallet;
    const [, ulid] = id.split("_");
    const key = { pk: `USER#usr_${ulid}`, sk: "WALLET#live#USD" };
    await Table.update(bare(key), { set: { available: 1_000_000 } });
    const unsound = await run("--json");
    expect(unsound.code).toBe(1);
    expect(JSON.parse(unsound.text)).toMatchObject({
      assets: { USD: { users: "10000", sum: "10000" } },
      differences: [
        `wallet:${id}: the available balance is 10000 USD, but the journal gives 0 USD`,
        "all accounts of USD should sum to zero, but come to 10000 USD",
      ],
    });
  });
});
