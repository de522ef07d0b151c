import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

const platform = withPlatform();
const base = "/v1/farming/positions";

let ada: Developer;
let grace: Developer;
/** The developer with a sandbox key. */
let sandbox: Developer;
/** The id of Ada's liquidity position. */
let liquidity: string;

interface Listed<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
interface Position {
  readonly id: string;
  readonly status: string;
  readonly shares: string;
  readonly pending_rewards: string;
  readonly harvested_rewards: string;
  readonly rewards_paid: string;
  readonly transaction_hash: string | null;
}
interface Farm {
  readonly id: string;
  readonly staked_shares: string;
  readonly emission_per_second: string;
  readonly apr_percent: string;
}

const codeOf = ({ status, body }: Answer<unknown>) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];

/** Adds liquidity to the BTC-USDC pool, and returns the position's id. */
async function provideLiquidity(by: Developer): Promise<string> {
  const { price } = (await by.get<{ price: string }>("/v1/exchange/pairs/BTC-USDC")).body;
  const body = { pair: "BTC-USDC", base_amount: "0.01", quote_amount: (Number(price) / 100).toFixed(6) };
  const made = await by.post<Position>("/v1/exchange/positions", { ...body, slippage: "5" });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
}

beforeAll(async () => {
  const made = async (name: string) => {
    const email = `${name}-farms@example.com`;
    const { id } = await new App(platform).register(email, "Lovelace!1843");
    const body = { email, password: "Lovelace!1843" };
    const { token } = (await platform.call<{ token: string }>("POST", "/api/auth/signin", { body })).body;
    await fundAccount(id, "BTC", 100_000_000n);
    await fundAccount(id, "USDC", 100_000_000_000n);
    return token;
  };
  const token = await made("ada");
  ada = await createDeveloper(platform, token);
  grace = await createDeveloper(platform, await made("grace"));
  sandbox = await createDeveloper(platform, token, { mode: "test" });
  liquidity = await provideLiquidity(ada);
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

const readFarm = async () => (await ada.get<Farm>("/v1/farming/farms/btc-usdc")).body;

describe("farms", () => {
  it("are listed in pages and read, with their emission and yield", async () => {
    const first = (await ada.get<Listed<Farm>>("/v1/farming/farms?limit=2")).body;
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([["btc-usdc", "eth-usdc"], true]);
    const rest = await ada.get<Listed<Farm>>(`/v1/farming/farms?cursor=${first.next_cursor}`);
    expect(rest.body.data.map(({ id }) => id)).toEqual(["yani-usdc"]);
    const one = await readFarm();
    expect(one).toMatchObject({
      object: "farm",
      livemode: true,
      pair: "BTC-USDC",
      status: "active",
      share_asset: "LP-BTC-USDC",
      reward_asset: "YANI",
      period_seconds: 365 * 86_400,
    });
    expect(Number(one.emission_per_second)).toBeGreaterThan(0);
    expect(Number(one.apr_percent)).toBeGreaterThan(0);
    expect(codeOf(await ada.get("/v1/farming/farms/none"))).toEqual([404, "FARM_NOT_FOUND"]);
  });
});

describe("a farming position", () => {
  it("is created once per key, locks its shares, earns rewards, and is harvested and withdrawn", async () => {
    const before = Number((await readFarm()).staked_shares);
    const made = await ada.post<Position>(base, { farm: "btc-usdc", shares: "0.001" }, "one-farm");
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: "farming_position",
      farm: "btc-usdc",
      status: "active",
      shares: "0.001",
      pending_rewards: "0",
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const again = await ada.post(base, { farm: "btc-usdc", shares: "0.001" }, "one-farm");
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([made.body, "true"]);
    expect(Number((await readFarm()).staked_shares) - before).toBeCloseTo(0.001, 8);
    const { id } = made.body;
    const positions = (await ada.get<Listed<Position>>("/v1/exchange/positions")).body.data;
    const whole = positions.find((one) => one.id === liquidity)?.shares;
    const least = { min_base_amount: "0", min_quote_amount: "0" };
    const remove = await ada.post(`/v1/exchange/positions/${liquidity}/remove`, { shares: whole, ...least });
    expect(codeOf(remove)).toEqual([400, "INSUFFICIENT_BALANCE"]);

    await platform.advance(3600);
    const earning = (await ada.get<Position>(`${base}/${id}`)).body;
    expect(Number(earning.pending_rewards)).toBeGreaterThan(0);
    const harvest = await ada.post<Position>(`${base}/${id}/harvest`);
    expect(Number(harvest.body.rewards_paid)).toBeGreaterThanOrEqual(Number(earning.pending_rewards));
    expect(harvest.body.harvested_rewards).toBe(harvest.body.rewards_paid);
    const part = await ada.post<Position>(`${base}/${id}/withdraw`, { shares: "0.0004" });
    expect(part.body).toMatchObject({ shares: "0.0006", withdrawn_shares: "0.0004", rewards_paid: "0" });
    const over = await ada.post(`${base}/${id}/withdraw`, { shares: "1" });
    expect(codeOf(over)).toEqual([400, "SHARES_EXCEEDED"]);
    await platform.advance(60);
    const all = await ada.post<Position>(`${base}/${id}/withdraw`);
    expect(all.body).toMatchObject({ shares: "0", status: "closed", withdrawn_shares: "0.0006" });
    expect(Number(all.body.rewards_paid)).toBeGreaterThan(0);
    const nothing = await ada.post<Position>(`${base}/${id}/harvest`);
    expect(nothing.body).toMatchObject({ rewards_paid: "0", transaction_hash: null });
    expect((await ada.get<Listed<Position>>(base)).body.data).toEqual([]);
    expect((await ada.get<Position>(`${base}/${id}`)).body.status).toBe("closed");
  });

  it("is not found by other users and by test keys", async () => {
    const { id } = (await ada.post<Position>(base, { farm: "btc-usdc", shares: "0.0001" })).body;
    const unknown = [404, "FARMING_POSITION_NOT_FOUND"];
    expect(codeOf(await grace.get(`${base}/${id}`))).toEqual(unknown);
    expect(codeOf(await sandbox.get(`${base}/${id}`))).toEqual(unknown);
    for (const verb of ["harvest", "withdraw"])
      expect(codeOf(await grace.post(`${base}/${id}/${verb}`))).toEqual(unknown);
    expect(codeOf(await grace.post(base, { farm: "btc-usdc", shares: "0.1" }))).toEqual([
      400,
      "INSUFFICIENT_BALANCE",
    ]);
    expect(codeOf(await ada.post(base, { farm: "none", shares: "0.1" }))).toEqual([404, "FARM_NOT_FOUND"]);
  });

  it("of a sandbox earns rewards by the sandbox's clock", async () => {
    await sandbox.post("/v1/test/faucet", { asset: "BTC", amount: "1" });
    await sandbox.post("/v1/test/faucet", { asset: "USDC", amount: "100000" });
    await provideLiquidity(sandbox);
    const { id } = (await sandbox.post<Position>(base, { farm: "btc-usdc", shares: "0.001" })).body;
    await sandbox.post("/v1/test/clock", { advance_seconds: 86_400 });
    const { emission_per_second } = (await sandbox.get<Farm>("/v1/farming/farms/btc-usdc")).body;
    const { body } = await sandbox.get<Position>(`${base}/${id}`);
    expect(body).toMatchObject({ livemode: false });
    expect(Number(body.pending_rewards)).toBeGreaterThan(0);
    expect(Number(body.pending_rewards)).toBeLessThanOrEqual(Number(emission_per_second) * 90_000);
  });
});
