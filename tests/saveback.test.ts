import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../core/audit/index.ts";
import * as Ids from "../core/kernel/ids/index.ts";
import * as Loyalty from "../core/loyalty/programs/index.ts";
import type { Program } from "../core/loyalty/programs/schema.ts";
import { payoutRequest } from "../core/loyalty/saveback/entity.ts";
import * as Table from "../core/platform/table/index.ts";
import { newActor } from "./support/ledger.ts";
import { withPlatform } from "./support/platform.ts";
import {
  accrue,
  accrueMany,
  createAccounts,
  enrollMerchant,
  pendingRewards,
  refund,
  succeededPayment,
} from "./support/saveback.ts";

/** The saveback payout over HTTP (spec 3, sections 2.5, 3, 4.2, 5 and 8). */

const platform = withPlatform({ consumers: [] });
const path = "/api/admin/saveback-payout";
type Person = "admin" | "employee" | "professional" | "user";
const tokens = new Map<Person, string>();
const ids = new Map<Person, string>();
let ip = "";
let tests = 0;

interface Amount {
  readonly asset: string;
  readonly amount: string;
  readonly amountMinor: string;
}
interface Counts {
  readonly rewards: number;
  readonly beneficiaryCount: number;
  readonly programCount: number;
  readonly totals: readonly Amount[];
}
interface Plan extends Counts {
  readonly computedAt: string;
  readonly method: { readonly rewardsRead: number; readonly partitionsRead: number };
  readonly filters: { readonly programId: string | null; readonly userId: string | null };
  readonly hash: string;
  readonly beneficiaries: readonly {
    readonly userId: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly rewards: number;
    readonly amounts: readonly Amount[];
  }[];
  readonly perProgram: readonly {
    readonly programId: string;
    readonly name: string | null;
    readonly merchantId: string;
    readonly status: string | null;
    readonly rates: readonly string[];
    readonly rewards: number;
    readonly beneficiaries: number;
    readonly amounts: readonly Amount[];
  }[];
  readonly perAsset: readonly (Amount & { readonly rewards: number })[];
  readonly truncated: boolean;
}
interface Body {
  readonly success: boolean;
  readonly data: {
    readonly plan: Plan;
    readonly pendingTotals?: Counts;
    readonly status?: string;
    readonly message?: string;
    readonly requestId?: string;
  };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly details: readonly { readonly field: string; readonly message: string }[];
  };
}

beforeAll(async () => {
  for (const person of ["admin", "employee", "professional", "user"] as const) {
    const { body } = await platform.call<{ token: string; user: { id: string } }>(
      "POST",
      "/api/auth/signin",
      { body: platform.seed[person], ip: `10.1.0.${tokens.size}` },
    );
    tokens.set(person, body.token);
    ids.set(person, body.user.id);
  }
});
// The limit is per IP address: each test has its own.
beforeEach(() => {
  ip = `10.2.0.${++tests}`;
});

const idOf = (person: Person): string => ids.get(person) ?? "";
const tokenOf = (person: Person | undefined) => {
  const token = person && tokens.get(person);
  return token === undefined ? {} : { token };
};
const read = (query = "", person: Person | undefined = "admin") =>
  platform.call<Body>("GET", `${path}${query}`, { ip, ...tokenOf(person) });
const post = (body: object, headers: Record<string, string> = {}, person: Person | undefined = "admin") =>
  platform.call<Body>("POST", path, { ip, body, headers, ...tokenOf(person) });

/** Returns all items of the table, except rate limit counts. */
async function wholeTable(): Promise<Map<string, Table.Item>> {
  const items = new Map<string, Table.Item>();
  for await (const item of Table.scan())
    if (!String(item["pk"]).startsWith("RATE")) items.set(`${item["pk"]} ${item["sk"]}`, item);
  return items;
}

const changedKeys = (before: Map<string, Table.Item>, after: Map<string, Table.Item>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isDeepStrictEqual(before.get(key), after.get(key)),
  );

describe("a caller who is not an administrator", () => {
  it.each(["employee", "professional", "user"] as const)("is rejected as %s", async (person) => {
    for (const { status, body } of [
      await read("", person),
      await post({ action: "preview" }, {}, person),
      await post({ action: "execute" }, {}, person),
    ]) {
      expect(status).toBe(403);
      expect(body).toEqual({
        success: false,
        error: { code: 403, message: "Your role does not allow this.", details: [] },
      });
    }
  });

  it("is rejected without a credential", async () => {
    for (const { status, body } of [
      await platform.call<Body>("GET", path, { ip }),
      await platform.call<Body>("POST", path, { ip, body: { action: "execute" } }),
      await platform.call<Body>("GET", path, { ip, token: "forged" }),
    ]) {
      expect(status).toBe(401);
      expect(body).toEqual({ success: false, error: { code: 401, message: "Unauthorized", details: [] } });
    }
  });
});

describe("a plan without pending rewards", () => {
  it("is empty, and its payout can be requested", async () => {
    const nothing = { rewards: 0, beneficiaryCount: 0, programCount: 0, totals: [] };
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        plan: { ...nothing, beneficiaries: [], perProgram: [], perAsset: [], truncated: false },
        pendingTotals: nothing,
      },
    });
    expect((await post({ action: "execute" })).status).toBe(202);
  });
});

describe("a plan", () => {
  let cafe: Program;
  let books: Program;

  beforeAll(async () => {
    cafe = await enrollMerchant("5", "Café de la Gare");
    books = await enrollMerchant("2.5", "Librairie du Port");
    const [user, professional] = [idOf("user"), idOf("professional")];
    const bought = [
      succeededPayment({ userId: user, merchantId: cafe.merchantId, amountMinor: 10_000n }),
      succeededPayment({ userId: user, merchantId: books.merchantId, amountMinor: 1999n }),
      succeededPayment({ userId: user, merchantId: cafe.merchantId, amountMinor: 4000n, currency: "USD" }),
      succeededPayment({ userId: professional, merchantId: cafe.merchantId, amountMinor: 2000n }),
      succeededPayment({ userId: professional, merchantId: cafe.merchantId, amountMinor: 6000n }),
    ] as const;
    await accrue(bought);
    await refund(bought[0], 2500n);
    await refund(bought[4], 6000n);
    await Loyalty.change(newActor("ADMIN"), cafe.programId, { rate: "7.5" });
    await accrue([
      succeededPayment({ userId: professional, merchantId: cafe.merchantId, amountMinor: 1000n }),
    ]);
    await Loyalty.end(newActor("ADMIN"), books.programId);
  });

  const eur = (amount: string, amountMinor: string) => ({ asset: "EUR", amount, amountMinor });
  const usd = (amount: string, amountMinor: string) => ({ asset: "USD", amount, amountMinor });

  it("states the recipients and amounts, by program and asset, and how they were calculated", async () => {
    const { body } = await read();
    const totals = [eur("5.99", "599"), usd("2", "200")];
    expect(body.data.plan).toEqual({
      computedAt: expect.any(String),
      method: {
        rewardsRead: 5,
        partitionsRead: 16,
        startedAt: expect.any(String),
        source: expect.any(String),
        consistency: expect.any(String),
        rounding: expect.any(String),
        sums: expect.any(String),
      },
      filters: { programId: null, userId: null },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      rewards: 5,
      beneficiaryCount: 2,
      programCount: 2,
      totals,
      perAsset: [
        { ...eur("5.99", "599"), rewards: 4, beneficiaries: 2, programs: 2 },
        { ...usd("2", "200"), rewards: 1, beneficiaries: 1, programs: 1 },
      ],
      beneficiaries: [
        {
          userId: idOf("user"),
          name: expect.any(String),
          email: platform.seed.user.email,
          rewards: 3,
          amounts: [eur("4.24", "424"), usd("2", "200")],
        },
        {
          userId: idOf("professional"),
          name: expect.any(String),
          email: platform.seed.professional.email,
          rewards: 2,
          amounts: [eur("1.75", "175")],
        },
      ],
      perProgram: [
        {
          programId: cafe.programId,
          name: "Café de la Gare",
          merchantId: cafe.merchantId,
          status: "active",
          rates: ["5", "7.5"],
          rewards: 4,
          beneficiaries: 2,
          amounts: [eur("5.5", "550"), usd("2", "200")],
        },
        {
          programId: books.programId,
          name: "Librairie du Port",
          merchantId: books.merchantId,
          status: "ended",
          rates: ["2.5"],
          rewards: 1,
          beneficiaries: 1,
          amounts: [eur("0.49", "49")],
        },
      ],
      truncated: false,
    });
    expect(body.data.pendingTotals).toEqual({ rewards: 5, beneficiaryCount: 2, programCount: 2, totals });
  });

  it("can be filtered by program, user or both, and is returned with the unfiltered totals", async () => {
    const all = (await read()).body.data;
    const [user, program] = [`userId=${idOf("professional")}`, `programId=${books.programId}`];

    const ofProgram = (await read(`?${program}`)).body.data;
    expect(ofProgram.plan.filters).toEqual({ programId: books.programId, userId: null });
    expect(ofProgram.plan).toMatchObject({ rewards: 1, totals: [eur("0.49", "49")] });
    const ofUser = (await read(`?${user}`)).body.data;
    expect(ofUser.plan.filters).toEqual({ programId: null, userId: idOf("professional") });
    expect(ofUser.plan).toMatchObject({ rewards: 2, totals: [eur("1.75", "175")] });
    const ofBoth = (await read(`?${user}&${program}`)).body.data;
    expect(ofBoth.plan).toMatchObject({ rewards: 0, totals: [], beneficiaries: [], perProgram: [] });
    for (const one of [ofProgram, ofUser, ofBoth]) expect(one.pendingTotals).toEqual(all.pendingTotals);
  });

  it("is the same in a preview, which reads only the partition of a filtered user", async () => {
    for (const filters of [
      {},
      { userId: idOf("user") },
      { programId: cafe.programId },
      { userId: idOf("user"), programId: cafe.programId },
    ]) {
      const { status, body } = await post({ action: "preview", ...filters });
      expect(status).toBe(200);
      expect(Object.keys(body.data)).toEqual(["plan"]);
      const { plan } = (await read(`?${new URLSearchParams(filters)}`)).body.data;
      const { computedAt: _at, method, ...same } = plan;
      expect(body.data.plan).toMatchObject(same);
      expect(method.partitionsRead).toBe(16);
      expect(body.data.plan.method.partitionsRead).toBe("userId" in filters ? 1 : 16);
    }
  });

  it("for an unknown user or program gets 404", async () => {
    for (const [filters, message] of [
      [{ userId: Ids.create("user") }, "This user does not exist. Check the id."],
      [{ userId: "usr_x#y" }, "This user does not exist. Check the id."],
      [{ programId: Ids.create("program") }, "This loyalty program does not exist. Check its id."],
      [{ programId: idOf("user") }, "This loyalty program does not exist. Check its id."],
    ] as const) {
      const answers = [
        await read(`?${new URLSearchParams(filters)}`),
        await post({ action: "preview", ...filters }),
        await post({ action: "execute", ...filters }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(404);
        expect(body).toEqual({ success: false, error: { code: 404, message, details: [] } });
      }
    }
  });

  it("for a user without rewards is empty", async () => {
    const { status, body } = await read(`?userId=${idOf("employee")}`);
    expect(status).toBe(200);
    expect(body.data.plan).toMatchObject({ rewards: 0, beneficiaries: [] });
    expect(body.data.pendingTotals).toMatchObject({ rewards: 5 });
  });

  it("is rejected if the request violates the schema, such as with a misspelled filter", async () => {
    for (const [answer, code, field] of [
      [await read("?userID=x"), 400, "userID"],
      [await read("?programId="), 422, "programId"],
      [await post({ action: "pay" }), 422, "action"],
      [await post({}), 400, "action"],
      [await post({ action: "execute", userid: "x" }), 400, "userid"],
      [await post({ action: "execute", userId: 5 }), 422, "userId"],
    ] as const) {
      expect(answer.status).toBe(code);
      expect(answer.body).toMatchObject({
        success: false,
        error: { code, details: [{ field, message: expect.any(String) }] },
      });
    }
  });

  describe("that is to be executed", () => {
    it("waits for approval, and until then no money moves and no reward changes", async () => {
      const before = await wholeTable();
      const { status, body } = await post({ action: "execute", programId: cafe.programId });
      expect(status).toBe(202);
      const { plan, requestId = "", ...rest } = body.data;
      expect(rest).toEqual({
        status: "pending_human_approval",
        message: expect.stringContaining("approval"),
      });
      expect(requestId).toMatch(Ids.pattern("approval"));
      expect(plan).toMatchObject({ rewards: 4, totals: [eur("5.5", "550"), usd("2", "200")] });

      const key = payoutRequest.key({ requestId });
      const changed = changedKeys(before, await wholeTable());
      expect(changed).toHaveLength(4);
      const expected = [
        `${key.pk} ${key.sk}`,
        // The queue of requests, and the audit trail with the end of the author's chain.
        `PAYOUTREQUESTS REQUEST#${requestId}`,
        expect.stringMatching(/^TRAILHEAD#\S+ HEAD$/),
        expect.stringMatching(/^TRAIL#all DEED#/),
      ];
      expect(changed).toEqual(expect.arrayContaining(expected));
      expect(await Table.get(key)).toEqual({
        ...key,
        requestId,
        requestedBy: idOf("admin"),
        requestedAt: expect.any(String),
        status: "PENDING_HUMAN_APPROVAL",
        programId: cafe.programId,
        computedAt: plan.computedAt,
        planHash: plan.hash,
        rewards: 4n,
        beneficiaryCount: 2n,
        programCount: 1n,
        totals: [
          { asset: "EUR", amountMinor: 550n },
          { asset: "USD", amountMinor: 200n },
        ],
      });
      expect((await audit()).differences).toEqual([]);
    });

    it("has the preview's hash as long as no reward changes", async () => {
      const { hash } = (await post({ action: "preview" })).body.data.plan;
      expect((await post({ action: "execute" })).body.data.plan.hash).toBe(hash);
      const one = succeededPayment({ userId: idOf("user"), merchantId: cafe.merchantId, amountMinor: 5000n });
      await accrue([one]);
      expect((await read()).body.data.plan.hash).not.toBe(hash);
      await refund(one, 5000n);
      expect((await read()).body.data.plan.hash).toBe(hash);
    });

    it("is requested once per key under parallel requests", async () => {
      const before = await wholeTable();
      const headers = { "idempotency-key": randomUUID() };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => post({ action: "execute" }, headers)),
      );
      const accepted = answers.filter(({ status }) => status === 202);
      expect(accepted).toHaveLength(1);
      const requestId = accepted[0]?.body.data.requestId ?? "";
      const repeated = await post({ action: "execute" }, headers);
      for (const { status, body } of [...answers.filter((one) => one.status !== 202), repeated]) {
        expect(status).toBe(409);
        expect(body.error).toMatchObject({
          code: 409,
          details: [{ field: "requestId", message: requestId }],
        });
      }
      const requests = changedKeys(before, await wholeTable()).filter((key) => key.startsWith("APPROVAL#"));
      expect(requests).toEqual([`APPROVAL#${requestId} SAVEBACKPAYOUT`]);
    });

    it("is returned again for the same key if the client prefers it, without the lists", async () => {
      const headers = { "idempotency-key": randomUUID() };
      const first = await post({ action: "execute" }, headers);
      const again = await post({ action: "execute" }, { ...headers, prefer: "return=representation" });
      expect(again.status).toBe(202);
      const { plan, ...rest } = first.body.data;
      expect(again.body.data).toEqual({
        ...rest,
        plan: { ...plan, beneficiaries: [], perProgram: [], truncated: true },
      });
    });

    it("is rejected with the key of another request", async () => {
      const headers = { "idempotency-key": randomUUID() };
      await post({ action: "execute" }, headers);
      const { status } = await post({ action: "execute", userId: idOf("user") }, headers);
      expect(status).toBe(422);
    });
  });

  it("can be previewed repeatedly with a key, unless a payout was requested with it", async () => {
    const headers = { "idempotency-key": randomUUID() };
    for (let i = 0; i < 2; i++) expect((await post({ action: "preview" }, headers)).status).toBe(200);
    expect((await post({ action: "execute" }, headers)).status).toBe(202);
    expect((await post({ action: "preview" }, headers)).status).toBe(422);
  });

  it("changes nothing when it is read or previewed, even with an Idempotency-Key", async () => {
    const before = await wholeTable();
    await read();
    await post({ action: "preview" }, { "idempotency-key": "preview" });
    await post({ action: "preview" }, { "idempotency-key": "preview" });
    expect(changedKeys(before, await wholeTable())).toEqual([]);
  });
});

it("allows 100 requests in 15 minutes per IP address, reads and payouts together", async () => {
  for (let i = 0; i < 50; i++) {
    expect((await read(`?userId=${idOf("employee")}`)).status).toBe(200);
    expect((await post({ action: "preview", userId: idOf("employee") })).status).toBe(200);
  }
  const { status, headers, body } = await read();
  expect(status).toBe(429);
  expect(body).toEqual({
    success: false,
    error: { code: 429, message: "Too many requests", details: [] },
  });
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post({ action: "execute" })).status).toBe(429);
  await platform.advance(901);
  expect((await read()).status).toBe(200);
});

describe("10,000 pending rewards", () => {
  const fitsLambda = (body: Body) =>
    expect(Buffer.byteLength(JSON.stringify({ body: JSON.stringify(body) }))).toBeLessThan(6 * 1024 * 1024);

  it("produce a plan that equals a recalculation from the table, with all email addresses", {
    timeout: 60_000,
  }, async () => {
    const programs = await Promise.all(
      Array.from({ length: 40 }, (_, i) => enrollMerchant(`${(i % 19) + 0.5}`, `Boutique ${i}`)),
    );
    const payers = await createAccounts(2500);
    const payments = Array.from({ length: 10_000 }, (_, i) => ({
      ...succeededPayment({
        userId: payers[(i * 7) % payers.length]?.userId ?? "",
        amountMinor: 1000n + BigInt((i * 7919) % 100_000),
        currency: i % 5 === 0 ? "USD" : "EUR",
      }),
      program: programs[i % programs.length] as Program,
    }));
    await accrueMany(payments);
    await Promise.all(
      payments
        .filter((_, i) => i % 100 === 0)
        .map((one, i) => refund(one, i % 2 === 0 ? one.amountMinor : one.amountMinor / 3n)),
    );

    const { status, body } = await read();
    expect(status).toBe(200);
    const { plan, pendingTotals } = body.data;
    const rewards = await scanRewards();
    expect(rewards.length).toBeGreaterThanOrEqual(9950);
    expect(plan.rewards).toBe(rewards.length);
    expect(plan.truncated).toBe(false);
    expect(pendingTotals?.totals).toEqual(plan.totals);
    expect(minorOf([{ amounts: plan.totals }])).toEqual(sumBy(rewards, () => ""));
    expect(minorOf(plan.beneficiaries, ({ userId }) => userId)).toEqual(sumBy(rewards, (one) => one.userId));
    expect(minorOf(plan.perProgram, (one) => one.programId)).toEqual(sumBy(rewards, (one) => one.programId));
    const emails = new Map(plan.beneficiaries.map(({ userId, email }) => [userId, email]));
    expect(payers.map(({ userId }) => emails.get(userId))).toEqual(payers.map(({ email }) => email));
    fitsLambda(body);

    const userId = payers[3]?.userId ?? "";
    const theirs = rewards.filter((one) => one.userId === userId);
    expect(theirs.length).toBeGreaterThan(0);
    expect(await pendingRewards(userId)).toHaveLength(theirs.length);
  });

  it("of more than 10,000 users produce a plan that lists the largest recipients and totals all", {
    timeout: 60_000,
  }, async () => {
    const program = await enrollMerchant("1");
    await accrueMany(
      Array.from({ length: 8000 }, (_, i) => ({
        ...succeededPayment({ amountMinor: 100n + BigInt(i) }),
        program,
      })),
    );
    const { status, body } = await read();
    expect(status).toBe(200);
    const { plan } = body.data;
    const rewards = await scanRewards();
    expect(plan.truncated).toBe(true);
    expect(plan.beneficiaries).toHaveLength(10_000);
    expect(plan.beneficiaryCount).toBe(new Set(rewards.map(({ userId }) => userId)).size);
    expect(plan.beneficiaryCount).toBeGreaterThan(10_000);
    expect(minorOf([{ amounts: plan.totals }])).toEqual(sumBy(rewards, () => ""));
    expect(minorOf(plan.perProgram, (one) => one.programId)).toEqual(sumBy(rewards, (one) => one.programId));
    const weights = plan.beneficiaries.map(({ amounts }) =>
      amounts.reduce((sum, one) => sum + Number(one.amountMinor), 0),
    );
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    fitsLambda(body);

    const asked = await post({ action: "execute" }, { "idempotency-key": randomUUID() });
    expect(asked.status).toBe(202);
    expect(asked.body.data.plan.hash).toBe(plan.hash);
  });

  interface Counted {
    readonly userId: string;
    readonly programId: string;
    readonly asset: string;
    readonly amountMinor: bigint;
  }

  /** Recalculates the pending rewards by a scan of the whole table, without the code under test. */
  async function scanRewards(): Promise<Counted[]> {
    const found: Counted[] = [];
    for await (const item of Table.scan())
      if (String(item["sk"]).startsWith("PENDING#")) {
        // Paid amount, refunded amount and rate determine the reward, independently of the item's own amount.
        const part = (item["paidMinor"] as bigint) - (item["refundedMinor"] as bigint);
        const [whole = "", fraction = ""] = String(item["rate"]).split(".");
        const amountMinor = (part * BigInt(whole + fraction.padEnd(2, "0"))) / 10_000n;
        const { userId, programId, asset } = item as unknown as Counted;
        found.push({ userId, programId, asset, amountMinor });
      }
    return found;
  }

  const sumBy = (rewards: readonly Counted[], key: (one: Counted) => string): Record<string, bigint> => {
    const sums: Record<string, bigint> = {};
    for (const one of rewards) {
      const name = `${key(one)} ${one.asset}`;
      sums[name] = (sums[name] ?? 0n) + one.amountMinor;
    }
    return sums;
  };

  const minorOf = <T extends { readonly amounts: readonly Amount[] }>(
    rows: readonly T[],
    key: (row: T) => string = () => "",
  ): Record<string, bigint> =>
    Object.fromEntries(
      rows.flatMap((row) =>
        row.amounts.map((one) => [`${key(row)} ${one.asset}`, BigInt(one.amountMinor)] as const),
      ),
    );
});
