import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import * as Users from "../../core/identity/users.ts";
import * as Idempotency from "../../core/platform/idempotency/index.ts";
import type { Transferred } from "../../core/transfers/schema.ts";
import { sendSplit } from "../../core/transfers/split.ts";
import { App } from "../support/app.ts";
import { createDeveloper } from "../support/developer.ts";
import { findActor, fundAccount } from "../support/money.ts";
import { withPlatform } from "../support/platform.ts";

/** Splits of the public API (v2): a transfer to several recipients, all of which are paid or none. */

const platform = withPlatform();

async function createUserWithKeys(name: string) {
  const email = `${name}-splits@example.com`;
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", {
    body: { email, password: "Lovelace!1843" },
  });
  const wallet = await fundAccount(id, "EUR", 100_000n);
  return { id, email, wallet, live: await createDeveloper(platform, body.token) };
}
type UserWithKeys = Awaited<ReturnType<typeof createUserWithKeys>>;

let ada: UserWithKeys;
let others: readonly UserWithKeys[];
let [ben, cleo, dana] = [] as readonly UserWithKeys[] as readonly [UserWithKeys, UserWithKeys, UserWithKeys];
beforeAll(async () => {
  ada = await createUserWithKeys("ada");
  others = [
    await createUserWithKeys("ben"),
    await createUserWithKeys("cleo"),
    await createUserWithKeys("dana"),
  ];
  [ben, cleo, dana] = others as readonly [UserWithKeys, UserWithKeys, UserWithKeys];
});
// Advances past the rate limits of the plans and the transfer limits.
beforeEach(() => platform.advance(60));

interface Sum {
  readonly value: string;
  readonly asset: string;
}
interface Part {
  readonly to_wallet: string | null;
  readonly counterparty: string | null;
  readonly amount: Sum;
}
interface Transfer {
  readonly id: string;
  readonly amount: Sum;
  readonly counterparty: string | null;
  readonly splits: readonly Part[] | null;
}
interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly details: { index?: number } };
}
const balanceOf = async ({ live, wallet }: UserWithKeys): Promise<number> =>
  Math.round(
    100 *
      Number((await live.get<{ available_balance: string }>(`/v1/wallets/${wallet}`)).body.available_balance),
  );
const all = (): Promise<number[]> => Promise.all([ada, ...others].map(balanceOf));
const split = (splits: readonly object[], more: object = {}, key?: string, path = "/v2/transfers") =>
  ada.live.signed<Transfer & Failure>(
    path,
    { from_wallet: ada.wallet, description: "Band", splits, ...more },
    key === undefined ? {} : { key },
  );

describe("a split", () => {
  it("pays all recipients the exact amounts, and each recipient sees only the own amount", async () => {
    const before = await all();
    const made = await split(
      [
        { to_wallet: ben.wallet, amount: "2" },
        { to_wallet: cleo.wallet, percent: "33.3333" },
        { to_wallet: dana.wallet, rest: true },
      ],
      { amount: "10" },
    );
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const after = await all();
    expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual([-1000, 200, 333, 467]);
    expect(made.body.splits?.map(({ to_wallet, amount }) => [to_wallet, amount.value])).toEqual([
      [ben.wallet, "2"],
      [cleo.wallet, "3.33"],
      [dana.wallet, "4.67"],
    ]);
    const path = `/v2/transfers/${made.body.id}`;
    expect((await ada.live.get(path)).body).toEqual(made.body);
    const received = (await cleo.live.get<Transfer>(path)).body;
    expect(received).toMatchObject({ direction: "in", amount: { value: "3.33" }, splits: null });
    expect(JSON.stringify(received)).not.toContain(ben.id.slice(4));
    for (const [who, amount] of [
      [ada, "10"],
      [ben, "2"],
      [dana, "4.67"],
    ] as const) {
      const { body } = await who.live.get<{ data: { source: string; amount: string }[] }>(
        `/v1/wallets/${who.wallet}/transactions?limit=1`,
      );
      expect(body.data[0]).toMatchObject({ type: "transfer", source: made.body.id, amount });
    }
    await platform.call("POST", "/_local/drain");
    for (const [who, amount] of [
      [ada, "10"],
      [ben, "2"],
      [cleo, "3.33"],
      [dana, "4.67"],
    ] as const) {
      const { body } = await who.live.get<{ data: { type: string; data: Transfer }[] }>("/v2/events?limit=1");
      expect(body.data[0], who.email).toMatchObject({
        type: "transfer.created",
        data: { id: made.body.id, amount: { value: amount } },
      });
    }
  });

  it("is rejected if a recipient is unknown, blocked or the sender, and the error names the recipient's index", async () => {
    const blocked = await createUserWithKeys("eve");
    await Users.block(blocked.id);
    const before = await all();
    const good = { to_wallet: ben.wallet, amount: "1" };
    for (const [bad, code] of [
      [{ to_email: "unknown@example.com" }, "RECIPIENT_UNKNOWN"],
      [{ to_wallet: blocked.wallet }, "RECIPIENT_UNKNOWN"],
      [{ to_wallet: ada.wallet }, "SAME_ACCOUNT"],
      [{ to_wallet: cleo.wallet.replace("eur", "btc") }, "CURRENCY_MISMATCH"],
    ] as const) {
      const { body } = await split([good, good, { ...bad, amount: "1" }]);
      expect([body.error.code, body.error.details.index]).toEqual([code, 2]);
      expect(body.error.message).toMatch(/^splits\.2: /);
    }
    expect(await all()).toEqual(before);
  });

  it("pays no recipient if the sender cannot pay the total, or the amounts do not add up", async () => {
    const before = await all();
    const part = (amount: string) => ({ to_wallet: ben.wallet, amount });
    const codeOf = async (answer: ReturnType<typeof split>) => (await answer).body.error.code;
    expect(await codeOf(split([part("900"), { ...part("900"), to_wallet: cleo.wallet }]))).toBe(
      "INSUFFICIENT_BALANCE",
    );
    expect(await codeOf(split([part("1"), part("2")], { amount: "4" }))).toBe("INVALID_SPLIT");
    for (const [splits, more] of [
      [[part("1")], {}],
      [Array.from({ length: 11 }, () => part("1")), {}],
      [[part("1"), { to_wallet: cleo.wallet }], {}],
      [[part("1"), { to_wallet: cleo.wallet, rest: true }], {}],
      [[part("1"), part("1")], { to_wallet: cleo.wallet }],
      [[part("1"), { to_wallet: cleo.wallet, percent: "101" }], { amount: "10" }],
    ] as const)
      expect(await codeOf(split(splits, more))).toBe("INVALID_REQUEST");
    expect(await all()).toEqual(before);
  });

  it("exists in /v2 only", async () => {
    const parts = [
      { to_wallet: ben.wallet, amount: "1" },
      { to_wallet: cleo.wallet, amount: "1" },
    ];
    const { status, body } = await split(parts, {}, undefined, "/v1/transfers");
    expect([status, body.error.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(JSON.stringify(body)).toContain("splits");
  });

  it("pays a recipient who is named twice both amounts, as one received transfer", async () => {
    const before = await balanceOf(ben);
    const made = await split([
      { to_wallet: ben.wallet, amount: "1" },
      { to_wallet: ben.wallet, amount: "0.5" },
    ]);
    expect(made.body.splits?.map(({ amount }) => amount.value)).toEqual(["1", "0.5"]);
    expect(await balanceOf(ben)).toBe(before + 150);
    const { body } = await ben.live.get<Transfer>(`/v2/transfers/${made.body.id}`);
    expect(body.amount.value).toBe("1.5");
  });

  it("is executed once per Idempotency-Key under parallel requests", async () => {
    const before = await all();
    const parts = [
      { to_wallet: ben.wallet, amount: "1" },
      { to_wallet: cleo.wallet, amount: "2" },
    ];
    await platform.advance(60);
    const answers = await Promise.all(Array.from({ length: 8 }, () => split(parts, {}, "band-of-8")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    await platform.advance(60);
    const after = await all();
    expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual([-300, 100, 200, 0]);
  });

  it("is executed once out of 50 simultaneous requests with one key", async () => {
    const before = await all();
    const actor = await findActor(ada.id);
    const claim = Idempotency.claim<Transferred>(ada.id, "test", "band-of-50", {});
    const parts = [
      { toAccountId: ben.wallet, percent: "50" },
      { toAccountId: dana.wallet, rest: true as const },
    ];
    const order = { fromAccountId: ada.wallet, amount: "0.99", description: "", parts };
    const done = await Promise.allSettled(Array.from({ length: 50 }, () => sendSplit(actor, order, claim)));
    const refused = done.flatMap((one) => (one.status === "rejected" ? one.reason : []));
    expect(refused).toHaveLength(49);
    for (const reason of refused) expect(reason).toBeInstanceOf(Idempotency.AlreadyDone);
    const after = await all();
    expect(after.map((cents, index) => cents - (before[index] ?? 0))).toEqual([-99, 49, 0, 50]);
  });

  it("loses no cent for any percentages", async () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 30 })), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50, max: 900 }),
        parts,
        fc.integer({ min: 0, max: 2 }),
        async (cents, shares, last) => {
          const before = await all();
          const splits = [
            ...shares.map(([who, percent]) => ({
              to_wallet: others[who]?.wallet,
              percent: String(percent / 2),
            })),
            { to_wallet: others[last]?.wallet, rest: true },
          ];
          const { status, body } = await split(splits, { amount: (cents / 100).toFixed(2) });
          const after = await all();
          await platform.advance(60);
          const moved = status === 201 ? cents : 0;
          if (status !== 201) expect(body.error.code).toBe("INVALID_SPLIT");
          expect(after[0]).toBe((before[0] ?? 0) - moved);
          expect(after.reduce((sum, one) => sum + one, 0)).toBe(before.reduce((sum, one) => sum + one, 0));
        },
      ),
      { numRuns: 15 },
    );
    expect((await audit()).differences).toEqual([]);
  });
});
