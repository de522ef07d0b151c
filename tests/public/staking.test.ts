import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { fundAccount } from "../support/money.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

const platform = withPlatform();
const TOKEN = 10n ** 18n;
const DAY = 86_400;

let ada: Developer;
let grace: Developer;
/** The developer with a sandbox key. */
let sandbox: Developer;

beforeAll(async () => {
  const made = async (name: string) => {
    const email = `${name}-stakes@example.com`;
    const { id } = await new App(platform).register(email, "Lovelace!1843");
    const body = { email, password: "Lovelace!1843" };
    const { token } = (await platform.call<{ token: string }>("POST", "/api/auth/signin", { body })).body;
    await fundAccount(id, Assets.native.symbol, 100_000n * TOKEN);
    return token;
  };
  const token = await made("ada");
  ada = await createDeveloper(platform, token);
  grace = await createDeveloper(platform, await made("grace"));
  sandbox = await createDeveloper(platform, token, { mode: "test" });
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));
afterAll(async () => {
  expect((await audit()).differences).toEqual([]);
});

interface Listed<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
interface Position {
  readonly id: string;
  readonly amount: string;
  readonly pending_rewards: string;
  readonly compounding: boolean;
  readonly compounds_at: string | null;
  readonly status: string;
  readonly unlocks_at: string | null;
}
interface Rewards extends Listed<{ id: string; kind: string; amount: string; position: string }> {
  readonly pools: readonly {
    readonly pool: string;
    readonly earned: string;
    readonly paid: string;
    readonly compounded: string;
    readonly pending: string;
  }[];
}
interface Failure {
  readonly error: { readonly code: string };
}

const base = "/v1/staking/positions";
const codeOf = ({ status, body }: Answer<unknown>) => [status, (body as Failure).error?.code];
const stake = (by: Developer, pool: string, amount: string, key?: string) =>
  by.post<Position>(base, { pool, amount }, key);
const read = async (by: Developer, id: string) => (await by.get<Position>(`${base}/${id}`)).body;
const units = (amount: string): bigint => {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
};
/** Returns the interest of an amount at 8 % after some days, in base units. */
const interestAt8Percent = (amount: bigint, days: bigint): bigint =>
  (amount * 800n * days * 86_400n) / (10_000n * 31_536_000n);

describe("staking pools", () => {
  it("are listed with their terms, in pages, and read", async () => {
    const first = (await ada.get<Listed<{ id: string }>>("/v1/staking/pools?limit=1")).body;
    expect(first).toMatchObject({ object: "list", has_more: true, data: [{ id: "flexible" }] });
    const rest = await ada.get<Listed<{ id: string }>>(`/v1/staking/pools?cursor=${first.next_cursor}`);
    expect(rest.body.data.map(({ id }) => id)).toEqual(["locked-90", "locked-365"]);
    expect((await ada.get("/v1/staking/pools/locked-90")).body).toMatchObject({
      object: "staking_pool",
      livemode: true,
      asset: "YANI",
      apy_percent: "15",
      lock_days: 90,
      min_stake: "100",
      voting_multiplier: "1.5",
      active: true,
    });
    const v2 = await ada.get("/v2/staking/pools/flexible");
    expect(v2.body).toMatchObject({ min_stake: { value: "100", asset: "YANI" } });
    expect(codeOf(await ada.get("/v1/staking/pools/none"))).toEqual([404, "POOL_NOT_FOUND"]);
  });
});

describe("a position", () => {
  it("is created once per key, earns rewards that are claimed, and is unstaked in parts and in full", async () => {
    const made = await stake(ada, "flexible", "1000", "one-stake");
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: "staking_position",
      pool: "flexible",
      amount: "1000",
      pending_rewards: "0",
      unlocks_at: null,
      voting_power: "1000",
      compounding: false,
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const again = await stake(ada, "flexible", "1000", "one-stake");
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([made.body, "true"]);
    const { id } = made.body;
    await platform.advance(DAY);
    const paid = await ada.post<{ claimed: string; pending_rewards: string }>(`${base}/${id}/claim`);
    expect(paid.body).toMatchObject({ object: "reward_claim", position: id, pending_rewards: "0" });
    expect(units(paid.body.claimed)).toBeGreaterThanOrEqual(interestAt8Percent(1000n * TOKEN, 1n));
    const part = await ada.post(`${base}/${id}/unstake`, { amount: "400" });
    expect(part.body).toMatchObject({
      object: "unstake",
      amount: "400",
      penalty: "0",
      received: "400",
      position: { id, amount: "600", status: "active" },
    });
    await ada.post(`${base}/${id}/unstake`, { amount: "600" });
    expect(await read(ada, id)).toMatchObject({ amount: "0", status: "completed" });
    expect(codeOf(await ada.post(`${base}/${id}/unstake`, { amount: "1" }))).toEqual([
      400,
      "POSITION_COMPLETED",
    ]);
    expect(codeOf(await ada.post(`${base}/${id}/claim`, { pool: "flexible" }))).toEqual([
      400,
      "INVALID_REQUEST",
    ]);
    expect(codeOf(await grace.get(`${base}/${id}`))).toEqual([404, "POSITION_NOT_FOUND"]);
  });

  it("in a locked pool is unstaked early only with the penalty", async () => {
    const { id } = (await stake(ada, "locked-90", "200")).body;
    expect(codeOf(await ada.post(`${base}/${id}/unstake`, { amount: "200" }))).toEqual([
      400,
      "POSITION_LOCKED",
    ]);
    const early = await ada.post(`${base}/${id}/unstake`, { amount: "200", force_early: true });
    expect(early.body).toMatchObject({ penalty: "20", received: "180" });
  });

  it("stays on its page of the list while another position is completed", async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) ids.unshift((await stake(grace, "flexible", "100")).body.id);
    const first = (await grace.get<Listed<Position>>(`${base}?limit=2`)).body;
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await grace.post(`${base}/${ids[1]}/unstake`, { amount: "100" });
    const next = (await grace.get<Listed<Position>>(`${base}?limit=2&cursor=${first.next_cursor}`)).body;
    expect([next.data.map(({ id }) => id), next.has_more]).toEqual([ids.slice(2), false]);
    const done = (await grace.get<Listed<Position>>(`${base}?status=completed`)).body;
    expect(done.data.map(({ id }) => id)).toEqual([ids[1]]);
    const open = (await grace.get<Listed<Position>>(`${base}?status=active`)).body;
    expect(open.data.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(codeOf(await grace.get(`${base}?cursor=nothing`))).toEqual([400, "INVALID_REQUEST"]);
  });
});

describe("compounding", () => {
  it("adds each day's rewards to the stake exactly, and lists them as compounded", async () => {
    const { id } = (await stake(grace, "flexible", "5000")).body;
    const on = await grace.send<Position>("PUT", `${base}/${id}/compounding`, { enabled: true }, "on");
    expect([on.status, on.body.compounding]).toEqual([200, true]);
    const replay = await grace.send("PUT", `${base}/${id}/compounding`, { enabled: true }, "on");
    expect(replay.headers.get("idempotency-replayed")).toBe("true");
    await platform.advance(3 * DAY + 60);
    await platform.drain();
    const after = await read(grace, id);
    expect(after.compounding).toBe(true);
    const { data } = (await grace.get<Rewards>("/v1/staking/rewards?limit=100")).body;
    const added = data.filter((one) => one.position === id);
    expect(added.map(({ kind }) => kind)).toEqual(["compounded", "compounded", "compounded"]);
    const [third = "", second = "", first = ""] = added.map(({ amount }) => amount);
    expect(units(first)).toBeGreaterThanOrEqual(interestAt8Percent(5000n * TOKEN, 1n));
    expect(units(second)).toBe(interestAt8Percent(5000n * TOKEN + units(first), 1n));
    expect(units(third)).toBe(interestAt8Percent(5000n * TOKEN + units(first) + units(second), 1n));
    expect(units(after.amount)).toBe(5000n * TOKEN + units(first) + units(second) + units(third));
    const off = await grace.send<Position>("PUT", `${base}/${id}/compounding`, { enabled: false });
    expect(off.body).toMatchObject({ compounding: false, compounds_at: null });
    expect(codeOf(await ada.send("PUT", `${base}/${id}/compounding`, { enabled: true }))).toEqual([
      404,
      "POSITION_NOT_FOUND",
    ]);
  });

  it("follows the clock of a sandbox, without an effect on the live ledger", async () => {
    await sandbox.post("/v1/test/faucet", { asset: "YANI", amount: "10000" });
    const { id } = (await stake(sandbox, "locked-365", "1000")).body;
    await sandbox.send("PUT", `${base}/${id}/compounding`, { enabled: true });
    await sandbox.post("/v1/test/clock", { advance_seconds: 10 * DAY });
    await platform.advance(60);
    const { pools, data } = (await sandbox.get<Rewards>("/v1/staking/rewards?limit=4")).body;
    expect(data).toHaveLength(4);
    const locked = pools.find(({ pool }) => pool === "locked-365");
    expect(locked).toMatchObject({ paid: locked?.compounded });
    const one = await read(sandbox, id);
    expect(one).toMatchObject({ livemode: false, pool: "locked-365" });
    expect(units(one.amount)).toBe(1000n * TOKEN + units(locked?.compounded ?? "0"));
    expect(codeOf(await ada.get(`${base}/${id}`))).toEqual([404, "POSITION_NOT_FOUND"]);
  });
});

describe("rewards", () => {
  it("are listed by payment, in pages, and add up to the totals by pool", async () => {
    const seen: Rewards["data"][number][] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Answer<Rewards> = await sandbox.get(
        `/v1/staking/rewards?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.body.data);
      cursor = page.body.next_cursor;
    }
    expect(seen).toHaveLength(10);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(10);
    const { pools } = (await sandbox.get<Rewards>("/v1/staking/rewards")).body;
    const sum = seen.reduce((total, { amount }) => total + units(amount), 0n);
    expect(pools.reduce((total, { paid }) => total + units(paid), 0n)).toBe(sum);
    for (const one of pools) expect(units(one.earned)).toBe(units(one.paid) + units(one.pending));
  });
});
