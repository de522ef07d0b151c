import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../core/audit/index.ts";
import { advance as advanceProposals } from "../../core/defi/governance/advance.ts";
import * as Proposals from "../../core/defi/governance/proposals.ts";
import { compound } from "../../core/defi/staking/schedules.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import { sandbox, sandboxDue } from "../../core/identity/sandboxes/entity.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as LedgerClock from "../../core/kernel/clock/ledger.ts";
import { type Sandbox, sandboxOf } from "../../core/kernel/mode.ts";
import * as Table from "../../core/platform/table/index.ts";
import { continueDueMoves } from "../../core/sandboxes/clock.ts";
import { expireDue } from "../../core/transfers/reservations/end.ts";
import * as Reservations from "../../core/transfers/reservations/index.ts";
import { App } from "../support/app.ts";
import { createDeveloper, type Developer } from "../support/developer.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

/** Test mode of the public API: each developer's own ledger, its clock, its reset and its faucet. */

const platform = withPlatform();
const DAY = 86_400;

let token: string;
let adaId: string;
let ada: Developer;
let live: Developer;
let grace: Developer;

async function tokenOf(name: string): Promise<string> {
  const email = `${name}-tests@example.com`;
  const { id } = await new App(platform).register(email, "Lovelace!1843");
  if (name === "ada") adaId = id;
  const credentials = { email, password: "Lovelace!1843" };
  const { body } = await platform.call<{ token: string }>("POST", "/api/auth/signin", { body: credentials });
  return body.token;
}

beforeAll(async () => {
  token = await tokenOf("ada");
  ada = await createDeveloper(platform, token, { mode: "test" });
  live = await createDeveloper(platform, token);
  grace = await createDeveloper(platform, await tokenOf("grace"), { mode: "test" });
});
// Advances past the rate limits of the plans.
beforeEach(() => platform.advance(60));

interface TestClock {
  readonly id: string;
  readonly now: string;
  readonly offset_seconds: number;
}
interface Listed {
  readonly data: readonly { readonly id: string; readonly asset: string; readonly balance: string }[];
}
interface Failure {
  readonly error: { readonly code: string };
}
interface Proposal {
  readonly id: string;
  readonly status: string;
}

const draft = { title: "Lower the fee", description: "More trades.", category: "protocol" };

const itemOf = (ownerId: string) => Table.get(sandbox.key({ ownerId }));

async function waitingEventsOf(id: string): Promise<number> {
  let count = 0;
  for await (const item of Table.scan())
    if (String(item["pk"]).startsWith("OUTBOX#") && String(item["payload"]).includes(id)) count++;
  return count;
}

const clockOf = async (one: Developer) => (await one.get<TestClock>("/v1/test/clock")).body;
const advance = (one: Developer, seconds: number, key?: string) =>
  one.post<TestClock>("/v1/test/clock", { advance_seconds: seconds }, key);
const fund = (one: Developer, asset: string, amount: string) =>
  one.post<{ wallet: string }>("/v1/test/faucet", { asset, amount });
const walletsOf = async (one: Developer) => (await one.get<Listed>("/v1/wallets")).body.data;
const codeOf = ({ status, body }: Answer<Failure>) => [status, body.error.code];

describe("a sandbox", () => {
  it("is not visible to another developer or with a live key", async () => {
    const given = await fund(ada, "eur", "1000");
    expect(given.status).toBe(201);
    expect(given.body).toMatchObject({
      object: "faucet_grant",
      livemode: false,
      asset: "EUR",
      amount: "1000",
    });
    expect(await walletsOf(ada)).toMatchObject([{ id: given.body.wallet, asset: "EUR", balance: "1000" }]);
    for (const other of [live, grace]) {
      expect(await walletsOf(other)).toEqual([]);
      expect((await other.get(`/v1/wallets/${given.body.wallet}`)).status).toBe(404);
    }
  });

  it("rejects a faucet grant above the supply of the platform's token, and names the field", async () => {
    const { status, body } = await ada.post<{
      readonly error: { readonly code: string; readonly details: object };
    }>("/v1/test/faucet", { asset: "YANI", amount: "99999999999" });
    expect([status, body.error.code]).toEqual([400, "SUPPLY_EXCEEDED"]);
    expect(body.error.details).toMatchObject({ fields: [{ field: "amount" }] });
  });

  it("is the same for all test keys of its owner", async () => {
    const second = await createDeveloper(platform, token, { mode: "test" });
    expect(await walletsOf(second)).toEqual(await walletsOf(ada));
  });

  it("cannot be controlled with a live key", async () => {
    for (const path of ["clock", "reset", "faucet"]) {
      const body = { clock: { advance_seconds: 1 }, reset: {}, faucet: { asset: "EUR", amount: "1" } }[path];
      expect(codeOf(await live.post<Failure>(`/v1/test/${path}`, body))).toEqual([403, "TEST_KEY_REQUIRED"]);
    }
    expect(codeOf(await live.get<Failure>("/v1/test/clock"))).toEqual([403, "TEST_KEY_REQUIRED"]);
  });
});

describe("a sandbox's clock", () => {
  it("advances only forward, once per Idempotency-Key, without an effect on another sandbox", async () => {
    const before = await clockOf(ada);
    expect(before).toMatchObject({ object: "test_clock", livemode: false, status: "ready" });
    const other = await clockOf(grace);
    const moved = await advance(ada, DAY, "a-day");
    expect(moved.status).toBe(200);
    expect(moved.body.offset_seconds).toBe(before.offset_seconds + DAY);
    expect((await advance(ada, DAY, "a-day")).headers.get("idempotency-replayed")).toBe("true");
    expect((await clockOf(ada)).offset_seconds).toBe(before.offset_seconds + DAY);
    expect((await clockOf(grace)).offset_seconds).toBe(other.offset_seconds);
    for (const seconds of [0, -DAY, 3 * 365 * DAY])
      expect((await advance(ada, seconds)).status, String(seconds)).toBe(400);
  });

  it("determines the creation time of voting power and portfolio responses", async () => {
    await advance(ada, DAY);
    const now = Date.parse((await clockOf(ada)).now);
    for (const path of ["/v1/governance/voting-power", "/v1/portfolio"]) {
      const { body } = await ada.get<{ created_at: string }>(path);
      expect(Date.parse(body.created_at), path).toBeGreaterThanOrEqual(now);
    }
  });

  it("advances by the sum of parallel requests", async () => {
    const { offset_seconds: before } = await clockOf(ada);
    await Promise.all(Array.from({ length: 5 }, () => advance(ada, 3600)));
    expect((await clockOf(ada)).offset_seconds).toBe(before + 5 * 3600);
  });

  it("advances a proposal to its vote and its execution", async () => {
    await fund(ada, "YANI", "60000000");
    await advance(ada, 3600);
    const made = await ada.post<Proposal>("/v1/governance/proposals", draft);
    expect(made.status).toBe(201);
    const path = `/v1/governance/proposals/${made.body.id}`;
    const status = async () => (await ada.get<Proposal>(path)).body.status;
    await advance(ada, 2 * DAY + 60);
    expect(await status()).toBe("active");
    expect((await ada.post(`${path}/votes`, { vote: "for" })).status).toBe(201);
    await advance(ada, 30 * DAY);
    expect(await status()).toBe("executed");
    expect((await grace.get(path)).status).toBe(404);
    expect((await live.get(path)).status).toBe(404);
  });

  it("does not affect rate limits, idempotency keys and the sending of events", async () => {
    const left = async () => Number((await ada.get("/v1/wallets")).headers.get("x-ratelimit-remaining"));
    const before = await left();
    await fund(ada, "USD", "1");
    await advance(ada, 1, "a-second");
    await advance(ada, 300 * DAY);
    expect(await left()).toBeLessThan(before);
    const again = await advance(ada, 1, "a-second");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const made = await ada.post<Proposal>("/v1/governance/proposals", draft);
    expect(made.status).toBe(201);
    await advance(ada, 2 * DAY + 60);
    expect((await ada.get(`/v1/governance/proposals/${made.body.id}`)).body).toMatchObject({
      status: "active",
    });
    // The event of the vote's start was sent by the platform's clock. The sandbox's clock would delay it for a year.
    await platform.drain();
    expect(await waitingEventsOf(made.body.id)).toBe(0);
  });

  it("resumes an interrupted advance, and executes a proposal at its due time", async () => {
    await ada.post("/v1/test/reset");
    await fund(ada, "YANI", "60000000");
    await advance(ada, 3600);
    const { id } = (await ada.post<Proposal>("/v1/governance/proposals", draft)).body;
    await advance(ada, 2 * DAY + 60);
    expect((await ada.post(`/v1/governance/proposals/${id}/votes`, { vote: "for" })).status).toBe(201);
    const before = await clockOf(ada);
    // The state after a process that died when the target was written.
    const item = await itemOf(adaId);
    const goalMs = Number(item?.["aheadMs"]) + 30 * DAY * 1000;
    await Table.update(sandbox.key({ ownerId: adaId }), {
      set: { goalMs, ...sandboxDue.at(adaId, Clock.nowIso()) },
    });
    expect(await clockOf(ada)).toMatchObject({ offset_seconds: before.offset_seconds, status: "advancing" });
    await Promise.all([continueDueMoves(), continueDueMoves()]);
    const after = await clockOf(ada);
    expect(after).toMatchObject({ offset_seconds: before.offset_seconds + 30 * DAY, status: "ready" });
    expect((await itemOf(adaId))?.["duePk"]).toBeUndefined();
    const { state } = await Proposals.fromId(sandboxOf(adaId, Number(after.id.split("_").at(-1))), id);
    // Two days after the vote ended, within a minute, not at the clock's final time.
    const executed = Date.parse(state.executedAt ?? "");
    expect(Math.abs(executed - state.endMs - 2 * DAY * 1000)).toBeLessThan(60_000);
  });

  it("expires a hold in time if its request began before the clock advanced", async () => {
    const { body } = await fund(ada, "EUR", "100");
    const before = Number((await itemOf(adaId))?.["aheadMs"]);
    await advance(ada, 10 * DAY);
    const mode = (await clockOf(ada)).id as Sandbox;
    const made = await LedgerClock.under(before, () => {
      const expiresAt = new Date(LedgerClock.nowMs() + DAY * 1000).toISOString();
      const request = { walletId: body.wallet, amount: "5", expiresAt, description: "" };
      return Reservations.create({ userId: adaId, mode } as UserActor, request);
    });
    const locked = async () =>
      (await ada.get<{ locked: { value: string } }>(`/v2/wallets/${body.wallet}/balance`)).body.locked.value;
    expect([made.status, await locked()]).toEqual(["active", "5"]);
    await platform.advance(61);
    await continueDueMoves();
    expect((await itemOf(adaId))?.["duePk"]).toBeUndefined();
    await expireDue();
    expect(await locked()).toBe("0");
  });

  it("schedules due work at the platform time at which the sandbox's clock reaches it", async () => {
    const { body } = await ada.post<Proposal>("/v1/governance/proposals", draft);
    await advance(ada, 5 * DAY);
    const { id } = await clockOf(ada);
    const mode = sandboxOf(adaId, Number(id.split("_").at(-1)));
    const stateOf = async () => (await Proposals.fromId(mode, body.id)).state;
    for (const [days, isOver] of [
      [3, false],
      [1.1, true],
    ] as const) {
      await platform.advance(days * DAY);
      await advanceProposals();
      expect((await stateOf()).tally !== undefined).toBe(isOver);
    }
  });
});

describe("a reset", () => {
  it("removes all wallets, sets the clock to the platform's time, and makes former ids return 404", async () => {
    const [former] = await walletsOf(ada);
    const { id } = await clockOf(ada);
    const reset = await ada.post<{ id: string }>("/v1/test/reset");
    expect(reset.status).toBe(200);
    expect(reset.body.id).not.toBe(id);
    expect(await walletsOf(ada)).toEqual([]);
    expect((await ada.get(`/v1/wallets/${former?.id}`)).status).toBe(404);
    expect(await clockOf(ada)).toMatchObject({ id: reset.body.id, offset_seconds: 0 });
    expect((await fund(ada, "EUR", "5")).status).toBe(201);
  });

  it("leaves former idempotency keys valid, which repeat their response without an effect", async () => {
    const body = { asset: "EUR", amount: "7" };
    const first = await ada.post("/v1/test/faucet", body, "before-the-reset");
    await ada.post("/v1/test/reset");
    const again = await ada.post("/v1/test/faucet", body, "before-the-reset");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await walletsOf(ada)).toEqual([]);
  });

  it("starts farms at the platform's time even if the former clock was ahead", async () => {
    await advance(ada, 300 * DAY);
    await ada.post("/v1/test/reset");
    const { body } = await ada.get<{ data: { period_ends_at: string }[] }>("/v1/farming/farms");
    expect(body.data.length).toBeGreaterThan(0);
    for (const farm of body.data)
      expect(Date.parse(farm.period_ends_at)).toBeLessThanOrEqual(Clock.nowMs() + 365 * DAY * 1000);
  });

  it("cancels due work of the former sandbox, without differences in the audit", async () => {
    await fund(ada, "YANI", "1000");
    const { body } = await ada.post<{ id: string }>("/v1/staking/positions", {
      pool: "flexible",
      amount: "500",
    });
    const path = `/v1/staking/positions/${body.id}/compounding`;
    expect((await ada.send("PUT", path, { enabled: true })).status).toBe(200);
    const wallet = (await fund(ada, "EUR", "100")).body.wallet;
    const expires_at = new Date(Clock.nowMs() + DAY * 1000).toISOString();
    expect((await ada.post("/v2/holds", { wallet, amount: "5", expires_at })).status).toBe(201);
    await ada.post("/v1/test/reset");
    await platform.advance(2 * DAY);
    expect([await compound(), await expireDue()]).toEqual([0, 0]);
    expect((await audit()).differences).toEqual([]);
  });

  it("succeeds for all parallel requests, and leaves an empty sandbox", async () => {
    const before = Number((await clockOf(ada)).id.split("_").at(-1));
    const answers = await Promise.all(Array.from({ length: 4 }, () => ada.post<TestClock>("/v1/test/reset")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const after = Number((await clockOf(ada)).id.split("_").at(-1));
    expect(after).toBeGreaterThan(before);
    expect((await walletsOf(ada)).length).toBe(0);
  });
});

it("finds no differences in the audit of all ledgers", async () => {
  expect((await audit()).differences).toEqual([]);
});
