import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "../core/audit/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import { withPlatform } from "./support/platform.ts";

/** The staking routes over HTTP (spec 2, sections 2.3, 3, 4.3 and 7). */

const platform = withPlatform();
let user: string;
let employee: string;
let other: string;
let walletId: string;

const DAY = 86_400;
const base = "/api/defi/staking";

async function signIn(person: "user" | "employee" | "professional"): Promise<string> {
  const { body } = await platform.call<{ token?: string; accessToken?: string }>("POST", "/api/auth/login", {
    body: platform.seed[person],
  });
  return body.accessToken ?? body.token ?? "";
}

beforeAll(async () => {
  [user, employee, other] = await Promise.all([signIn("user"), signIn("employee"), signIn("professional")]);
  const opened = await platform.call<{ wallet: { id: string } }>("POST", "/api/defi/wallets", {
    token: user,
    body: { assetSymbol: "YANI" },
  });
  walletId = opened.body.wallet.id;
  await platform.call("PUT", `/api/defi/wallets/${walletId}`, {
    token: employee,
    body: { operation: "DEPOSIT", amount: 1_000_000, reason: "a test" },
  });
});

interface Position {
  readonly id: string;
  readonly amount: string;
  readonly rewards: string;
  readonly startDate: string;
  readonly unlockDate: string | null;
  readonly status: string;
}
interface Answered {
  readonly position: Position;
  readonly transactionHash: string;
  readonly claimed: string;
  readonly rewardsPaid: string;
  readonly code: string;
}

const post = (verb: string, body: object, key?: string, token = user) =>
  platform.call<Answered>("POST", `${base}/${verb}`, {
    token,
    body,
    ...(key !== undefined && { headers: { "idempotency-key": key } }),
  });
const stake = (poolId: string, amount: string, key?: string) => post("stake", { poolId, amount }, key);
const listPositions = () =>
  platform.call<{
    positions: Position[];
    totalStaked: string;
    totalRewards: string;
    totalVotingPower: string;
  }>("GET", `${base}/positions`, { token: user });
const position = async (id: string) => (await listPositions()).body.positions.find((one) => one.id === id);
const wallet = async () =>
  (
    await platform.call<{ wallet: { balance: number; lockedBalance: number } }>(
      "GET",
      `/api/defi/wallets/${walletId}`,
      { token: user },
    )
  ).body.wallet;
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
/** Signs in again, because sessions end long before a stake does. */
const advanceAndSignIn = async (seconds: number) => {
  await platform.advance(seconds);
  [user, other] = await Promise.all([signIn("user"), signIn("professional")]);
};

describe("the staking routes", () => {
  it("list the pools without sign-in", async () => {
    const { status, body } = await platform.call("GET", `${base}/pools`);
    const shared = {
      token: "YANI",
      tvl: "0",
      minStake: "100",
      maxStake: "10000000",
      active: true,
      rewardsFundedUntil: null,
    };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        pools: [
          { id: "flexible", name: "Flexible", apy: "8", lockPeriod: 0, votingMultiplier: 1, ...shared },
          {
            id: "locked-90",
            name: "Locked for 90 days",
            apy: "15",
            lockPeriod: 90,
            votingMultiplier: 1.5,
            ...shared,
          },
          {
            id: "locked-365",
            name: "Locked for 365 days",
            apy: "25",
            lockPeriod: 365,
            votingMultiplier: 2,
            ...shared,
          },
        ],
      },
    });
  });

  it("lock a stake, pay its rewards, reject an unstake while it is locked, and return it afterwards", async () => {
    const locked = (await wallet()).lockedBalance;
    const made = await stake("locked-90", "1000.5");
    expect(made).toMatchObject({
      status: 200,
      body: {
        transactionHash: hash,
        position: {
          id: expect.stringMatching(/^stk_/),
          poolId: "locked-90",
          amount: "1000.5",
          rewards: "0.00",
          status: "active",
          votingPower: "1500.75",
        },
      },
    });
    const { id, startDate, unlockDate } = made.body.position;
    expect(Date.parse(unlockDate ?? "") - Date.parse(startDate)).toBe(90 * DAY * 1000);
    expect((await wallet()).lockedBalance).toBe(locked + 1000.5);

    await advanceAndSignIn(30 * DAY);
    const accrued = Number((await position(id))?.rewards);
    const perSecond = (1000.5 * 0.15) / (365 * DAY);
    expect(accrued).toBeGreaterThanOrEqual(perSecond * 30 * DAY - 1e-9);
    expect(accrued).toBeLessThan(perSecond * (30 * DAY + 60));
    const paid = await post("claim", { positionId: id });
    expect(paid).toMatchObject({
      status: 200,
      body: { transactionHash: hash, position: { id, rewards: "0.00" } },
    });
    expect(Number(paid.body.claimed)).toBeGreaterThanOrEqual(accrued);

    expect(await post("unstake", { positionId: id, amount: "1000.5" })).toMatchObject({
      status: 400,
      body: { code: "POSITION_LOCKED", unlockDate, penalty: "100.05", error: expect.any(String) },
    });
    await advanceAndSignIn(60 * DAY);
    const back = await post("unstake", { positionId: id, amount: "1000.5", forceEarly: true });
    expect(back).toMatchObject({
      status: 200,
      body: {
        transactionHash: hash,
        amount: "1000.5",
        penalty: "0",
        received: "1000.5",
        position: { id, status: "completed", amount: "0", rewards: "0.00", votingPower: "0" },
      },
    });
    // The extra interest of the lock ends with it, some seconds before 60 days of this test are over.
    expect(Number(back.body.rewardsPaid)).toBeGreaterThan(perSecond * (60 * DAY - 60));
    expect((await wallet()).lockedBalance).toBe(locked);
  });

  it("deduct the penalty of an early unstake, and pay nothing twice", async () => {
    const { id } = (await stake("locked-365", "500")).body.position;
    expect(await post("claim", { positionId: id })).toMatchObject({
      status: 200,
      body: { claimed: "0", transactionHash: "", position: { id, rewards: "0.00" } },
    });
    expect(await post("unstake", { positionId: id, amount: "200", forceEarly: true })).toMatchObject({
      status: 200,
      body: { amount: "200", penalty: "20", received: "180", rewardsPaid: "0", position: { amount: "300" } },
    });
    const twice = await Promise.all(
      [1, 2].map(() => post("unstake", { positionId: id, amount: "300", forceEarly: true })),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(twice.find(({ status }) => status === 400)?.body.code).toBe("POSITION_COMPLETED");
  });

  it("list positions with their totals", async () => {
    await stake("flexible", "100");
    await stake("locked-365", "250");
    const { body } = await listPositions();
    const open = body.positions.filter(({ status }) => status === "active");
    expect(body.totalStaked).toBe(String(open.reduce((sum, { amount }) => sum + Number(amount), 0)));
    expect(body.totalVotingPower).toBe("600");
    expect(body.totalRewards).toMatch(/^\d+\.\d{2,18}$/);
    expect(open.map(({ unlockDate }) => unlockDate === null)).toEqual([false, true]);
    const pools = await platform.call<{ pools: { id: string; tvl: string }[] }>("GET", `${base}/pools`);
    expect(pools.body.pools.map(({ tvl }) => tvl)).toEqual(["100", "0", "250"]);
  });

  it("repeat the first response with its Idempotency-Key", async () => {
    const keys = [Ids.secret(), Ids.secret(), Ids.secret()];
    const again = async (work: () => ReturnType<typeof post>) => {
      const answers = [await work(), ...(await Promise.all([work(), work()]))];
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
      expect(answers[2]?.headers.get("idempotency-replayed")).toBe("true");
      return answers[0]?.body as Answered;
    };
    const { position: made } = await again(() => stake("flexible", "100", keys[0]));
    await advanceAndSignIn(DAY);
    await again(() => post("claim", { positionId: made.id }, keys[1]));
    await again(() => post("unstake", { positionId: made.id, amount: "100" }, keys[2]));
    expect((await post("unstake", { positionId: made.id, amount: "1" }, keys[2])).status).toBe(422);
    expect((await listPositions()).body.positions.filter(({ id }) => id === made.id)).toHaveLength(1);
  });

  it("accept an amount only as a plain decimal without spaces", async () => {
    for (const amount of [" 100", "100 ", "100\n", "+100", "1e2"])
      expect(await stake("flexible", amount), amount).toMatchObject({
        status: 400,
        body: { code: "INVALID_AMOUNT" },
      });
    const long = await stake("flexible", `100.${"0".repeat(60)}`);
    expect(long).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST" } });
  });

  it("respond with the specification's errors", async () => {
    const { id } = (await stake("flexible", "100")).body.position;
    const expectError = async (
      answer: Promise<{ status: number; body: object }>,
      status: number,
      body: object,
    ) => expect(await answer).toMatchObject({ status, body: { error: expect.any(String), ...body } });
    await expectError(stake("flexible", "99"), 400, { code: "BELOW_MINIMUM", minStake: "100" });
    await expectError(stake("flexible", "10000001"), 400, { code: "ABOVE_MAXIMUM", maxStake: "10000000" });
    await expectError(stake("flexible", "9999999"), 400, {
      code: "INSUFFICIENT_BALANCE",
      required: "9999999",
    });
    await expectError(stake("nowhere", "100"), 404, { code: "POOL_NOT_FOUND" });
    await expectError(stake("flexible", "0"), 400, { code: "BELOW_MINIMUM" });
    await expectError(stake("flexible", "-1"), 400, { code: "INVALID_AMOUNT" });
    await expectError(post("stake", { poolId: "flexible", amount: 100 }), 400, { code: "INVALID_REQUEST" });
    await expectError(post("unstake", { positionId: id, amount: "0" }), 400, { code: "INVALID_AMOUNT" });
    await expectError(post("unstake", { positionId: id, amount: "101" }), 400, {
      code: "AMOUNT_EXCEEDS_STAKE",
    });
    await expectError(post("unstake", { positionId: "x", amount: "1" }), 404, { code: "POSITION_NOT_FOUND" });
    await expectError(post("claim", { positionId: id }, undefined, other), 404, {
      code: "POSITION_NOT_FOUND",
    });
    await expectError(post("stake", { poolId: "flexible", amount: "100" }, undefined, other), 400, {
      code: "INSUFFICIENT_BALANCE",
      available: "0",
    });
    for (const verb of ["stake", "unstake", "claim"])
      expect((await platform.call("POST", `${base}/${verb}`, { body: {} })).status).toBe(401);
    expect((await platform.call("GET", `${base}/positions`)).status).toBe(401);
  });

  it("notify the owner once, by email, when a stake is unlocked", async () => {
    await stake("locked-90", "777");
    await advanceAndSignIn(90 * DAY);
    await platform.drain();
    await platform.drain();
    const emails = platform
      .mail(platform.seed.user.email)
      .filter(
        ({ subject, text }) => subject === "Votre placement est débloqué" && text.includes("777\u00a0YANI"),
      );
    expect(emails).toHaveLength(1);
    // The email contains no ISO timestamp and no raw id.
    expect(emails[0]?.text).not.toMatch(/\dT\d|stk_/);
  });
});

it("finds no differences in the audit after all operations above", async () => {
  expect((await audit()).differences).toEqual([]);
});
